// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Determines the changes that a receiver needs, without writing anything.
public struct ProvisionSurvey: SetupProcedure {
    /// The reason why there is no plan.
    public enum SurveyError: Error, Hashable, Sendable, CustomStringConvertible {
        /// A query was not answered, even after all repetitions.
        case silent

        /// The problem as a code with parameters.
        public var text: CodedText { CodedText(ProvisionText.silent) }
        public var description: String { text.text(of: ProvisionText.self) }
    }

    private enum Stage {
        case port(PortSearch)
        case clock(SettingReading)
        case ram(SettingReading)
        case flash(SettingReading)
    }

    private let identity: UBXIdentity
    private let options: ProvisionOptions
    private var stage: Stage
    private var found = PortSearch.Found(port: .uart1, isGuessed: true)
    private var settings: SettingsWanted
    private var wanted: [ReceiverSetting] = []
    private var values = SettingReading.Values()
    private var epochsPerSecond = 1.0

    /// - Parameters:
    ///   - identity: The receiver's identity.
    ///   - options: The requested options.
    public init(_ identity: UBXIdentity, _ options: ProvisionOptions) {
        (self.identity, self.options) = (identity, options)
        settings = SettingsWanted(identity: identity, port: options.port, options: options)
        stage = .port(PortSearch(identity, guess: options.port))
    }

    /// The next step of the conversation, after the receiver's answer or a timeout.
    public mutating func next(_ answer: SetupAnswer) -> SetupMove<Result<ProvisionPlan, SurveyError>> {
        switch stage {
        case .port(var finding):
            switch Self.relay(finding.next(answer)) {
            case .move(let move):
                stage = .port(finding)
                return move
            case .result(let result): return readClock(result)
            }
        case .clock(var reading):
            switch Self.relay(reading.next(answer)) {
            case .move(let move):
                stage = .clock(reading)
                return move
            case .result(let values): return readSettings(values)
            }
        case .ram(var reading):
            switch Self.relay(reading.next(answer)) {
            case .move(let move):
                stage = .ram(reading)
                return move
            case .result(let values): return readFlash(values)
            }
        case .flash(var reading):
            switch Self.relay(reading.next(answer)) {
            case .move(let move):
                stage = .flash(reading)
                return move
            case .result(let kept): return kept.isIncomplete ? .finish(.failure(.silent)) : plan(kept.found)
            }
        }
    }

    private enum Relayed<Inner> {
        case move(SetupMove<Result<ProvisionPlan, SurveyError>>)
        case result(Inner)
    }

    /// Converts a step of a part into a step of the whole.
    private static func relay<Inner: Sendable>(_ move: SetupMove<Inner>) -> Relayed<Inner> {
        switch move {
        case .ask(let request): .move(.ask(request))
        case .setRate(let rate): .move(.setRate(rate))
        case .pause(let time): .move(.pause(time))
        case .finish(let inner): .result(inner)
        }
    }

    private mutating func readClock(
        _ found: PortSearch.Found
    ) -> SetupMove<Result<ProvisionPlan, SurveyError>> {
        self.found = found
        var options = self.options
        if found.isGuessed, !options.mayRaiseRateOfGuessedPort { options.mayRaiseRate = false }
        settings = SettingsWanted(identity: identity, port: found.port, options: options)
        stage = .clock(SettingReading(settings.clock, port: found.port))
        return next(.begin)
    }

    private mutating func readSettings(
        _ clock: SettingReading.Values
    ) -> SetupMove<Result<ProvisionPlan, SurveyError>> {
        guard !clock.isIncomplete else { return .finish(.failure(.silent)) }
        let period = clock.found[settings.clock[0]] ?? 1000
        let ratio = settings.clock.count > 1 ? clock.found[settings.clock[1]] ?? 1 : 1
        epochsPerSecond = 1000 / Double(min(max(period, 20), 100_000)) / Double(min(max(ratio, 1), 127))
        settings.fit(epochsPerSecond: newEpochsPerSecond)
        wanted = settings.all(epochsPerSecond: epochsPerSecond)
        stage = .ram(SettingReading(wanted.map(\.place), port: found.port))
        return next(.begin)
    }

    private mutating func readFlash(
        _ values: SettingReading.Values
    ) -> SetupMove<Result<ProvisionPlan, SurveyError>> {
        guard !values.isIncomplete else { return .finish(.failure(.silent)) }
        self.values = values
        guard options.memory == .flash, identity.hasKeys else { return plan([:]) }
        let known = wanted.map(\.place).filter { values.found[$0] != nil }
        stage = .flash(SettingReading(known, .flash, port: found.port))
        return next(.begin)
    }

    private func plan(_ kept: [SettingPlace: UInt64]) -> SetupMove<Result<ProvisionPlan, SurveyError>> {
        var changes: [ProvisionPlan.Change] = []
        var unknown: [ReceiverSetting] = []
        var right = 0
        let mustBeKept = options.memory == .flash && identity.hasKeys
        // Settings in a group are written together, including those that are already correct.
        let groups = Set(wanted.filter { !isRight($0, kept, mustBeKept) }.compactMap(\.group))
        for setting in wanted {
            let old = values.found[setting.place]
            if old == nil, setting.isOptional {
                unknown.append(setting)
            } else if isRight(setting, kept, mustBeKept), !(setting.group.map(groups.contains) ?? false) {
                right += 1
            } else {
                changes.append(
                    .init(setting: setting, old: old, new: setting.target(from: old), isPermanent: mustBeKept))
            }
        }
        if options.memory == .flash, !identity.hasKeys {
            // The stored settings cannot be read, so they are stored again.
            changes.append(.init(setting: ReceiverSetting("settings", .saved, 1), old: nil, new: 1))
        }
        let epochs = newEpochsPerSecond
        return .finish(
            .success(
                ProvisionPlan(
                    identity: identity, port: found.port, isPortGuessed: found.isGuessed, options: settings.options,
                    changes: changes, rightCount: right, unknown: unknown,
                    omitted: settings.omissions(epochsPerSecond: epochs), epochsPerSecond: epochs,
                    bytesPerSecond: Int(settings.load(epochsPerSecond: epochs)), steady: settings.steady(values.found),
                    portSettings: values.port ?? found.settings)))
    }

    private var newEpochsPerSecond: Double { options.period.map { 1000 / Double($0) } ?? epochsPerSecond }

    private func isRight(_ setting: ReceiverSetting, _ kept: [SettingPlace: UInt64], _ mustBeKept: Bool) -> Bool {
        guard let value = values.found[setting.place], setting.isSatisfied(by: value) else { return false }
        return !mustBeKept || kept[setting.place].map(setting.isSatisfied) ?? false
    }
}
