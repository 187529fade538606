// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A thread for work that blocks.
package enum DetachedThread {
    private final class Body {
        let work: @Sendable () -> Void
        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }

    /// Starts a thread.
    ///
    /// - Returns: nil, or why the system has none left; then `work` is not called.
    package static func start(_ work: @escaping @Sendable () -> Void) -> String? {
        var thread = pthread_t()
        let body = Unmanaged.passRetained(Body(work))
        let code = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().work() }
                return nil
            }, body.toOpaque())
        guard code == 0 else {
            body.release()
            return String(cString: strerror(code))
        }
        pthread_detach(thread)
        return nil
    }
}
