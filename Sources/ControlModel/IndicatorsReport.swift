// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The indicators of a receiver.
public struct IndicatorsReport: Codable, Hashable, Sendable {
    /// The receiver that the abilities are of; nil for none.
    public var receiver: String?
    /// `location` first, then the abilities.
    public var indicators: [Indicator]

    public init(receiver: String?, indicators: [Indicator]) {
        (self.receiver, self.indicators) = (receiver, indicators)
    }
}

/// An indicator of the console.
///
/// `location` is green while a position can be determined, else red. The others are indicators of abilities: yellow until
/// something was seen, green from then on, over restarts.
public struct Indicator: Codable, Hashable, Sendable {
    /// The colour of an indicator.
    public enum Colour: String, Coded {
        /// It is so.
        case green
        /// It was not seen yet.
        case yellow
        /// It is not so.
        case red
    }

    /// Why there is no position.
    public enum Reason: String, Coded {
        /// No receiver is run, or none can be.
        case driverOff = "driver_off"
        /// The receiver is not there.
        case noDevice = "no_device"
        /// The receiver is there and has no position.
        case noFix = "no_fix"
    }

    /// What an indicator shows; those of abilities are called as the ability.
    public enum Name: String, Coded {
        /// Whether a position can be determined.
        case location
        case galileo
        case dualFrequency = "dual_frequency"
        case sbas
        case rawNavigation = "raw_navigation"
    }

    /// What it shows.
    public var name: ReportCode<Name>
    public var colour: ReportCode<Colour>
    /// Why `location` is red.
    public var reason: ReportCode<Reason>?
    /// In words, for people.
    public var text: String
    /// The words by their code. Those of an ability name neither it nor what it was seen by.
    public var message: CodedText?
    /// Since when an ability is known, or when the last position came.
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
