// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The right to write a store, held by a lock on a file beside it until it is dropped or the process ends, however it
/// ends. The file stays, and names the process that holds it.
final class StoreLock: Sendable {
    private let descriptor: Int32

    /// How long one that ends may take to let go of it, in steps of 50 ms: a gateway ends within 2 s.
    private static let patience = 50

    /// - Throws: `StoreError.locked` where another holds it, and goes on holding it; what the system refuses.
    init(_ folder: StateFolder) throws(StoreError) {
        let descriptor = open(folder.lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw StoreError(code: errno, path: folder.path, doing: "making \(folder.lock)")
        }
        var answer = flock(descriptor, LOCK_EX | LOCK_NB)
        for _ in 0..<Self.patience where answer != 0 && errno == EWOULDBLOCK {
            usleep(50_000)
            answer = flock(descriptor, LOCK_EX | LOCK_NB)
        }
        guard answer == 0 else {
            let code = errno
            let process = Self.process(in: descriptor)
            close(descriptor)
            throw code == EWOULDBLOCK
                ? .locked(path: folder.path, process: process)
                : StoreError(code: code, path: folder.path, doing: "locking \(folder.lock)")
        }
        self.descriptor = descriptor
        // Only told to people; a full disk does not matter.
        let text = "\(getpid())\n"
        _ = ftruncate(descriptor, 0)
        _ = text.utf8.withContiguousStorageIfAvailable { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }

    deinit { close(descriptor) }

    private static func process(in descriptor: Int32) -> Int32? {
        var buffer = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return nil }
        return Int32(String(decoding: buffer[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}
