// SPDX-License-Identifier: Apache-2.0

package import GNSSTypes
internal import MessageTexts
internal import SystemSupport

/// Determines which of several receivers is active. It has no clock: replays and live receivers, which have different
/// times, are compared by their arrival at the gateway.
///
/// - The receiver that the operator selected comes first, then the one of higher priority, then the better fix, then
///   the one that came first. Only a receiver with a current position can be better than another.
/// - A receiver that is lost, or has had no position for `fixTimeout`, is replaced at once by one that has a position.
/// - A pause in which no receiver reports anything, for example because the machine was suspended, says nothing about the
///   active one: whichever reports first afterwards does not replace it.
/// - A better receiver takes over only after it has been better for `hold` without interruption, so that the position
///   does not jump between two receivers.
/// - If no receiver has a position, the active one stays active as long as it is present.
package struct ActiveReceiverSelector {
    /// The rules that determine the active receiver.
    package struct Rules: Sendable, Hashable {
        /// The time for which a better receiver must be better before it takes over.
        package var hold: Duration
        /// The time for which a receiver without a position may remain active while another one has one.
        package var fixTimeout: Duration

        package init(hold: Duration, fixTimeout: Duration) {
            (self.hold, self.fixTimeout) = (hold, fixTimeout)
        }
    }

    private struct Candidate {
        var id: SourceID
        var priority: Int
        /// The order of appearance.
        var number: Int
        var isThere = false
        /// The time of its last position on the monotonic clock, in nanoseconds.
        var lastPosition: Int64?
        /// True if a pause of all receivers has been added to `lastPosition`; only one is.
        var isExcused = false
        /// True if its last epoch had a position.
        var isFixed = false
        var grade = 0
        /// The time since which it has been better than the active one, in nanoseconds.
        var betterSince: Int64?
    }

    package var rules: Rules
    /// The receiver that the operator selected.
    private(set) var selected: SourceID?
    /// True until the selected receiver has been active with a position.
    private var isSelectionNew = true
    /// The active receiver.
    private(set) var active: SourceID?
    /// In the order of their appearance.
    private var candidates: [Candidate] = []
    /// The number of receivers from which a new one causes those to be forgotten that are gone.
    static let limit = 256
    /// The number of receivers from which those that are gone are forgotten; more than the limit if that many are there.
    private var full = Self.limit
    private var now: Int64 = 0

    package init(_ rules: Rules, selected: SourceID? = nil) {
        (self.rules, self.selected) = (rules, selected)
    }

    /// The priorities of the receivers; a receiver that is not named has 10.
    var priorities: [SourceID: Int] = [:] {
        didSet {
            for index in candidates.indices { candidates[index].priority = priorities[candidates[index].id] ?? 10 }
        }
    }

    /// Processes an observation of a receiver.
    ///
    /// - Parameter time: The current time of the gateway's monotonic clock, in nanoseconds.
    /// - Returns: The change; nil if none exists.
    package mutating func take(_ observation: Observation, at time: Int64) -> ActiveReceiver? {
        pass(to: time)
        switch observation.payload {
        case .fix(let fix):
            let index = index(of: observation.source)
            candidates[index].isThere = true
            candidates[index].isFixed = fix.position != nil
            if fix.position != nil {
                candidates[index].lastPosition = now
                candidates[index].isExcused = false
                candidates[index].grade = fix.grade
            }
        case .driverState(let report):
            let index = index(of: observation.source)
            switch report.state {
            case .lost, .stopped:
                candidates[index].isThere = false
                candidates[index].lastPosition = nil
            case .running: candidates[index].isThere = true
            case .starting, .connecting, .degraded: break
            }
        default: return nil
        }
        return decide()
    }

    /// Sets the time; a pause of all receivers counts for none of them.
    private mutating func pass(to time: Int64) {
        guard time > now else { return }
        let pause = time - now
        now = time
        guard pause > rules.fixTimeout.wholeNanoseconds else { return }
        for index in candidates.indices where !candidates[index].isExcused {
            candidates[index].isExcused = true
            candidates[index].lastPosition? += pause
            candidates[index].betterSince? += pause
        }
    }

    /// Records the operator's selection; nil reverts it.
    package mutating func select(_ id: SourceID?) -> ActiveReceiver? {
        (selected, isSelectionNew) = (id, true)
        // A person's selection takes effect without delay if the receiver has a position.
        let best = best
        return best.map {
            $0 == active ? nil : change(to: $0, CodedText(id == nil ? SelectionText.selectionRemoved : .selected))
        } ?? nil
    }

    private mutating func index(of id: SourceID) -> Int {
        if let index = candidates.firstIndex(where: { $0.id == id }) { return index }
        if candidates.count >= full {
            candidates.removeAll { !$0.isThere && $0.id != active }
            full = max(Self.limit, 2 * candidates.count)
        }
        let number = (candidates.last?.number ?? 0) + 1
        candidates.append(Candidate(id: id, priority: priorities[id] ?? 10, number: number))
        return candidates.count - 1
    }

    /// The number of receivers in memory.
    var count: Int { candidates.count }

    private func hasPosition(_ candidate: Candidate) -> Bool {
        guard candidate.isThere, let last = candidate.lastPosition else { return false }
        return now - last <= rules.fixTimeout.wholeNanoseconds
    }

    /// The best receiver that has a position.
    private var best: SourceID? { candidates.filter(hasPosition).max { isBetter($1, than: $0) }?.id }

    private func isBetter(_ a: Candidate, than b: Candidate) -> Bool {
        if (a.id == selected) != (b.id == selected) { return a.id == selected }
        if a.priority != b.priority { return a.priority > b.priority }
        return a.grade != b.grade ? a.grade > b.grade : a.number < b.number
    }

    private mutating func decide() -> ActiveReceiver? {
        guard let current = candidates.first(where: { $0.id == active }) else {
            return (best ?? candidates.first(where: \.isThere)?.id).flatMap {
                change(to: $0, CodedText(SelectionText.firstFound))
            }
        }
        guard hasPosition(current) else { return replace(current) }
        if current.id == selected { isSelectionNew = false }
        for index in candidates.indices {
            let candidate = candidates[index]
            let isSteady = candidate.id != current.id && candidate.isFixed && hasPosition(candidate)
            guard isSteady, isBetter(candidate, than: current) else {
                candidates[index].betterSince = nil
                continue
            }
            candidates[index].betterSince = candidate.betterSince ?? now
        }
        let hold = rules.hold.wholeNanoseconds
        let ripe = candidates.filter { candidate in
            guard let since = candidate.betterSince else { return false }
            // The first time, for example at its first position after a start, the selection takes effect without delay.
            return now - since >= hold || candidate.id == selected && isSelectionNew
        }
        guard let winner = ripe.max(by: { isBetter($1, than: $0) }) else { return nil }
        if winner.id == selected, isSelectionNew { return change(to: winner.id, CodedText(SelectionText.selected)) }
        let better = CodedText(
            SelectionText.better,
            [
                "receiver": .words(current.id.rawValue), "seconds": .count(hold / 1_000_000_000),
                "reason": .sentence(reason(winner, current)),
            ])
        return change(to: winner.id, better)
    }

    /// Replaces the active receiver, which has no position.
    private mutating func replace(_ current: Candidate) -> ActiveReceiver? {
        let what = CodedText(
            current.isThere ? SelectionText.noPosition : .disconnected, ["receiver": .words(current.id.rawValue)])
        if let best { return change(to: best, what) }
        if current.isThere { return nil }
        return change(to: candidates.first(where: \.isThere)?.id, what)
    }

    private func reason(_ winner: Candidate, _ current: Candidate) -> CodedText {
        if winner.id == selected { return CodedText(SelectionText.selected) }
        guard winner.priority != current.priority else {
            return CodedText(winner.grade == current.grade ? SelectionText.foundEarlier : .fix)
        }
        return CodedText(
            SelectionText.priority, ["priority": .count(winner.priority), "other": .count(current.priority)])
    }

    private mutating func change(to id: SourceID?, _ reason: CodedText) -> ActiveReceiver? {
        guard id != active else { return nil }
        let previous = active
        active = id
        for index in candidates.indices { candidates[index].betterSince = nil }
        return ActiveReceiver(current: id, previous: previous, reason: reason.text, message: reason)
    }
}

extension Fix {
    /// The rank of the receiver among those of the same priority.
    fileprivate var grade: Int {
        switch quality {
        case .rtkFixed: return 6
        case .rtkFloat: return 5
        case .differential, .precise: return 4
        case .deadReckoning: return 1
        case .invalid, .autonomous, .manual, .simulated, .combinedDeadReckoning:
            return kind == .threeDimensional ? 3 : 2
        }
    }
}
