// SPDX-License-Identifier: Apache-2.0

/// A format's view of the beginning of some bytes.
public enum FrameCandidate: Hashable, Sendable {
    /// No frame of the format starts here: the first byte is noise.
    case none

    /// A complete frame with a valid checksum.
    ///
    /// - Parameter count: Its length in bytes, from its first start mark to its checksum.
    case frame(count: Int)

    /// The bytes may be the beginning of a frame.
    ///
    /// - Parameter needed: The number of bytes, counted from the first, that are required for a decision; more than
    ///   are present.
    case incomplete(needed: Int)

    /// A complete frame with a wrong checksum. The first byte is noise; those after it may contain frames.
    ///
    /// - Parameter count: The length that it claims, in bytes.
    case damaged(count: Int)
}
