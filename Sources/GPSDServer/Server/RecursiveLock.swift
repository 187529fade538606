// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A lock that its holder may acquire again. This is needed because a channel may call its handlers from within its own
/// methods.
final class RecursiveLock: @unchecked Sendable {  // POSIX mutexes may be used by several threads.
    /// Allocated here, valid and at the same address until `deinit` frees it.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() {
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
        pthread_mutex_init(mutex, &attributes)
        pthread_mutexattr_destroy(&attributes)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Waits for the lock, and holds it while the body runs.
    func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }

    /// Like `withLock`, but without waiting: returns nil and does not run the body if another thread holds the lock.
    func withLockIfAvailable<Result>(_ body: () throws -> Result) rethrows -> Result? {
        guard pthread_mutex_trylock(mutex) == 0 else { return nil }
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }
}
