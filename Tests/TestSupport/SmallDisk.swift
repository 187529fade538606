// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A small disk in memory, which a test can fill or make read-only. Only root can create one.
public final class SmallDisk {
    public let path: String
    private var ballast: String { path + "/ballast" }

    public static let isPossible = geteuid() == 0 && (try? SmallDisk(kilobytes: 64)) != nil

    /// - Throws: An error if the disk cannot be created.
    public init(kilobytes: Int) throws {
        path = NSTemporaryDirectory() + "gnss-disk-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        guard mount("none", path, "tmpfs", 0, "size=\(kilobytes)k") == 0 else {
            try FileManager.default.removeItem(atPath: path)
            throw POSIXError(.EPERM)
        }
    }

    deinit {
        umount2(path, Int32(MNT_DETACH))
        try? FileManager.default.removeItem(atPath: path)
    }

    /// - Throws: The system's error.
    public func makeReadOnly() throws {
        let flags = UInt(MS_REMOUNT | MS_RDONLY)
        guard mount("none", path, nil, flags, nil) == 0 else { throw POSIXError(.EPERM) }
    }

    /// Takes all the room that is left.
    ///
    /// - Throws: The system's error.
    public func fill() throws {
        let descriptor = open(ballast, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard descriptor >= 0 else { throw POSIXError(.EIO) }
        defer { close(descriptor) }
        let zeros = [UInt8](repeating: 0, count: 4096)
        while write(descriptor, zeros, zeros.count) > 0 {}
    }

    /// Gives that room back.
    ///
    /// - Throws: The system's error.
    public func empty() throws {
        guard unlink(ballast) == 0 else { throw POSIXError(.EIO) }
    }
}
