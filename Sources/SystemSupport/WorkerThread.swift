// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// A thread for blocking work. It continues when this object is released.
public final class WorkerThread: Sendable {
    /// The object passed to the new thread.
    private final class Start {
        let end: AsyncCondition<Bool>
        private let name: String?
        private var body: (@Sendable () -> Void)?

        init(_ end: AsyncCondition<Bool>, _ name: String?, _ body: @escaping @Sendable () -> Void) {
            (self.end, self.name, self.body) = (end, name, body)
        }

        /// Objects held by the work are released before its end is signalled.
        func run() {
            if let name { Self.setName(name) }
            let work = body
            body = nil
            work?()
        }

        /// Names the calling thread (proc(5), `/proc/thread-self/comm`); without that file it stays without a name.
        private static func setName(_ name: String) {
            let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
            guard file >= 0 else { return }
            _ = Array(name.utf8).withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            close(file)
        }
    }

    private let end = AsyncCondition(false)
    /// Guards the thread's handle, which is joined or detached exactly once and nil afterwards.
    private let handle: Mutex<pthread_t?>

    /// Starts a thread.
    ///
    /// - Parameter name: The name that `top -H` and a debugger show, at most 15 bytes; nil for the program's name.
    /// - Throws: The system's error if no thread can be created; `body` is not called then.
    public init(named name: String? = nil, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        var thread = pthread_t()
        // The object is retained until the new thread takes it over, or until creating the thread fails.
        let start = Unmanaged.passRetained(Start(end, name, body))
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
    /// - Returns: Nil, or the reason why no thread can be created; `body` is not called then.
    public static func detach(_ body: @escaping @Sendable () -> Void) -> String? {
        do throws(SystemError) {
            _ = try WorkerThread(body)
            return nil
        } catch {
            return error.description
        }
    }

    /// Runs work that blocks on a thread of its own, so that it keeps no other task waiting.
    ///
    /// - Returns: The value of `body`; nil if no thread can be created.
    public static func value<Value: Sendable>(of body: @escaping @Sendable () -> Value) async -> Value? {
        await withCheckedContinuation { (done: CheckedContinuation<Value?, Never>) in
            let failure = detach { done.resume(returning: body()) }
            if failure != nil { done.resume(returning: nil) }
        }
    }

    /// True if the work is done.
    public var isOver: Bool { end.value }

    /// Blocks until the thread has ended. Must not be called in a task or on the thread itself.
    public func join() {
        handle.withLock { thread in
            if let running = thread { pthread_join(running, nil) }
            thread = nil
        }
    }

    /// Waits until the work is done, the time limit is reached, or the task is cancelled.
    ///
    /// - Parameter limit: The longest wait by the machine's clock; 0 or less does not wait.
    /// - Returns: True if the work is done.
    public func waitForEnd(within limit: Duration) async -> Bool {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [end] in _ = await end.wait { $0 } }
            // The time limit: this task ends only by timeout or cancellation.
            group.addTask { try? await Task.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
        return isOver
    }
}
