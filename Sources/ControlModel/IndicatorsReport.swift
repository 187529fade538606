// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import MessageTexts

/// The indicators of a receiver.
public struct IndicatorsReport: Codable, Hashable, Sendable {
    /// The ID of the receiver whose abilities are shown; nil if none exists.
    public var receiver: String?
    /// `location` first, followed by the abilities.
    public var indicators: [Indicator]

    public init(receiver: String?, indicators: [Indicator]) {
        (self.receiver, self.indicators) = (receiver, indicators)
    }
}

/// An indicator of the console.
///
/// `location` is green while a position can be determined, otherwise red. The others show abilities: yellow until the
/// receiver has shown the ability, and green from then on, even across restarts.
public struct Indicator: Codable, Hashable, Sendable {
    /// The colour of an indicator.
    public enum Colour: String, Coded {
        /// The receiver has a position, or has shown the ability.
        case green
        /// The receiver has not shown the ability yet.
        case yellow
        /// The receiver has no position.
        case red
    }

    /// The reason for having no position.
    public enum Reason: String, Coded {
        /// No receiver is running, or none can run.
        case driverOff = "driver_off"
        /// The receiver is missing.
        case noDevice = "no_device"
        /// The receiver is present but has no position.
        case noFix = "no_fix"
    }

    /// The subject of an indicator; abilities have the same names as in reports.
    public enum Name: String, Coded {
        /// The ability to determine a position.
        case location
        case galileo
        case dualFrequency = "dual_frequency"
        case sbas
        case rawNavigation = "raw_navigation"
    }

    /// The subject of the indicator.
    public var name: ReportCode<Name>
    public var colour: ReportCode<Colour>
    /// The reason why `location` is red.
    public var reason: ReportCode<Reason>?
    /// The text for people.
    public var text: String
    /// The text as a code with parameters. The text of an ability names neither the ability nor its evidence.
    public var message: CodedText?
    /// The time at which an ability was first shown, or at which the last position arrived.
    public var since: Timestamp?

    /// The indicator of an ability.
    public init(_ name: Name, _ colour: Colour, _ message: IndicatorText, text: String, since: Timestamp? = nil) {
        (self.name, self.colour) = (ReportCode(name), ReportCode(colour))
        (self.text, self.message, self.since) = (text, CodedText(message), since)
    }

    /// The indicator of the position.
    public init(_ name: Name, _ colour: Colour, reason: Reason? = nil, _ message: CodedText, since: Timestamp? = nil) {
        (self.name, self.colour, self.reason) = (ReportCode(name), ReportCode(colour), reason.map { ReportCode($0) })
        (self.text, self.message, self.since) = (message.text, message, since)
    }
}
