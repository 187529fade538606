// SPDX-License-Identifier: Apache-2.0

/// Which settings a receiver is to have, for what it is, at the port that it is spoken to.
struct SettingsWanted: Sendable {
    let identity: UBXIdentity
    let port: ReceiverPortID
    let options: ProvisionOptions

    /// What must be read before the intervals of messages can be told: the period, and measurements an epoch.
    var clock: [SettingPlace] {
        identity.hasKeys ? [.key(ConfigurationKeys.period), .key(ConfigurationKeys.ratio)] : [.period]
    }

    /// The settings in the order in which they are made.
    ///
    /// - Parameter epochsPerSecond: as the receiver has them now; what the options say comes first.
    func all(epochsPerSecond current: Double) -> [ReceiverSetting] {
        let epochs = options.period.map { 1000 / Double($0) } ?? current
        let messages = WantedMessage.all(protocolVersion: identity.protocolVersion).map { message in
            ReceiverSetting(
                message.name, place(of: message), message.interval(epochsPerSecond: epochs),
                isOptional: message.isOptional, rule: .atLeastEvery)
        }
        return line + protocols + signals + rate + messages
    }

    /// Bytes a second that the wanted messages make in an ordinary sky.
    func load(epochsPerSecond epochs: Double) -> Double {
        let messages = WantedMessage.all(protocolVersion: identity.protocolVersion)
        return messages.reduce(options.silencesNMEA ? 0 : 500 * epochs) { sum, message in
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

    /// The signals that carry I/NAV. Receivers before the keys need a restart for a change of signals: left alone.
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
