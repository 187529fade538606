// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// An interactive pairing, in which a user answers the device's questions.
public struct PairingSession: Codable, Hashable, Sendable {
    /// The progress of the pairing, or the question to the user.
    public enum State: String, Coded {
        /// The gateway is searching for the device, or the device is deciding.
        case running
        /// Question: does the device show `number`?
        case confirm
        /// Question: what is the device's PIN?
        case pin
        /// Question: which six digits does the device show?
        case passkey
        /// The user must enter `number` on the device.
        case show
        /// The devices are paired.
        case paired
        /// The pairing was not possible; `error` gives the reason.
        case failed
        /// A user cancelled the pairing.
        case cancelled
    }

    /// The pairing's number, which is the last part of its route.
    public var id: UInt64
    /// The device's Bluetooth address.
    public var address: String
    public var state = ReportCode(State.running)
    /// The digits to compare or to type; nil in other states.
    public var number: String?
    /// The time left for an answer in seconds; nil if there is no question.
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

/// The user's answer to a question of a pairing. The question determines which keys are set.
public struct PairingAnswer: Codable, Hashable, Sendable {
    /// For `confirm`: true if the device shows the number.
    public var agrees: Bool?
    /// For `confirm`: the number that the user saw, so that an answer is never applied to a different question.
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
