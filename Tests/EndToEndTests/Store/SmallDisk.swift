// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

/// A disk of 4 MiB in memory that a test fills and makes free again. `StoreBench.mayMount` says whether it can be made.
final class SmallDisk {
    private let folder: String
    private let ballast: Int32

    /// - Parameter folder: where it is mounted; created if it is missing.
    init(at folder: String) throws {
        self.folder = folder
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try #require(Glibc.mount("none", folder, "tmpfs", 0, "size=4096k") == 0)
        ballast = open(folder + "/ballast", O_WRONLY | O_CREAT, 0o600)
    }

    /// Takes the disk away. Called when the programs that use it have ended.
    func remove() {
        close(ballast)
        umount2(folder, Int32(MNT_DETACH))
    }

    /// Takes all the space that is left. A database's log has room that is used again, so that more is free later.
    func fill() {
        let zeros = [UInt8](repeating: 0, count: 4096)
        while write(ballast, zeros, zeros.count) > 0 {}
    }

    /// Gives the space back.
    func free() {
        unlink(folder + "/ballast")
        ftruncate(ballast, 0)
    }
}
