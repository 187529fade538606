// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The request for a search.
public struct SearchRequest: Codable, Hashable, Sendable {
    /// The transport to search: `bluetooth`, which is the default.
    public var transport: String?
    /// The duration in seconds, 1...120; nil for 11.
    public var seconds: Double?
    /// The Bluetooth adapter, by name (`hci0`) or address; nil for the first that is switched on.
    public var adapter: String?

    /// Creates a request with the defaults.
    public init() {}
}

/// The state and results of a search for receivers.
public struct SearchReport: Codable, Hashable, Sendable {
    /// The state of a search.
    public enum State: String, Coded {
        /// The search is running.
        case running
        /// The search ran for its full duration.
        case finished
        /// The search was ended early.
        case cancelled
        /// The search was not possible.
        case failed
    }

    /// The reason why a search failed.
    public struct SearchError: Codable, Hashable, Sendable {
        /// The code for programs: `adapter_off`, `no_bluetoothd`, `access_denied` …
        public var code: String
        /// The problem and its remedy, for people.
        public var text: String
        /// The problem as a code with parameters.
        public var message: CodedText?
        /// The remedy with its code; nil if no remedy is known.
        public var fixMessage: CodedText?

        public init(code: String, text: String, message: CodedText? = nil, fix fixMessage: CodedText? = nil) {
            (self.code, self.text, self.message, self.fixMessage) = (code, text, message, fixMessage)
        }

        enum CodingKeys: String, CodingKey {
            case code, text, message
            case fixMessage = "fix_message"
        }
    }

    /// The search's number, which is the last part of its route.
    public var id: UInt64
    public var state = ReportCode(State.running)
    /// The transport being searched; `bluetooth` is the only one so far.
    public var transport = "bluetooth"
    /// The requested duration in seconds.
    public var seconds: Double
    /// The elapsed time in seconds.
    public var elapsed = 0.0
    /// The start of the search, by the system's clock.
    public var started: Timestamp
    /// The devices found so far; after the end of the search, likely receivers come first.
    public var devices: [BluetoothDeviceReport] = []
    /// A remark about the result, for people; nil if none exists.
    public var remark: String?
    /// The reason for the failure; nil unless `state` is `failed`.
    public var error: SearchError?

    enum CodingKeys: String, CodingKey {
        case id, state, transport, seconds, started, devices, remark, error
        case elapsed = "elapsed_s"
    }

    /// Creates a report of a search that has just started.
    public init(id: UInt64, seconds: Double, started: Timestamp) {
        (self.id, self.seconds, self.started) = (id, seconds, started)
    }
}
