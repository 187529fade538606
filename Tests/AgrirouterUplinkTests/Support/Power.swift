// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Lets a process die at its nth act on the world: a write to the store, a request. From then on nothing it does has an
/// effect.
final class Power: Sendable {
    private struct State {
        var acts = 0
        var limit = Int.max
        /// Whether the last act still has its effect.
        var isLastDone = false
        var isOn = true
    }

    private let state = Mutex(State())

    init() {}

    init(acts: Int, isLastDone: Bool) {
        state.withLock { ($0.limit, $0.isLastDone) = (acts, isLastDone) }
    }

    var isOn: Bool { state.withLock(\.isOn) }
    var acts: Int { state.withLock(\.acts) }

    /// Whether an act has its effect.
    func act() -> Bool {
        state.withLock { state in
            guard state.isOn else { return false }
            state.acts += 1
            guard state.acts >= state.limit else { return true }
            state.isOn = false
            return state.isLastDone
        }
    }
}
