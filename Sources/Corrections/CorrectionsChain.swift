// SPDX-License-Identifier: Apache-2.0

public import ControlModel
internal import GNSSTypes
internal import Glibc
internal import MessageTexts

/// The chain from the caster to the receivers' positions. The status, the console and the command line all show it.
public enum CorrectionsChain {
    /// The time for which a stream may lack observations or the station's position after its begin, in seconds. Casters
    /// send the position every 5 to 30 s.
    static let messagePatience = 60.0
    /// The time that a receiver may take to report that it uses corrections, in seconds.
    static let usePatience = 120.0
    /// The age in seconds above which a receiver's corrections are outdated.
    static let oldestAge = 60.0

    /// Adds the chain to the stage's report.
    ///
    /// - Parameters:
    ///   - receivers: The receivers that get the corrections: those that the configuration names (nil for one that
    ///     does not exist), otherwise all whose drivers accept corrections.
    public static func complete(
        _ report: CorrectionsReport, receivers: [(id: String, report: ReceiverReport?)]
    ) -> CorrectionsReport {
        var report = report
        let links = links(of: report)
        let areReached = links.allSatisfy { $0.state == .ok }
        let uses = receivers.map { id, receiver in use(id, receiver, report, isReached: areReached) }
        let order: [CorrectionsLink.State] = [.ok, .waiting, .unknown, .failed]
        let best = order.lazy.compactMap { state in uses.first { $0.use.state == state }?.use }.first
        report.receivers = uses
        report.chain = links + [best ?? CorrectionsLink(.use, .failed, .noReceiver, cure: .noReceiver)]
        return report
    }

    // MARK: The stream

    private static func links(of report: CorrectionsReport) -> [CorrectionsLink] {
        let answered = CorrectionsLink(.caster, .ok, .answered)
        switch report.state {
        case .known(.streaming):
            return [answered, arriving(report), content(report)]
        case .known(.connected):
            return [answered, CorrectionsLink(.data, .waiting, .firstAwaited), unknown(.messages)]
        case .known(.failed): return failed(report)
        case .known(.connecting), .known(.waitingForPosition), .known(.stopped), .other:
            let message = report.message ?? .detail(report.reason)
            return [
                CorrectionsLink(.caster, .waiting, message, text: report.reason), unknown(.data), unknown(.messages),
            ]
        }
    }

    private static func unknown(_ name: CorrectionsLink.Name) -> CorrectionsLink {
        CorrectionsLink(name, .unknown, .notChecked)
    }

    private static func arriving(_ report: CorrectionsReport) -> CorrectionsLink {
        CorrectionsLink(
            .data, .ok,
            CodedText(
                CorrectionsChainText.arriving,
                ["messages": .count(report.messages), "age": .number(report.lastMessageAge ?? 0)]))
    }

    /// Checks for the messages that every receiver needs for RTK: observations and the position of the station.
    private static func content(_ report: CorrectionsReport) -> CorrectionsLink {
        let numbers = report.messageNumbers.keys.compactMap { Int($0) }.sorted()
        let hasObservations = numbers.contains { (1001...1004).contains($0) || (1009...1012).contains($0) || isMSM($0) }
        let hasStation = numbers.contains { $0 == 1005 || $0 == 1006 }
        let isEarly = (report.stateAge ?? 0) < messagePatience
        let shown = numbers.prefix(16).map { "\($0)" }.joined(separator: " ") + (numbers.count > 16 ? " …" : "")
        func link(
            _ state: CorrectionsLink.State, _ text: CorrectionsChainText, _ cure: CorrectionsCure? = nil
        ) -> CorrectionsLink {
            CorrectionsLink(.messages, state, CodedText(text, ["numbers": .words(shown)]), cure: cure)
        }
        if hasObservations && hasStation { return link(.ok, .complete) }
        if isEarly { return link(.waiting, .incomplete) }
        return hasObservations
            ? link(.failed, .noStation, .noStation) : link(.failed, .noObservations, .noObservations)
    }

    /// Multiple signal messages 1 to 7 of a satellite system.
    private static func isMSM(_ number: Int) -> Bool { (1071...1137).contains(number) && (1...7).contains(number % 10) }

    private static func failed(_ report: CorrectionsReport) -> [CorrectionsLink] {
        let cause = report.problem?.value
        let message =
            report.problem.flatMap { CorrectionsText(cause: $0.code) }.map { CodedText($0) }
            ?? report.message ?? .detail(report.reason)
        let cure = report.problem.flatMap { CorrectionsCure(cause: $0.code) }
        let place = step(of: cause)
        let names: [CorrectionsLink.Name] = [.caster, .data, .messages]
        return names.enumerated().map { index, name in
            if index == place {
                return CorrectionsLink(name, .failed, message, text: report.reason, cure: cure)
            }
            if index > place { return unknown(name) }
            return name == .caster
                ? CorrectionsLink(.caster, .ok, .answered) : CorrectionsLink(name, .waiting, .firstAwaited)
        }
    }

