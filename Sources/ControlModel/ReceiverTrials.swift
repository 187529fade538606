// SPDX-License-Identifier: Apache-2.0

/// Finding, pairing and testing receivers. The gateway implements it; the control interface serves it.
public protocol ReceiverTrials: Sendable {
    /// Starts a search for receivers and returns while it runs. Only one search runs at a time; the newest finished
    /// ones are kept for a while.
    ///
    /// - Throws: `ControlError` if the request is invalid, or a search or pairing is running already.
    func startSearch(_ request: SearchRequest) async throws(ControlError) -> SearchReport

    /// The running and kept searches, the newest first.
    func searches() async -> [SearchReport]

    /// The state of a search.
    ///
    /// - Throws: `ControlError` if it is unknown or no longer kept.
    func search(_ id: UInt64) async throws(ControlError) -> SearchReport

    /// Ends a running search and waits for its end; its results are kept. A finished search is deleted.
    ///
    /// - Throws: As `search`.
    func endSearch(_ id: UInt64) async throws(ControlError) -> SearchReport

    /// Pairs this computer with a Bluetooth device permanently.
    ///
    /// - Parameters:
    ///   - address: The device's address, `00:1D:43:5F:A0:2C`.
    ///   - request: A person's answers given in advance.
    /// - Throws: `ControlError` with the reason and its code.
    func pair(_ address: String, _ request: PairingRequest) async throws(ControlError) -> PairingReport

    /// Observes a receiver's data and judges it. A Bluetooth receiver that is not running is connected for the test.
    ///
    /// - Parameters:
    ///   - receiver: Its ID, the node or identity of its device, or its Bluetooth address.
    ///   - seconds: The duration, 1...3600; nil for 5, or up to 40 if it must be connected.
    /// - Throws: `ControlError` if the receiver is unknown.
    func test(_ receiver: String, for seconds: Double?) async throws(ControlError) -> TrialReport
}

/// A person's answers given in advance of pairing.
public struct PairingRequest: Codable, Hashable, Sendable {
    /// The device's PIN, 1...16 bytes.
    public var pin: String?
    /// True to try the usual PINs of receivers, each once.
    public var triesUsualPINs: Bool?
    /// True to confirm a number shown by both sides without seeing it, for receivers without a display.
    public var agrees: Bool?
    /// The adapter, by name or address; nil for the first that is switched on.
    public var adapter: String?
    /// The time to search for the device in seconds, 1...120; nil for 20.
    public var seconds: Double?

    enum CodingKeys: String, CodingKey {
        case pin, agrees, adapter, seconds
        case triesUsualPINs = "default_pins"
    }

    public init() {}
}

/// The result of pairing.
public struct PairingReport: Codable, Hashable, Sendable {
    /// The device's Bluetooth address.
    public var address: String
    /// True if it was paired before, so that nothing was done.
    public var wasPaired: Bool

    enum CodingKeys: String, CodingKey {
        case address
        case wasPaired = "was_paired"
    }

    /// Creates the result for a paired device.
    public init(address: String, wasPaired: Bool) { (self.address, self.wasPaired) = (address, wasPaired) }
}
