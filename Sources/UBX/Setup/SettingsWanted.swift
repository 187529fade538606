// SPDX-License-Identifier: Apache-2.0

/// Determines the settings that a receiver needs, given its identity and port.
struct SettingsWanted: Sendable {
    let identity: UBXIdentity
    let port: ReceiverPortID
    var options: ProvisionOptions
    /// Messages for which the line has no capacity.
    private(set) var omitted: [WantedMessage] = []

    init(identity: UBXIdentity, port: ReceiverPortID, options: ProvisionOptions) {
        (self.identity, self.port, self.options) = (identity, port, options)
    }

    private var messages: [WantedMessage] {
        WantedMessage.all(protocolVersion: identity.protocolVersion).filter { message in
            !omitted.contains { $0.id == message.id }
        }
    }

    /// Fits the messages into the line's capacity: raises the line's rate if allowed, otherwise omits the largest
    /// optional messages.
    mutating func fit(epochsPerSecond epochs: Double) {
        guard let current = options.currentBaud, port == .uart1 || port == .uart2 else { return }
        if options.baud == nil, options.mayRaiseRate, !isRoomy(current, 0.8, epochs) {
            options.baud = Self.rates.first { $0 > current && isRoomy($0, 0.6, epochs) }
        }
        while !isRoomy(options.baud ?? current, 0.9, epochs),
            let largest = messages.filter(\.isOptional).max(by: { $0.size < $1.size }), largest.size >= 40
        {
            omitted.append(largest)
        }
    }

    private func isRoomy(_ baud: Int, _ share: Double, _ epochs: Double) -> Bool {
        load(epochsPerSecond: epochs) * 10 <= Double(baud) * share
    }

    private static let rates = [38_400, 57_600, 115_200, 230_400, 460_800, 921_600]

    /// The omitted messages as settings.
    func omissions(epochsPerSecond epochs: Double) -> [ReceiverSetting] {
        omitted.map { setting($0, epochs) }
    }

    private func setting(_ message: WantedMessage, _ epochs: Double) -> ReceiverSetting {
        ReceiverSetting(
            message.name, place(of: message), message.interval(epochsPerSecond: epochs),
            isOptional: message.isOptional, rule: .atLeastEvery)
    }

    /// The settings that must be read before message intervals can be computed: the period, and the measurements per
    /// epoch.
    var clock: [SettingPlace] {
        identity.hasKeys ? [.key(ConfigurationKeys.period), .key(ConfigurationKeys.ratio)] : [.period]
    }

    /// The settings in the order in which they are written.
    ///
    /// - Parameter epochsPerSecond: The receiver's current rate; the options take precedence.
    func all(epochsPerSecond current: Double) -> [ReceiverSetting] {
        let epochs = options.period.map { 1000 / Double($0) } ?? current
        return line + protocols + signals + rate + messages.map { setting($0, epochs) }
    }

    /// The messages that are sent in every epoch, whatever the receiver receives.
    ///
    /// - Parameter found: The receiver's values; a message without one is unknown to it.
    func steady(_ found: [SettingPlace: UInt64]) -> Set<MessageID> {
        Set(messages.filter { $0.isSteady && found[place(of: $0)] != nil }.map(\.id))
    }

    /// The bytes per second of the wanted messages with a typical number of satellites.
    func load(epochsPerSecond epochs: Double) -> Double {
        messages.reduce(options.silencesNMEA ? 0 : 500 * epochs) { sum, message in
            let perSecond =
                message.perSecond.map(Double.init)
                ?? epochs / Double(message.interval(epochsPerSecond: epochs))
            return sum + perSecond * Double(message.size)
        }
    }

    private func place(of message: WantedMessage) -> SettingPlace {
        identity.hasKeys
            ? .key(message.key + UInt32(ConfigurationKeys.portIndex(port))) : .message(message.id)
    }

    private var line: [ReceiverSetting] {
        guard let baud = options.baud, port == .uart1 || port == .uart2 else { return [] }
        let place: SettingPlace = identity.hasKeys ? .key(ConfigurationKeys.baud(port)) : .baud
        return [ReceiverSetting("\(port.name) rate", place, UInt64(max(baud, 0)))]
    }

    private var protocols: [ReceiverSetting] {
        guard identity.hasKeys else {
            var settings = [
                ReceiverSetting("\(port.name) UBX output", .protocolsOut, 1, rule: .bits),
                ReceiverSetting("\(port.name) UBX input", .protocolsIn, 1, rule: .bits),
            ]
            if options.silencesNMEA {
                settings.append(ReceiverSetting("\(port.name) NMEA output", .protocolsOut, 2, rule: .noBits))
            }
            return settings
        }
        var settings = [
            ReceiverSetting("\(port.name) UBX output", .key(ConfigurationKeys.output(1, port)), 1),
            ReceiverSetting("\(port.name) UBX input", .key(ConfigurationKeys.input(1, port)), 1),
            ReceiverSetting(
                "\(port.name) RTCM 3 input", .key(ConfigurationKeys.input(4, port)), 1, isOptional: true),
        ]
        if options.silencesNMEA {
            settings.append(
                ReceiverSetting("\(port.name) NMEA output", .key(ConfigurationKeys.output(2, port)), 0))
        }
        return settings
    }

    /// The signals that carry I/NAV. A receiver without configuration keys needs a restart to change its signals, so
    /// its signals stay as they are.
    private var signals: [ReceiverSetting] {
        guard identity.hasKeys else { return [] }
        return [
            ReceiverSetting(
                "Galileo", .key(ConfigurationKeys.galileo), 1, isOptional: true, group: "Galileo"),
            ReceiverSetting(
                "Galileo E1", .key(ConfigurationKeys.galileoE1), 1, isOptional: true, group: "Galileo"),
            ReceiverSetting("Galileo E5b", .key(ConfigurationKeys.galileoE5b), 1, isOptional: true),
        ]
    }

    private var rate: [ReceiverSetting] {
        guard let period = options.period else { return [] }
        guard identity.hasKeys else { return [ReceiverSetting("period", .period, period)] }
        return [
            ReceiverSetting("period", .key(ConfigurationKeys.period), period, group: "period"),
            ReceiverSetting("measurements an epoch", .key(ConfigurationKeys.ratio), 1, group: "period"),
        ]
    }
}
