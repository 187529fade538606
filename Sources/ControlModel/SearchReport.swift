// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// What a search for receivers is to do.
public struct SearchRequest: Codable, Hashable, Sendable {
    /// Where to search: `bluetooth`, which is the default.
    public var transport: String?
    /// How long, in seconds, 1...120; nil: 11.
    public var seconds: Double?
    /// The Bluetooth adapter, by name (`hci0`) or address; nil: the first that is on.
    public var adapter: String?

    /// A search with the defaults.
    public init() {}
}

/// A search for receivers: how far it is, and what it found.
public struct SearchReport: Codable, Hashable, Sendable {
    /// How a search stands.
    public enum State: String, Coded {
        /// It goes on.
        case running
        /// It looked for as long as it was to.
        case finished
        /// It was ended before.
        case cancelled
        /// It could not look.
        case failed
    }

    /// Why a search failed.
    public struct SearchError: Codable, Hashable, Sendable {
        /// For programs: `adapter_off`, `no_bluetoothd`, `access_denied` …
        public var code: String
        /// What is wrong and what to do, for people.
        public var text: String

        public init(code: String, text: String) { (self.code, self.text) = (code, text) }
    }

    /// Its number, which the route of it ends with.
    public var id: UInt64
    public var state = ReportCode(State.running)
    /// Where it looks; `bluetooth` is the only way so far.
    public var transport = "bluetooth"
    /// How long it is to look, in seconds.
    public var seconds: Double
    /// How long it has looked so far, in seconds.
    public var elapsed = 0.0
    /// When it began, by the system's clock.
    public var started: Timestamp
    /// What it has found so far; once it is over likely receivers stand first.
    public var devices: [BluetoothDeviceReport] = []
    /// What a person should know of the result; nil: nothing special.
    public var remark: String?
    /// Why the search failed; nil unless `state` is `failed`.
    public var error: SearchError?

    enum CodingKeys: String, CodingKey {
        case id, state, transport, seconds, started, devices, remark, error
        case elapsed = "elapsed_s"
    }

    /// A search that begins.
    public init(id: UInt64, seconds: Double, started: Timestamp) {
        (self.id, self.seconds, self.started) = (id, seconds, started)
    }
}
