// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The sentences of indicators.
public enum IndicatorText: String, TextCode {
    case hasPosition = "indicator.has_position"
    case noPosition = "indicator.no_position"
    case notConnected = "indicator.not_connected"
    case notRunning = "indicator.not_running"
    case noReceiver = "indicator.no_receiver"
    /// An ability that has not been observed yet; the indicator names it.
    case notSeen = "indicator.not_seen"
    /// An observed ability; the English text names the messages that show it.
    case seen = "indicator.seen"

    public var english: String {
        switch self {
        case .hasPosition: "{receiver} has a position"
        case .noPosition: "{receiver} has no position: {reason}"
        case .notConnected: "{receiver} is not connected: {reason}"
        case .notRunning: "{receiver} is not running: {reason}"
        case .noReceiver: "there is no receiver: plug one in, or configure one under 'receivers'"
        case .notSeen: "not seen yet"
        case .seen: "observed"
        }
    }
}
