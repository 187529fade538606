// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// A thread for work that blocks. Runs on when this object is dropped.
public final class WorkerThread: Sendable {
    /// What the new thread takes over.
    private final class Start {
        let end: AsyncCondition<Bool>
        private var body: (@Sendable () -> Void)?

        init(_ end: AsyncCondition<Bool>, _ body: @escaping @Sendable () -> Void) {
            (self.end, self.body) = (end, body)
        }

        /// What the work holds is released before its end is signalled.
        func run() {
            let work = body
            body = nil
            work?()
        }
    }

    private let end = AsyncCondition(false)
    /// Protects the thread's handle, which is joined or detached exactly once; nil after that.
    private let handle: Mutex<pthread_t?>

    /// Starts a thread.
    ///
    /// - Throws: that the system has none left; then `body` is not called.
    public init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        var thread = pthread_t()
        // The object is kept until the new thread takes it, or until there turns out to be none.
        let start = Unmanaged.passRetained(Start(end, body))
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                // Takes over the reference that the starting thread retained.
                let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                start.run()
                start.end.change { $0 = true }
                return nil
            }, start.toOpaque())
        handle = Mutex(code == 0 ? thread : nil)
        guard code == 0 else {
            start.release()
            throw SystemError(code)
        }
    }

    deinit {
        if let thread = handle.withLock({ $0 }) { pthread_detach(thread) }
    }

    /// Starts a thread whose end does not matter.
    ///
    /// - Returns: nil, or why the system has none left; then `body` is not called.
    public static func detach(_ body: @escaping @Sendable () -> Void) -> String? {
        do throws(SystemError) {
            _ = try WorkerThread(body)
            return nil
        } catch {
            return error.description
        }
    }

    /// Whether the work is done.
    public var isOver: Bool { end.value }

    /// Blocks until the thread has ended. Not to be called in a task, nor by the thread itself.
    public func join() {
        handle.withLock { thread in
            if let running = thread { pthread_join(running, nil) }
            thread = nil
        }
    }

    /// Waits until the work is done, the time is up or the task is cancelled.
    ///
    /// - Parameter limit: how long at most, by the machine's clock; 0 or less only asks.
    /// - Returns: whether the work is done.
    public func waitForEnd(within limit: Duration) async -> Bool {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [end] in _ = await end.wait { $0 } }
            // The limit of the wait: no event ends it, and a cancellation does.
            group.addTask { try? await Task.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
        return isOver
    }
}
