// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The result of one change.
public struct ProvisionStep: Hashable, Sendable {
    /// The outcome of a change.
    public enum Result: Hashable, Sendable {
        /// The receiver acknowledged it and returned the new value when queried.
        case made
        /// The receiver refused it.
        case refused
        /// The receiver did not answer.
        case silent
        /// The receiver acknowledged it but returned another value when queried; nil if it did not return any.
        case notKept(UInt64?)
        /// The receiver did not answer at the new rate; the old rate is used again.
        case notHeardAtNewRate
        /// Not written: the change of the rate failed, for which the change was computed.
        case notTried
    }

    public let change: ProvisionPlan.Change
    /// The outcome of the change.
    public internal(set) var result: Result

    /// True if the receiver lacks something required because of the outcome.
    public var isFailure: Bool {
        switch result {
        case .made: false
        case .refused, .notTried: !change.setting.isOptional
        case .silent, .notKept, .notHeardAtNewRate: true
        }
    }

    /// True if the rate of the line was to be changed and was not.
    public var isRateFailure: Bool { change.isRate && result != .made }

    /// The text for reports: `NAV-SIG: off → every epoch: made`.
    public var words: String { "\(change.words): \(text.text(of: ProvisionText.self))" }

    /// The outcome as a code with parameters.
    public var text: CodedText {
        switch result {
        case .made: CodedText(ProvisionText.made)
        case .refused: CodedText(ProvisionText.refused)
        case .silent: CodedText(ProvisionText.notAnswered)
        case .notKept(let value): CodedText(ProvisionText.notKept, ["value": .sentence(change.setting.text(value))])
        case .notHeardAtNewRate: CodedText(ProvisionText.notHeard)
        case .notTried: CodedText(ProvisionText.notTried)
        }
    }
}

/// Applies the changes of a plan. Each change is checked by its acknowledgement, repeated if it is not acknowledged, and
/// finally read back. If the rate of the line cannot be changed, the other changes, which were computed for that rate, are
/// not made.
public struct Provisioning: SetupProcedure {
    private enum Stage {
        case write
        case rate(RateChange)
        case verify(SettingReading)
    }

    /// The results so far, in order.
    public private(set) var steps: [ProvisionStep] = []

    /// True while both ends of the line change their rate, and until the receiver has answered.
    public var isChangingRate: Bool { if case .rate = stage { true } else { false } }

    private let plan: ProvisionPlan
    private var batches: [[ProvisionPlan.Change]]
    private var current: [ProvisionPlan.Change] = []
    private var stage = Stage.write
    /// The current UBX-CFG-PRT.
    private var portSettings: [UInt8]?

    /// - Parameter plan: The result of a survey of the same receiver.
    public init(_ plan: ProvisionPlan) {
        self.plan = plan
        portSettings = plan.portSettings
        batches = Self.batches(plan)
    }

    /// Groups the changes: first the rate, to gain capacity; then the required settings together; then each optional
    /// setting alone, because a receiver refuses a whole message that contains an unknown key.
    private static func batches(_ plan: ProvisionPlan) -> [[ProvisionPlan.Change]] {
        guard plan.identity.hasKeys else { return plan.changes.map { [$0] } }
        var batches = plan.changes.filter(\.isRate).map { [$0] }
        let rest = plan.changes.filter { !$0.isRate }
        let required = rest.filter { !$0.setting.isOptional }
        if !required.isEmpty { batches.append(required) }
        for change in rest where change.setting.isOptional {
            if let group = change.setting.group, let at = batches.firstIndex(where: { $0[0].setting.group == group }) {
                batches[at].append(change)
            } else {
                batches.append([change])
            }
        }
        return batches
    }

    public mutating func next(_ answer: SetupAnswer) -> SetupMove<[ProvisionStep]> {
        switch stage {
        case .write: return write(answer)
        case .rate(var change):
            let move = change.next(answer)
            stage = .rate(change)
            guard case .finish(let result) = move else { return Self.relay(move) }
            note(result)
            stage = .write
            return result == .made ? write(.begin) : giveUp()
        case .verify(var reading):
            let move = reading.next(answer)
            stage = .verify(reading)
            guard case .finish(let values) = move else { return Self.relay(move) }
            verify(values)
            return .finish(steps)
        }
    }

    private static func relay<Inner: Sendable>(_ move: SetupMove<Inner>) -> SetupMove<[ProvisionStep]> {
        switch move {
        case .ask(let request): .ask(request)
        case .setRate(let rate): .setRate(rate)
        case .pause(let time): .pause(time)
        case .finish: .pause(0)
        }
    }

    /// Ends without the remaining changes: the line may have no room for the messages at its old rate, and what is stored
    /// would stay.
    private mutating func giveUp() -> SetupMove<[ProvisionStep]> {
        steps += batches.joined().map { ProvisionStep(change: $0, result: .notTried) }
        batches = []
        return .finish(steps)
    }

    // MARK: Writing

