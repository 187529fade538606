// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import MessageTexts
internal import ReceiverHost
internal import Storage

extension Indicator {
    /// The indicator that shows whether a position can be determined.
    ///
    /// - Parameters:
    ///   - receivers: All receivers, the active one first.
    ///   - learnt: The data that each receiver has delivered, in the same order.
    ///   - now: The current time of the daemon's clock.
    ///   - sleep: Returns the time for which the machine slept since a receiver's last epoch, in nanoseconds.
    static func location(
        _ receivers: [ReceiverCondition], _ learnt: [LearntReceiver?], now: HostTime,
        sleep: (ReceiverCondition) -> Int64
    ) -> Indicator {
        for (receiver, learnt) in zip(receivers, learnt) where !receiver.state.state.isWithoutDevice {
            guard let learnt, let last = learnt.lastPosition else { continue }
            guard receiver.lastFix?.position != nil else { continue }
            let age = now.monotonicNanoseconds - last.monotonicNanoseconds + sleep(receiver)
            if age <= learnt.positionLimit {
                let text = CodedText(IndicatorText.hasPosition, ["receiver": .words(receiver.plan.id)])
                return Indicator(.location, .green, text, since: Timestamp(last))
            }
        }
        let last = learnt.compactMap { $0?.lastPosition }.max { $0.wallNanoseconds < $1.wallNanoseconds }
        let (reason, text) = reason(receivers)
        return Indicator(.location, .red, reason: reason, text, since: last.map { Timestamp($0) })
    }

    /// The indicator of an ability: green once it was observed, otherwise yellow.
    static func ability(_ name: Name, _ title: String, known: [StoredAbility]) -> Indicator {
        guard let ability = known.first(where: { $0.ability == name.code }) else {
            return Indicator(name, .yellow, .notSeen, text: "\(title): \(IndicatorText.notSeen.english)")
        }
        return Indicator(
            name, .green, .seen, text: "\(title): \(ability.evidence)", since: Timestamp(milliseconds: ability.seen))
    }

    private static func reason(_ receivers: [ReceiverCondition]) -> (Reason, CodedText) {
        func text(_ text: IndicatorText, _ receiver: ReceiverCondition, _ reason: CodedText? = nil) -> CodedText {
            CodedText(
                text,
                ["receiver": .words(receiver.plan.id), "reason": .sentence(reason ?? receiver.state.codedReason)])
        }
        let running = receivers.first { [.running, .degraded].contains($0.state.state) }
        if let running {
            // The reason for the state 'running' says how the receiver is connected, not why it has no position.
            let isWell = running.state.state == .running
            let isWithoutFix = running.lastFix.map { $0.position == nil } ?? false
            let why = isWell ? CodedText(isWithoutFix ? IndicatorText.noFix : .noEpochs) : nil
            return (.noFix, text(.noPosition, running, why))
        }
        let waiting = receivers.first { [.lost, .connecting, .starting].contains($0.state.state) }
        if let waiting { return (.noDevice, text(.notConnected, waiting)) }
        return (.driverOff, receivers.first.map { text(.notRunning, $0) } ?? CodedText(IndicatorText.noReceiver))
    }
}

extension DriverState {
    /// True if the receiver is lost or stopped, so that its last position is no longer current.
    fileprivate var isWithoutDevice: Bool { self == .lost || self == .stopped }
}
