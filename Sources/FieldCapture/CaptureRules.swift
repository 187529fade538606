// SPDX-License-Identifier: Apache-2.0

internal import Centroid
internal import ControlModel
internal import GNSSTypes
internal import MessageTexts

/// Decides whether a photo may be taken. No other code decides this.
struct CaptureRules {
    /// The age in seconds above which an averaged point no longer counts.
    static let longestCentroidAge = 60.0

    /// What is known about a receiver.
    struct Situation {
        var window = FixWindow()
        var verdict: HeldVerdict?
        /// The sampling sessions of this receiver.
        var samplings = HeldSamplings()
        /// What the receiver sent last of its satellites, its signals, its orientation and itself, however old it is.
        var lastSky: ReceiverStatement<SkyView>?
        var lastSignals: ReceiverStatement<SignalView>?
        var lastAttitude: ReceiverStatement<Attitude>?
        var lastIdentity: ReceiverStatement<ReceiverIdentity>?

        /// The sampling session of the receiver that made the newest fix; nil if none is new at an instant, in nanoseconds.
        fileprivate func sampling(at instant: Int64) -> HeldSamplings.Held? {
            guard let origin = window.newest?.origin else { return nil }
            return samplings.chosen(at: instant, within: CaptureRules.longestCentroidAge, of: origin)
        }
    }

    /// What is known about the person and the camera. The conditions of nil values become `clientReasons`.
    struct Photographer {
        var user: ControlUser?
        var camera: CameraReport?
    }

    let preferences: CapturePreferences
    let requirement: OSNMARequirement
    /// The reason why photos cannot be stored; nil if they can.
    let storeProblem: CodedText?

    /// Checks all conditions.
    ///
    /// - Parameters:
    ///   - situation: Nil if there is no receiver.
    ///   - instant: The host's monotonic clock in nanoseconds.
    func check(
        _ receiver: String?, _ situation: Situation?, by photographer: Photographer = Photographer(), at instant: Int64
    ) -> CaptureCheckReport {
        var report = CaptureCheckReport(receiver: receiver)
        guard preferences.isEnabled else {
            report.reasons = [.init(.disabled, CodedText(CaptureText.disabled))]
            return report
        }
        if receiver == nil {
            report.reasons = [.init(.noFix, CodedText(CaptureText.noReceiver))]
        } else {
            var situation = situation ?? Situation()
            situation.window.forget(before: instant)
            describe(situation, at: instant, in: &report)
            report.reasons = fixReasons(report, situation)
            if preferences.needsCentroid, let refusal = centroidRefusal(situation, at: instant) {
                report.reasons.append(refusal)
            }
            if let refusal = osnmaRefusal(situation) { report.reasons.append(refusal) }
        }
        let attitude = situation?.attitude
        if preferences.needsHeading, attitude?.heading == nil, attitude?.magneticHeading == nil {
            let reason = CaptureCheckReport.Reason(.noHeading, CodedText(CaptureText.noHeading))
            if let camera = photographer.camera {
                if camera.heading == nil { report.reasons.append(reason) }
            } else {
                report.clientReasons.append(reason)
            }
        }
        if preferences.needsUser {
            let reason = CaptureCheckReport.Reason(.notSignedIn, CodedText(CaptureText.notSignedIn))
            if let user = photographer.user {
                if user.name == nil { report.reasons.append(reason) }
            } else {
                report.clientReasons.append(reason)
            }
        }
        if let storeProblem { report.reasons.append(.init(.storageFull, storeProblem)) }
        return report
    }

    private func describe(_ situation: Situation, at instant: Int64, in report: inout CaptureCheckReport) {
        let window = situation.window
        (report.fixes, report.age, report.interval, report.spread) =
            (window.count, window.age(at: instant), window.interval, window.spread)
        report.accuracy = window.measured?.fix.horizontalAccuracy?.value.metres
        report.isAuthenticated = objection(situation) == nil
    }

