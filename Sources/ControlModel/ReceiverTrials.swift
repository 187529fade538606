// SPDX-License-Identifier: Apache-2.0

/// Finding receivers, pairing with them and trying them. The gateway implements it; the control interface serves it.
public protocol ReceiverTrials: Sendable {
    /// Begins to look for receivers, and returns while that goes on. One search goes on at a time; of those that are over the
    /// newest are kept for a while.
    ///
    /// - Throws: `ControlError` where the request is wrong, or a search or a pairing goes on already.
    func startSearch(_ request: SearchRequest) async throws(ControlError) -> SearchReport

    /// The searches that go on or are kept, the newest first.
    func searches() async -> [SearchReport]

    /// How a search stands.
    ///
    /// - Throws: `ControlError` where it is not known, or known no longer.
    func search(_ id: UInt64) async throws(ControlError) -> SearchReport

    /// Ends a search that goes on, and returns once it has ended; what it found is kept. One that is over is forgotten.
    ///
    /// - Throws: as `search`.
    func endSearch(_ id: UInt64) async throws(ControlError) -> SearchReport

    /// Pairs this computer with a Bluetooth device, once and for all.
    ///
    /// - Parameters:
    ///   - address: the device's, `00:1D:43:5F:A0:2C`.
    ///   - request: what a person says beforehand.
    /// - Throws: `ControlError` with the reason and its code.
    func pair(_ address: String, _ request: PairingRequest) async throws(ControlError) -> PairingReport

    /// Watches what a receiver delivers, with a verdict. A Bluetooth receiver that does not run is connected to for it.
    ///
    /// - Parameters:
    ///   - receiver: its id, the node or identity of its device, or its Bluetooth address.
    ///   - seconds: how long, 1...3600; nil: 5, or up to 40 where it is to be connected to.
    /// - Throws: `ControlError` where there is no such receiver.
    func test(_ receiver: String, for seconds: Double?) async throws(ControlError) -> TrialReport
}

/// What a person says beforehand of a device that is to be paired.
public struct PairingRequest: Codable, Hashable, Sendable {
    /// The device's PIN, 1...16 bytes.
    public var pin: String?
    /// The PINs that receivers usually have are tried, each once.
    public var triesUsualPINs: Bool?
    /// A number that both are to show is agreed to unseen: for receivers without a display.
    public var agrees: Bool?
    /// The adapter, by name or address; nil: the first that is on.
    public var adapter: String?
    /// How long to look for the device, in seconds, 1...120; nil: 20.
    public var seconds: Double?

    enum CodingKeys: String, CodingKey {
        case pin, agrees, adapter, seconds
        case triesUsualPINs = "default_pins"
    }

    public init() {}
}

/// What came of pairing.
public struct PairingReport: Codable, Hashable, Sendable {
    /// The device's Bluetooth address.
    public var address: String
    /// It was paired before; nothing was done.
    public var wasPaired: Bool

    enum CodingKeys: String, CodingKey {
        case address
        case wasPaired = "was_paired"
    }

    /// A device that is paired.
    public init(address: String, wasPaired: Bool) { (self.address, self.wasPaired) = (address, wasPaired) }
}
