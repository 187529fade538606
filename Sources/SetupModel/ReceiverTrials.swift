// SPDX-License-Identifier: Apache-2.0

public import ControlModel

/// The requests for finding, pairing and testing receivers. The gateway implements them, and the control interface
/// serves them.
public protocol ReceiverTrials: Sendable {
    /// Starts a search for receivers and returns while it runs. Only one search runs at a time. The gateway keeps the
    /// newest finished searches for a while.
    ///
    /// - Throws: `ControlError` if the request is invalid, or a search or pairing is running already.
    func startSearch(_ request: SearchRequest) async throws(ControlError) -> SearchReport

    /// The running and kept searches, the newest first.
    func searches() async -> [SearchReport]

    /// The state of a search.
    ///
    /// - Throws: `ControlError` if no search has this number, or the gateway no longer keeps it.
    func search(_ id: UInt64) async throws(ControlError) -> SearchReport

    /// Ends a running search, waits for its end, and keeps its results; deletes a finished search.
    ///
    /// - Throws: The errors of `search`.
    func endSearch(_ id: UInt64) async throws(ControlError) -> SearchReport

    /// Pairs this computer with a Bluetooth device permanently.
    ///
    /// - Parameters:
    ///   - address: The device's address, `00:1D:43:5F:A0:2C`.
    ///   - request: The user's answers, given in advance.
    /// - Throws: `ControlError` with the reason and its code.
    func pair(_ address: String, _ request: PairingRequest) async throws(ControlError) -> PairingReport

    /// Starts a pairing whose questions a user answers, and returns while it runs.
    ///
    /// - Throws: The errors of `pair`.
    func startPairing(_ address: String, _ request: PairingRequest) async throws(ControlError) -> PairingSession

    /// The state of an interactive pairing.
    ///
    /// - Throws: `ControlError` if no pairing has this number, or the gateway no longer keeps it.
    func pairing(_ id: UInt64) async throws(ControlError) -> PairingSession

    /// Answers the question of an interactive pairing.
    ///
    /// - Throws: `ControlError` if the pairing is unknown or has no question, or if the answer does not match the
    ///   question.
    func answerPairing(_ id: UInt64, _ answer: PairingAnswer) async throws(ControlError) -> PairingSession

    /// Ends an interactive pairing and waits briefly for its end.
    ///
    /// - Throws: The errors of `pairing`.
    func endPairing(_ id: UInt64) async throws(ControlError) -> PairingSession

    /// Observes a receiver's data and judges it. A Bluetooth receiver that is not running is connected for the test.
    ///
    /// - Parameters:
    ///   - receiver: Its ID, the node or identity of its device, or its Bluetooth address.
    ///   - seconds: The duration, 1...3600; nil for 5, or up to 40 if it must be connected.
    /// - Throws: `ControlError` if the receiver is unknown.
    func test(_ receiver: String, for seconds: Double?) async throws(ControlError) -> TrialReport
}

/// The user's answers to a pairing's questions, given in advance.
public struct PairingRequest: Codable, Hashable, Sendable {
    /// The device's PIN, 1...16 bytes.
    public var pin: String?
    /// True to try the usual PINs of receivers, each once.
    public var triesUsualPINs: Bool?
    /// True to confirm a number shown by both sides without seeing it, for receivers without a display.
    public var agrees: Bool?
    /// True if a user answers the device's questions while the pairing runs; the answers above are then not used.
    public var isInteractive: Bool?
    /// The adapter, by name or address; nil for the first that is switched on.
    public var adapter: String?
    /// The time to search for the device in seconds, 1...120; nil for 20.
    public var seconds: Double?

    enum CodingKeys: String, CodingKey {
        case pin, agrees, adapter, seconds
        case triesUsualPINs = "default_pins"
        case isInteractive = "interactive"
    }

    public init() {}
}

/// The result of pairing.
public struct PairingReport: Codable, Hashable, Sendable {
    /// The device's Bluetooth address.
    public var address: String
    /// True if the device was already paired, in which case nothing was done.
    public var wasPaired: Bool

    enum CodingKeys: String, CodingKey {
        case address
        case wasPaired = "was_paired"
    }

    /// Creates the result for a paired device.
    public init(address: String, wasPaired: Bool) { (self.address, self.wasPaired) = (address, wasPaired) }
}
