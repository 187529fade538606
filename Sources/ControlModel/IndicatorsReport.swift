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

/// A light.
///
/// `location` is green while a position can be determined, else red. The others are indicators of abilities: yellow until
/// something was seen, green from then on, over restarts.
public struct Indicator: Codable, Hashable, Sendable {
    /// The colour of a light.
    public enum Colour: String, Codable, Sendable, CaseIterable {
        /// It is so.
        case green
        /// It was not seen yet.
        case yellow
        /// It is not so.
        case red
    }

    /// Why there is no position.
    public enum Reason: String, Codable, Sendable, CaseIterable {
        /// No receiver is run, or none can be.
        case driverOff = "driver_off"
        /// The receiver is not there.
        case noDevice = "no_device"
        /// The receiver is there and has no position.
        case noFix = "no_fix"
    }

    /// What it shows: `location`, `galileo`, `dual_frequency`, `sbas`, `raw_navigation`.
    public var name: String
    public var colour: Colour
    /// Why `location` is red.
    public var reason: Reason?
    /// In words, for people.
    public var text: String
    /// Since when an ability is known, or when the last position came.
    public var since: Timestamp?

    public init(_ name: String, _ colour: Colour, reason: Reason? = nil, text: String, since: Timestamp? = nil) {
        (self.name, self.colour, self.reason, self.text, self.since) = (name, colour, reason, text, since)
    }
}
