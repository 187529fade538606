// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
public import GNSSTypes
internal import Transport
public import UBX

/// Talks to a u-blox receiver while a driver reads its output: identifies it, configures it if allowed, and monitors
/// its messages about its own output. Without permission to configure, it only listens.
public final class UBXCompanion: LineCompanion {
    /// The permission to change a receiver.
    public enum Leave: Hashable, Sendable {
        /// The driver never writes to the receiver.
        case listen
        /// Query and configure the receiver; the configuration lasts until the receiver loses power.
        case configure(ProvisionOptions)
    }

    private enum Phase {
        case idle
        case identify(SetupConversation<Identification>)
        case survey(SetupConversation<ProvisionSurvey>)
        case provision(SetupConversation<Provisioning>)
        /// No answer came, or the set-up failed; try again at this time.
        case waiting(until: Int64)
    }

    private let leave: Leave
    private let timing: SetupTiming
    private var phase = Phase.idle
    private var facts: LineFacts?
    /// The arrival of the bytes whose frames are being processed.
    private var now: Int64 = 0
    /// The last arrival of any bytes.
    private var arrivedAt: Int64 = 0
    private var output = OutputWatch()
    private var identity: UBXIdentity? { didSet { name = identity?.words } }
    private var pending: [LineAction] = []
    private var complaint: String?
    /// The problem that no UBX arrives although all settings are right; nil if it does not exist.
    private var silence: String?
    /// True if no UBX arrived before the last set-up, although all settings were right.
    private var keepsSettings = false
    private var overload: String?
    /// True after the receiver did not take another rate: it is set up at the rate that it has.
    private var keepsRate = false
    /// Monitors a receiver that was set up; nil before.
    private var watch: SettingsWatch?
    /// The reason for the last set-up; nil if it was not the loss of settings.
    private var loss: SettingsWatch.Loss?
    /// The delay in nanoseconds before a failed set-up, or one because of a loss, may be repeated.
    private var retryPause = UBXCompanion.pause
    /// The optional settings that failed in the last set-up.
    private var failedOptions: Set<SettingPlace> = []
    /// The identity that was logged last, with its unique id if one was ever answered.
    private var loggedIdentity: UBXIdentity?

    /// The delay in nanoseconds before an unanswered query is repeated.
    private static let pause: Int64 = 60_000_000_000
    /// The longest delay in nanoseconds before a failed set-up is repeated: a receiver that never keeps a setting must not
    /// be written to all the time.
    private static let longestPause: Int64 = 3_600_000_000_000

    /// - Parameters:
    ///   - leave: The permission.
    ///   - timing: The times to wait for answers.
    public init(_ leave: Leave, timing: SetupTiming = SetupTiming()) {
        (self.leave, self.timing) = (leave, timing)
    }

    /// The poll of MON-VER, if sending is allowed.
    public var question: [UInt8]? { leave == .listen ? nil : UBXWriter.frame(.monVER) }

    /// The receiver's identity; nil until it has answered.
    public private(set) var name: String?

    /// A problem of the receiver; nil if none exists.
    public var error: String? { complaint ?? silence ?? overload }

    /// The time of the next call even if nothing arrives.
    public var deadline: Int64 {
        switch phase {
        case .idle: .max
        case .identify(let conversation): conversation.deadline
        case .survey(let conversation): conversation.deadline
        case .provision(let conversation): conversation.deadline
        case .waiting(let time): time
        }
    }

    /// True while it identifies, reads or configures the receiver.
    public var isBusy: Bool {
        switch phase {
        case .identify, .survey, .provision: true
        case .idle, .waiting: false
        }
    }

    /// True while the rate of the line is being changed.
    public var isChangingRate: Bool {
        if case .provision(let conversation) = phase { conversation.procedure.isChangingRate } else { false }
    }

    /// Starts again when the rate has been found, because earlier knowledge may concern a different receiver.
    public func begin(on line: LineFacts, at now: Int64) {
        (facts, arrivedAt) = (line, now)
        (output, identity, watch, loss) = (OutputWatch(), nil, nil, nil)
        (complaint, silence, overload) = (nil, nil, nil)
        if case .configure = leave { identify(at: now) }
    }

    /// Starts a burst; its frames follow.
    public func begin(burstAt now: Int64, hasBytes: Bool) {
        self.now = now
        guard hasBytes else { return }
        defer { arrivedAt = now }
        let patience = watch?.patience ?? SettingsWatch.shortestPatience
        guard now &- arrivedAt > patience else { return }
        // The whole line was silent: the receiver was probably without power, which no set-up causes. If it had its
        // settings after the last silence, it may fall silent again and again, for example to save power.
        if !keepsSettings { watch?.endPause() }
        if case .waiting = phase { phase = .waiting(until: now) }
    }