    private func fixReasons(_ report: CaptureCheckReport, _ situation: Situation) -> [CaptureCheckReport.Reason] {
        guard situation.window.isCurrent else {
            return [.init(.noFix, CodedText(CaptureText.nothingArrived, ["seconds": .count(FixWindow.seconds)]))]
        }
        guard situation.window.measured != nil, let age = report.age else {
            return [.init(.noFix, CodedText(CaptureText.noFix))]
        }
        var reasons: [CaptureCheckReport.Reason] = []
        if age > preferences.maximumAge {
            reasons.append(.init(.staleFix, CodedText(CaptureText.staleFix, ["age": .number(age)])))
        }
        if let interval = report.interval {
            if interval > preferences.maximumInterval {
                let numbers = ["interval": interval, "limit": preferences.maximumInterval]
                reasons.append(.init(.lowRate, CodedText(CaptureText.lowRate, numbers.mapValues { .number($0) })))
            }
        } else {
            reasons.append(.init(.lowRate, CodedText(CaptureText.tooFewFixes, ["seconds": .count(FixWindow.seconds)])))
        }
        if let spread = report.spread, spread > preferences.maximumSpread {
            let numbers = ["spread": spread, "limit": preferences.maximumSpread]
            reasons.append(.init(.moving, CodedText(CaptureText.moving, numbers.mapValues { .number($0) })))
        }
        let limit = preferences.maximumAccuracy
        if limit > 0 {
            if let accuracy = report.accuracy {
                if accuracy > limit {
                    let numbers = ["accuracy": accuracy, "limit": limit]
                    reasons.append(.init(.accuracy, CodedText(CaptureText.accuracy, numbers.mapValues { .number($0) })))
                }
            } else {
                reasons.append(
                    .init(.accuracy, CodedText(CaptureText.unknownAccuracy, ["limit": .number(limit)])))
            }
        }
        return reasons
    }

    /// The sampling session whose averaged point belongs to a photo at an instant, in nanoseconds; nil if none does.
    func sampling(_ situation: Situation, at instant: Int64) -> HeldSamplings.Held? {
        centroidRefusal(situation, at: instant) == nil ? situation.sampling(at: instant) : nil
    }

    /// An averaged point counts only if it is new and of this place: a session that ended elsewhere does not.
    private func centroidRefusal(_ situation: Situation, at instant: Int64) -> CaptureCheckReport.Reason? {
        guard let sampling = situation.sampling(at: instant) else {
            return .init(.noCentroid, CodedText(CaptureText.noSampling))
        }
        let state = sampling.state
        guard sampling.isComplete, let estimate = state.estimate else {
            let numbers = ["count": state.count, "wanted": state.wanted]
            return .init(.noCentroid, CodedText(CaptureText.tooFewSamples, numbers.mapValues { .count($0) }))
        }
        guard let position = situation.window.position else { return nil }
        let distance = LocalFrame(position).point(estimate.position).distance(to: .init(east: 0, north: 0, up: 0))
        guard distance > preferences.maximumSpread else { return nil }
        return .init(.noCentroid, CodedText(CaptureText.otherPlace, ["distance": .number(distance)]))
    }

    /// The reason why the newest position may not be called authenticated; nil if it may.
    func objection(_ situation: Situation) -> OSNMARequirement.Refusal? {
        guard let newest = situation.window.newest else { return requirement.objection(to: nil) }
        return requirement.objection(to: newest, by: situation.verdict)
    }

    private func osnmaRefusal(_ situation: Situation) -> CaptureCheckReport.Reason? {
        guard preferences.osnma.isStrict(where: requirement.isRequired), let refusal = objection(situation) else {
            return nil
        }
        // A stage that has just begun to listen has heard no verdict yet, which says nothing about the receiver.
        let code =
            refusal.cause == .unverified && situation.verdict != nil
            ? "osnma.reason.\(refusal.reason.code)" : "osnma.refusal.\(refusal.cause.rawValue)"
        return .init(
            .osnmaRequired, CodedText(CaptureText.osnmaRequired, ["reason": .sentence(CodedText(code: code))]))
    }
}
