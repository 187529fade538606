// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The sentences of indicators.
public enum IndicatorText: String, TextCode {
    case hasPosition = "indicator.has_position"
    case noPosition = "indicator.no_position"
    /// The reason why a running receiver has no position: its last epoch has none.
    case noFix = "indicator.no_fix"
    /// The reason why a running receiver has no position: no epoch has arrived yet, or none arrives any more.
    case noEpochs = "indicator.no_epochs"
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
        case .noFix: "it reports that it has no fix"
        case .noEpochs: "it sends no positions"
        case .notConnected: "{receiver} is not connected: {reason}"
        case .notRunning: "{receiver} is not running: {reason}"
        case .noReceiver: "there is no receiver: plug one in, or configure one under 'receivers'"
        case .notSeen: "not seen yet"
        case .seen: "observed"
        }
    }
}