    /// Processes a frame if it is a message about the receiver.
    public func take(_ frame: Span<UInt8>, format: FrameFormat) {
        guard format == .ubx, let id = UBXFrame.id(of: frame) else { return }
        watch?.take(id, at: now)
        guard id.isAboutReceiver else { return }
        let payload = frame.extracting(UBXFrame.payload(of: frame))
        output.take(id, payload, at: now)
        if id == .monVER, leave == .listen { note(version: payload) }
        switch phase {
        case .identify(var conversation):
            conversation.take(id, payload, at: now)
            phase = .identify(conversation)
        case .survey(var conversation):
            conversation.take(id, payload, at: now)
            phase = .survey(conversation)
        case .provision(var conversation):
            conversation.take(id, payload, at: now)
            phase = .provision(conversation)
        case .idle, .waiting: break
        }
        advance(at: now)
    }

    /// Ends a burst.
    public func endBurst() {
        // A failed set-up is repeated after its pause, whatever arrives until then.
        guard case .idle = phase else { return }
        let loss = watch?.loss(at: now)
        if watch?.isHeard == true {
            silence = nil
        } else if keepsSettings, watch?.isSilent == true {
            silence = wordsOfSilence
        }
        if complaint == nil, watch?.hasLasted(at: now) == true {
            retryPause = Self.pause
            watch?.endPause()
        }
        guard let loss else { return }
        self.loss = loss
        pending.append(
            .log(.warning, "UBX messages have stopped: the receiver probably restarted; setting it up again"))
        identify(at: now)
    }

    /// Returns the actions to take now.
    public func actions(at now: Int64) -> [LineAction] {
        elapse(to: now)
        overload = output.verdict(at: now).map(words)
        defer { pending.removeAll() }
        return pending
    }

    private func elapse(to now: Int64) {
        switch phase {
        case .idle: return
        case .waiting(let time): if now >= time { identify(at: now) }
        case .identify(var conversation):
            conversation.elapse(to: now)
            pending += conversation.takeActions().map(\.onLine)
            phase = .identify(conversation)
        case .survey(var conversation):
            conversation.elapse(to: now)
            pending += conversation.takeActions().map(\.onLine)
            phase = .survey(conversation)
        case .provision(var conversation):
            conversation.elapse(to: now)
            let actions = conversation.takeActions()
            for case .setRate(let rate) in actions { facts = facts.map { LineFacts(kind: $0.kind, baud: rate) } }
            pending += actions.map(\.onLine)
            phase = .provision(conversation)
        }
        advance(at: now)
    }

    // MARK: Steps

    private func identify(at now: Int64) {
        watch = nil
        phase = .identify(SetupConversation(Identification(), timing: timing, at: now))
        elapse(to: now)
    }

    /// Proceeds when a step has ended.
    private func advance(at now: Int64) {
        switch phase {
        case .identify(let conversation): if let outcome = conversation.outcome { identified(outcome, at: now) }
        case .survey(let conversation): if let outcome = conversation.outcome { surveyed(outcome, at: now) }
        case .provision(let conversation): if let steps = conversation.outcome { provisioned(steps, at: now) }
        case .idle, .waiting: break
        }
    }

    private func identified(_ outcome: Result<UBXIdentity, Identification.IdentificationError>, at now: Int64) {
        guard case .success(let identity) = outcome, case .configure(var options) = leave else {
            giveUp(
                "the receiver does not identify itself: is its input connected, and does it accept UBX there?", at: now)
            return
        }
        self.identity = identity
        log(identity)
        options.currentBaud = facts?.baud
        if keepsRate { options.mayRaiseRate = false }
        // No person sees the plan.
        options.mayRaiseRateOfGuessedPort = false
        options.port = facts?.kind == .usb ? .usb : .uart1
        phase = .survey(SetupConversation(ProvisionSurvey(identity, options), timing: timing, at: now))
        elapse(to: now)
    }

    private func surveyed(_ outcome: Result<ProvisionPlan, ProvisionSurvey.SurveyError>, at now: Int64) {
        switch outcome {
        case .failure(let failure): giveUp("\(failure)", at: now)
        case .success(let plan):
            output.port = plan.port
            watch = SettingsWatch(plan)
            if !plan.omitted.isEmpty {
                let names = plan.omitted.map(\.name).joined(separator: ", ")
                pending.append(.log(.warning, "the line is too slow for \(names): omitted"))
            }
            guard !plan.isNothingToDo else {
                pending.append(.log(.info, "the receiver is already set up: nothing was changed"))
                complaint = nil
                rest(at: now, hasWritten: false)
                return
            }
            pending.append(.log(.info, "changing \(plan.changes.count) settings, until the receiver loses power"))
            phase = .provision(SetupConversation(Provisioning(plan), timing: timing, at: now))
            elapse(to: now)
        }
    }