    /// The index of the step at which a cause of failure occurs.
    private static func step(of cause: CorrectionsReport.Cause?) -> Int {
        switch cause {
        case .hostUnknown, .refused, .unreachable, .tls, .clockBehind, .html, .notCaster, .login, .tooLarge, .tooSlow,
            nil:
            0
        case .wrongPassword, .forbidden, .mountpointGone, .noData, .busy, .stalled, .closed: 1
        case .notRTCM: 2
        }
    }

    // MARK: A receiver

    private static func use(
        _ id: String, _ receiver: ReceiverReport?, _ report: CorrectionsReport, isReached: Bool
    ) -> CorrectionsUse {
        guard let receiver else {
            return CorrectionsUse(id, CorrectionsLink(.use, .failed, .unknownReceiver, cure: .unknownReceiver))
        }
        var use = CorrectionsUse(id, link(receiver, report, isReached: isReached))
        use.delivered = receiver.corrections
        guard receiver.state == .running || receiver.state == .degraded, let fix = receiver.fix else { return use }
        (use.correctionAge, use.correctionStation) = (fix.correctionAge, fix.correctionStation)
        use.quality = fix.kind == .none ? nil : fix.quality
        use.baseline = baseline(fix, report.stationPosition)
        return use
    }

    private static func link(
        _ receiver: ReceiverReport, _ report: CorrectionsReport, isReached: Bool
    ) -> CorrectionsLink {
        let tally = receiver.corrections ?? CorrectionTally()
        guard receiver.state == .running || receiver.state == .degraded else {
            return CorrectionsLink(.use, .failed, .notRunning, cure: .notRunning)
        }
        if tally.refused > 0, tally.messages == 0 { return CorrectionsLink(.use, .failed, .refused, cure: .driver) }
        if let link = statement(of: receiver, report) { return link }
        guard isReached else { return unknown(.use) }
        guard tally.messages > 0 else { return CorrectionsLink(.use, .waiting, .notDelivered) }
        let isEarly = (report.stateAge ?? 0) < usePatience
        let text: CorrectionsChainText = isEarly ? .notUsedYet : .notUsed
        return CorrectionsLink(
            .use, isEarly ? .waiting : .failed, CodedText(text, ["messages": .count(tally.messages)]),
            cure: isEarly ? nil : .notUsed)
    }

    /// The receiver's own statement on the corrections in its solution; nil if it makes none. Only this statement
    /// proves that the receiver uses them.
    private static func statement(of receiver: ReceiverReport, _ report: CorrectionsReport) -> CorrectionsLink? {
        guard let fix = receiver.fix, fix.kind != .none else { return nil }
        let isCarrierPhase = fix.quality == .rtkFixed || fix.quality == .rtkFloat
        guard isCarrierPhase || fix.quality == .differential else { return nil }
        if let age = fix.correctionAge, age > oldestAge {
            return CorrectionsLink(
                .use, .failed, CodedText(CorrectionsChainText.outdated, ["age": .number(age)]), cure: .outdated)
        }
        let station = fix.correctionStation.flatMap { $0 == 0 ? nil : $0 }
        // A differential solution may be based on SBAS; receivers then report the SBAS satellite as the station.
        if !isCarrierPhase, let station, let sent = report.station, station != sent {
            return CorrectionsLink(
                .use, .failed, CodedText(CorrectionsChainText.otherStation, ["station": .count(station)]),
                cure: .otherStation)
        }
        // The gateway passes nothing to this receiver, so these are not its corrections.
        guard (receiver.corrections?.messages ?? 0) > 0 else { return nil }
        guard let age = fix.correctionAge else {
            return CorrectionsLink(
                .use, .ok, CodedText(CorrectionsChainText.usedQuality, ["quality": .words(fix.quality.code)]))
        }
        guard let station = fix.correctionStation else {
            return CorrectionsLink(.use, .ok, CodedText(CorrectionsChainText.used, ["age": .number(age)]))
        }
        return CorrectionsLink(
            .use, .ok,
            CodedText(CorrectionsChainText.usedStation, ["age": .number(age), "station": .count(station)]))
    }

    /// The distance in metres between a position in WGS 84 and a station; nil if either is unknown. The two reference
    /// frames differ by a few metres at most.
    private static func baseline(_ fix: FixReport, _ station: StationPosition?) -> Double? {
        guard let station, let latitude = fix.latitude, let longitude = fix.longitude else { return nil }
        let height =
            fix.ellipsoidalHeight ?? fix.orthometricHeight.map { $0 + (fix.geoidSeparation ?? 0) } ?? 0
        let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180)
        let eccentricity = WGS84.eccentricitySquared
        let radius = WGS84.semiMajorAxis / (1 - eccentricity * sin(phi) * sin(phi)).squareRoot()
        let x = (radius + height) * cos(phi) * cos(lambda) - station.x
        let y = (radius + height) * cos(phi) * sin(lambda) - station.y
        let z = (radius * (1 - eccentricity) + height) * sin(phi) - station.z
        let distance = (x * x + y * y + z * z).squareRoot()
        return distance.isFinite ? distance : nil
    }
}
