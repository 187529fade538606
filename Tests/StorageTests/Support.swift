// SPDX-License-Identifier: Apache-2.0

import Foundation
import Storage
import Testing

/// A folder that is removed with it.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "gnss-store-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var state: StateFolder { StateFolder(path) }
    var database: String { path + "/store.sqlite" }
}

/// A small disk in memory, read-only where wanted; made by root alone.
final class SmallDisk {
    let path: String

    static let isPossible = geteuid() == 0 && (try? SmallDisk(kilobytes: 64)) != nil

    init(kilobytes: Int) throws {
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

    func makeReadOnly() throws {
        let flags = UInt(MS_REMOUNT | MS_RDONLY)
        #expect(mount("none", path, nil, flags, nil) == 0)
    }

    /// Takes all room that is left.
    func fill() throws {
        let descriptor = open(path + "/ballast", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let zeros = [UInt8](repeating: 0, count: 4096)
        while write(descriptor, zeros, zeros.count) > 0 {}
    }
}

/// The error of opening, nil where it opens.
func errorOfOpening(_ folder: StateFolder) -> StoreError? {
    do throws(StoreError) {
        _ = try Store(folder)
        return nil
    } catch {
        return error
    }
}

/// How much longer the long tests run: 1, or more with `GNSS_TEST_LONG`.
let lengthening = ProcessInfo.processInfo.environment["GNSS_TEST_LONG"] == nil ? 1 : 10