    private func provisioned(_ steps: [ProvisionStep], at now: Int64) {
        for step in steps {
            let level: LogLevel = step.isFailure ? .warning : step.result == .made ? .debug : .info
            pending.append(.log(level, step.words))
        }
        if !keepsRate, steps.contains(where: \.isRateFailure) {
            keepsRate = true
            pending.append(.log(.warning, "the rate of the line was not changed; setting the receiver up without that"))
            return identify(at: now)
        }
        let failed = steps.filter(\.isFailure)
        complaint = failed.first.map {
            "\(failed.count) of \(steps.count) settings failed (\($0.words)): see the log, and "
                + "'gnss-gateway receivers provision'"
        }
        let made = steps.count { $0.result == .made }
        pending.append(.log(.info, "\(made) of \(steps.count) settings were changed"))
        // A refusal is final, and so is the second failure of an optional setting; the rest may have been bad luck, such as
        // a restart in between.
        let isTriedAgain = failed.contains { $0.result != .refused && !failedOptions.contains($0.change.setting.place) }
        failedOptions = Set(failed.map(\.change.setting).filter(\.isOptional).map(\.place))
        rest(at: now, hasWritten: true, isTriedAgain: isTriedAgain)
    }

    /// Ends a set-up. After one that failed or followed a loss, the next one waits for the pause.
    private func rest(at now: Int64, hasWritten: Bool, isTriedAgain: Bool = false) {
        let pause = complaint == nil && loss == nil ? 0 : takePause()
        keepsSettings = loss == .silence && !hasWritten
        if !keepsSettings { silence = nil }
        guard !isTriedAgain else {
            pending.append(.log(.info, "trying again in \(pause / 1_000_000_000) s"))
            phase = .waiting(until: now &+ pause)
            return
        }
        phase = .idle
        // After a receiver refused settings, its silence proves nothing until UBX has been heard. If it had its settings
        // although a message was missing, a missing message proves nothing.
        watch?.begin(
            at: now, expectsUBX: complaint == nil, judgesFrom: now &+ pause,
            judgesMessages: hasWritten || loss != .message)
    }

    /// Returns the delay in nanoseconds before the receiver may be written to again; the next one is longer.
    private func takePause() -> Int64 {
        defer { retryPause = min(retryPause * 2, Self.longestPause) }
        return retryPause
    }

    private func giveUp(_ reason: String, at now: Int64) {
        complaint = "\(reason) The driver only listens"
        phase = .waiting(until: now &+ Self.pause)
    }

    // MARK: Known values

    /// Logs the identity unless it was logged last: the search for the rate may find the same receiver again and again.
    private func log(_ identity: UBXIdentity) {
        let last = loggedIdentity
        let isSame =
            last?.words == identity.words
            && (last?.uniqueID == nil || identity.uniqueID == nil || last?.uniqueID == identity.uniqueID)
        // The answer with the unique id may be lost.
        if !isSame || identity.uniqueID != nil { loggedIdentity = identity }
        guard !isSame else { return }
        pending.append(.log(.info, "it is a \(identity.words)\(identity.uniqueID.map { ", id \($0)" } ?? "")"))
        // Another receiver has not failed yet.
        (retryPause, failedOptions) = (Self.pause, [])
    }

    private func note(version payload: Span<UInt8>) {
        guard let version = ReceiverVersion(payload) else { return }
        identity = UBXIdentity(version: version)
    }

    private var wordsOfSilence: String {
        let port = output.port.map { " for \($0.name)" } ?? ""
        return "the receiver keeps its settings\(port), but no UBX arrives: is the line connected to another port?"
    }

    private func words(_ verdict: OutputWatch.Verdict) -> String {
        let place = facts?.baud.map { " at \($0) baud" } ?? ""
        let remedy = "raise its rate ('receivers provision --baud') or lower its output"
        return switch verdict {
        case .overflows: "the receiver's output buffer is full\(place): it drops frames; \(remedy)"
        case .nearlyFull(let percent):
            "the receiver's output uses \(percent) % of the line\(place): frames will be lost; \(remedy)"
        }
    }
}

extension SetupConversation.Action {
    fileprivate var onLine: LineAction {
        switch self {
        case .send(let bytes): .send(bytes)
        case .setRate(let rate): .setRate(rate)
        }
    }
}
