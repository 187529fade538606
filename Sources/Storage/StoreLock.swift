// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The exclusive right to write a store: a lock on a file beside it, held until this object is released or the process
/// ends in any way. The file is kept and contains the process ID of the holder.
final class StoreLock: Sendable {
    /// True if a store existed when the folder was last in use.
    let hadStore: Bool

    private let descriptor: Int32
    /// The line in the file that records that a store exists.
    private static let mark = "store"

    /// The time to wait for an ending daemon to release the lock, in steps of 50 ms; a gateway ends within 2 s.
    private static let patience = 50

    /// - Throws: `StoreError.locked` if another process keeps the lock; the system's error.
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
        hadStore = Self.lines(in: descriptor).dropFirst().first.map { $0 == Self.mark } ?? false
        write(hadStore)
    }

    /// Records that a store exists, so that a later start notices if it is missing.
    func noteStore() { write(true) }

    /// Ignores errors such as a full disk: the process ID is only for people, and the mark is written again at the next
    /// start.
    private func write(_ hasStore: Bool) {
        let text = "\(getpid())\n" + (hasStore ? Self.mark + "\n" : "")
        _ = text.utf8.withContiguousStorageIfAvailable { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        _ = ftruncate(descriptor, off_t(text.utf8.count))
    }

    deinit { close(descriptor) }

    private static func process(in descriptor: Int32) -> Int32? { lines(in: descriptor).first.flatMap { Int32($0) } }

    private static func lines(in descriptor: Int32) -> [Substring] {
        var buffer = [UInt8](repeating: 0, count: 32)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return [] }
        return String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n")
    }
}
