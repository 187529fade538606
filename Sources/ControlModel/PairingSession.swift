// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A pairing that a person follows and whose questions the person answers.
public struct PairingSession: Codable, Hashable, Sendable {
    /// The progress of the pairing, or the question to the person.
    public enum State: String, Coded {
        /// The gateway is searching for the device, or the device is deciding.
        case running
        /// Question: does the device show `number`?
        case confirm
        /// Question: what is the device's PIN?
        case pin
        /// Question: which six digits does the device show?
        case passkey
        /// `number` must be typed at the device.
        case show
        /// The devices are paired.
        case paired
        /// The pairing was not possible; `error` gives the reason.
        case failed
        /// A person ended the pairing.
        case cancelled
    }

    /// The pairing's number, which is the last part of its route.
    public var id: UInt64
    /// The device's Bluetooth address.
    public var address: String
    public var state = ReportCode(State.running)
    /// The digits to compare or to type; nil in other states.
    public var number: String?
    /// The time left for an answer in seconds; nil if nothing is asked.
    public var secondsLeft: Double?
    /// True if the devices were already paired, in which case nothing was done; nil until the end.
    public var wasPaired: Bool?
    /// The reason why the pairing was not possible; nil unless `state` is `failed` or `cancelled`.
    public var error: SearchReport.SearchError?

    enum CodingKeys: String, CodingKey {
        case id, address, state, number, error
        case secondsLeft = "seconds_left"
        case wasPaired = "was_paired"
    }

    /// Creates a pairing that has just started.
    public init(id: UInt64, address: String) { (self.id, self.address) = (id, address) }
}

/// A person's answer to a pairing's question: one of the keys that the question asks for.
public struct PairingAnswer: Codable, Hashable, Sendable {
    /// For `confirm`: true if the device shows the number.
    public var agrees: Bool?
    /// For `confirm`: the number that the person saw, so that an answer is never applied to a different question.
    public var number: String?
    /// For `pin`: 1...16 bytes.
    public var pin: String?
    /// For `pin`: true to try the usual PINs of receivers, each once.
    public var triesUsualPINs: Bool?
    /// For `passkey`: the six digits that the device shows.
    public var passkey: String?

    enum CodingKeys: String, CodingKey {
        case agrees, number, pin, passkey
        case triesUsualPINs = "default_pins"
    }

    public init() {}
}