    private mutating func write(_ answer: SetupAnswer) -> SetupMove<[ProvisionStep]> {
        if !current.isEmpty { settle(answer) }
        guard !batches.isEmpty else { return readBack() }
        current = batches.removeFirst()
        if let change = current.first, change.isRate, let new = Int(exactly: change.new) {
            stage = .rate(
                RateChange(request(current, in: .ram), storing: storing, to: new, from: plan.options.currentBaud))
            return next(.begin)
        }
        return .ask(request(current))
    }

    /// The write of the current change, which is the rate, to permanent memory; nil if it is not to be stored, or is
    /// stored with the other settings at the end.
    private var storing: RateChange.Storing? {
        guard plan.options.memory == .flash, plan.identity.hasKeys, let place = current.first?.setting.place else {
            return nil
        }
        return RateChange.Storing(
            request: request(current, in: .permanent), confirmation: SettingReading([place], port: plan.port),
            place: place)
    }

    private mutating func settle(_ answer: SetupAnswer) {
        if answer == .refused, current.count > 1, current[0].setting.group == nil || !current[0].setting.isOptional {
            batches.insert(contentsOf: current.map { [$0] }, at: 0)
            current = []
            return
        }
        note(answer == .acknowledged ? .made : answer == .refused ? .refused : .silent)
    }

    private mutating func note(_ result: ProvisionStep.Result) {
        for change in current {
            steps.append(ProvisionStep(change: change, result: result))
            if result == .made { keepPort(change) }
        }
        current = []
    }

    private mutating func keepPort(_ change: ProvisionPlan.Change) {
        if let settings = portSettings(with: change) { portSettings = settings }
    }

    /// UBX-CFG-PRT with a change applied; nil if the change does not concern it.
    private func portSettings(with change: ProvisionPlan.Change) -> [UInt8]? {
        guard var settings = portSettings, settings.count >= 20 else { return nil }
        switch change.setting.place {
        case .baud: settings.replaceSubrange(8..<12, with: LittleEndian.bytes(change.new, count: 4))
        case .protocolsIn:
            let mask = change.setting.target(from: UInt64(settings.span.u2(12)))
            settings.replaceSubrange(12..<14, with: LittleEndian.bytes(mask, count: 2))
        case .protocolsOut:
            let mask = change.setting.target(from: UInt64(settings.span.u2(14)))
            settings.replaceSubrange(14..<16, with: LittleEndian.bytes(mask, count: 2))
        default: return nil
        }
        return settings
    }

    /// The memories that UBX-CFG-VALSET writes to, as its bits.
    private struct Layers: OptionSet {
        let rawValue: UInt8
        static let ram = Layers(rawValue: 0b001)
        /// Battery-backed memory and flash.
        static let permanent = Layers(rawValue: 0b110)
    }

    /// - Parameter layers: The memories, for keys only; nil for those of the plan.
    private func request(_ changes: [ProvisionPlan.Change], in layers: Layers? = nil) -> SetupRequest {
        let change = changes[0]
        let (id, payload): (MessageID, [UInt8])
        switch change.setting.place {
        case .key: (id, payload) = (.cfgVALSET, values(changes, layers ?? planned))
        case .message(let message):
            (id, payload) = (.cfgMSG, [message.messageClass, message.id, UInt8(clamping: change.new)])
        case .period: (id, payload) = (.cfgRATE, LittleEndian.bytes(change.new, count: 2) + [1, 0, 1, 0])
        case .baud, .protocolsIn, .protocolsOut: (id, payload) = (.cfgPRT, portSettings(with: change) ?? [])
        // Ports, messages, texts, navigation, receiver.
        case .saved: (id, payload) = (.cfgCFG, [0, 0, 0, 0, 0x1F, 0, 0, 0, 0, 0, 0, 0])
        }
        return SetupRequest(id, payload: payload, expects: .acknowledgement)
    }

    private var planned: Layers { plan.options.memory == .flash ? [.ram, .permanent] : .ram }

    /// UBX-CFG-VALSET: version, layers, 2 reserved bytes, then pairs of key and value.
    private func values(_ changes: [ProvisionPlan.Change], _ layers: Layers) -> [UInt8] {
        changes.reduce(into: [0, layers.rawValue, 0, 0]) { bytes, change in
            guard case .key(let key) = change.setting.place else { return }
            bytes += LittleEndian.bytes(key)
            bytes += LittleEndian.bytes(change.new, count: ConfigurationKeys.size(of: key))
        }
    }

    // MARK: Reading back

    private mutating func readBack() -> SetupMove<[ProvisionStep]> {
        let made = steps.filter { $0.result == .made }.map(\.change.setting.place)
        stage = .verify(SettingReading(made, port: plan.port))
        return next(.begin)
    }

    private mutating func verify(_ values: SettingReading.Values) {
        for index in steps.indices where steps[index].result == .made {
            let setting = steps[index].change.setting
            guard setting.place != .saved else { continue }
            let value = values.found[setting.place]
            if !(value.map(setting.isSatisfied) ?? false) { steps[index].result = .notKept(value) }
        }
    }
}
