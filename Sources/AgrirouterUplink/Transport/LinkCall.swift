// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import Synchronization

/// A request and the caller that waits for its reply. It is answered exactly once.
final class LinkCall: Sendable {
    private struct State {
        var continuation: CheckedContinuation<ServiceReply, Never>?
        var isCancelled = false
    }

    let request: ServiceRequest
    /// Protects the waiting caller, which is resumed once, without holding the lock.
    private let state = Mutex(State())

    init(_ request: ServiceRequest) { self.request = request }

    /// True if the caller no longer waits for the reply.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Stores the continuation that receives the reply.
    func wait(_ continuation: CheckedContinuation<ServiceReply, Never>) {
        state.withLock { $0.continuation = continuation }
    }

    /// Marks the call as cancelled: the caller no longer waits for the reply.
    func cancel() { state.withLock { $0.isCancelled = true } }

    /// Resumes the caller; later calls have no effect.
    func answer(_ reply: ServiceReply) {
        let continuation = state.withLock { state in
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: reply)
    }
}

extension ServiceReply {
    /// The reply to a cancelled call.
    static let cancelled = ServiceReply(.interrupted, failure: "the request was cancelled")
}
