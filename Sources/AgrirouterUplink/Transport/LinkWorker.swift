// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import CCurl
internal import Curl
internal import Synchronization
internal import SystemSupport

/// Performs a link's calls on a thread that exists only while there are calls. The connections outlive the thread.
final class LinkWorker: Sendable {
    private struct State {
        var waiting: [LinkCall] = []
        /// True if a thread serves the calls.
        var hasThread = false
    }

    private let settings: CurlLinkSettings
    private let startThread: @Sendable (@escaping @Sendable () -> Void) -> String?
    /// Protects the waiting calls and the flag for the thread, so that only one thread is started.
    private let state = Mutex(State())
    /// Used by one thread at a time, as `hasThread` ensures.
    private let loop = CurlLoop()

    /// - Parameter startThread: Starts a thread, or returns the reason for a failure; a parameter so that tests can
    ///   replace it.
    init(
        _ settings: CurlLinkSettings,
        startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> String? = { WorkerThread.detach($0) }
    ) {
        (self.settings, self.startThread) = (settings, startThread)
    }

    /// Wakes the thread so that it notices a cancelled call.
    func wake() { loop.wake() }

    /// Performs a call and answers it.
    func take(_ call: LinkCall) {
        let needsThread = state.withLock { state in
            state.waiting.append(call)
            defer { state.hasThread = true }
            return !state.hasThread
        }
        loop.wake()
        guard needsThread, let error = startThread({ [self] in run() }) else { return }
        let calls = state.withLock { state in
            state.hasThread = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for call in calls {
            call.answer(ServiceReply(.offline, failure: "cannot start a thread for requests to agrirouter: \(error)"))
        }
    }

    /// Takes the waiting calls; nil if the thread is idle and no call waits, so that the thread must end.
    private func next(isIdle: Bool) -> [LinkCall]? {
        state.withLock { state in
            defer { state.waiting = [] }
            if isIdle, state.waiting.isEmpty {
                state.hasThread = false
                return nil
            }
            return state.waiting
        }
    }

    private func run() {
        var transfers: [LinkTransfer] = []
        while let calls = next(isIdle: transfers.isEmpty) {
            for call in calls {
                if call.isCancelled {
                    call.answer(.cancelled)
                } else if let transfer = LinkTransfer(call, settings, loop) {
                    transfers.append(transfer)
                } else {
                    call.answer(ServiceReply(.offline, failure: CurlLoop.brokenText))
                }
            }
            transfers.removeAll { $0.call.isCancelled && $0.giveUp() }
            guard !transfers.isEmpty else { continue }
            loop.wait(milliseconds: transfers.contains(where: \.isListening) ? 20 : 1000)
            while let end = loop.nextEnd() {
                transfers.first { $0.isOf(end.handle) }?.ended(end.code)
            }
            transfers.removeAll { $0.finish() }
        }
    }
}
