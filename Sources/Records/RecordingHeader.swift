// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
public import GNSSTypes

/// The header of a recording file: 64 bytes, followed by records (`gnss_file_v1` in `gnss_driver.h`).
public struct RecordingHeader: Sendable, Hashable {
    /// The size of the header in bytes.
    public static let size = 64

    /// Both clocks at the start of the recording.
    public var start: HostTime

    /// Creates the header of a recording that starts at `start`.
    public init(start: HostTime) { self.start = start }

    /// Parses a header; nil if it is not of a known version, or if its times are outside 1970 to 2200.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.size, Self.isMagic(of: bytes) else { return nil }
        let c: gnss_file_v1 = bytes.load(at: 0)
        guard c.version == 1, Int(c.header_size) == Self.size else { return nil }
        start = HostTime(monotonicNanoseconds: c.monotonic_ns, wallNanoseconds: c.wall_ns)
        guard start.isInContract else { return nil }
    }

    /// Returns true if bytes start like a recording of any version.
    public static func isMagic(of bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

    /// The header as stored in the file.
    public var bytes: [UInt8] {
        var c = gnss_file_v1()
        withUnsafeMutableBytes(of: &c.magic) { $0.copyBytes(from: Self.magic) }
        c.version = 1
        c.header_size = UInt32(Self.size)
        let start = start.broughtIntoContract
        (c.monotonic_ns, c.wall_ns) = (start.monotonicNanoseconds, start.wallNanoseconds)
        return withUnsafeBytes(of: c) { [UInt8]($0) }
    }

    private static let magic = Array("GNSSREC\0".utf8)
}
