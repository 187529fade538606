// SPDX-License-Identifier: Apache-2.0

/// What stands at the beginning of some bytes, as the format that is asked sees it.
public enum FrameCandidate: Hashable, Sendable {
    /// No frame of the format begins here: the first byte is noise.
    case none

    /// A whole frame whose checksum is right.
    ///
    /// - Parameter count: its length in bytes, from its first start mark to its checksum.
    case frame(count: Int)

    /// What is there may be the beginning of a frame.
    ///
    /// - Parameter needed: so many bytes must be there, from the first, before more can be said; more than there are.
    case incomplete(needed: Int)

    /// It has the shape of a whole frame, and its checksum is wrong. The first byte is noise, those behind it may hold
    /// frames.
    ///
    /// - Parameter count: the length that it claims, in bytes.
    case damaged(count: Int)
}
