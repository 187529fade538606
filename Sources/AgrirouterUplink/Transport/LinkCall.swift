// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import Synchronization

/// A request, and who waits for its reply. It is answered once.
final class LinkCall: Sendable {
    private struct State {
        var continuation: CheckedContinuation<ServiceReply, Never>?
        var isCancelled = false
    }

    /// What is sent.
    let request: ServiceRequest
    /// Protects the waiting caller, who is resumed once and without the lock.
    private let state = Mutex(State())

    init(_ request: ServiceRequest) { self.request = request }

    /// Whether no caller waits for the reply any more.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// The reply goes there.
    func wait(_ continuation: CheckedContinuation<ServiceReply, Never>) {
        state.withLock { $0.continuation = continuation }
    }

    /// No caller waits for the reply any more.
    func cancel() { state.withLock { $0.isCancelled = true } }

    /// Answers, the first time.
    func answer(_ reply: ServiceReply) {
        let continuation = state.withLock { state in
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: reply)
    }
}

extension ServiceReply {
    /// Of a call that no caller waits for any more.
    static let cancelled = ServiceReply(.interrupted, failure: "the request was cancelled")
}
