// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import Foundation
internal import GNSSTypes
internal import Storage
internal import SystemSupport

extension StoredEvent {
    /// Creates the event about a change of the alert log; nil if it cannot be encoded.
    init?(_ change: AlertLog.Change) {
        struct Body: Encodable {
            var type: String
            var timestamp: Timestamp
            var gateway: String
            var data: LoggedAlert
        }
        // An alert begins once and rises to each severity once, so that no two of its events have the same ID.
        let (kind, suffix, alert, time) =
            switch change {
            case .began(let alert), .happened(let alert): ("began", "", alert, alert.began)
            case .rose(let alert, _, let time): ("began", "_\(alert.severity.code)", alert, time)
            case .ended(let alert, _): ("ended", "", alert, alert.ended ?? alert.began)
            }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let content = Body(type: "alert.\(kind)", timestamp: time, gateway: MachineName.current, data: alert)
        guard let body = try? encoder.encode(content) else { return nil }
        self.init(
            id: "evt_\(alert.began.milliseconds)_\(alert.id)_\(kind)\(suffix)", happened: time.milliseconds,
            body: String(decoding: body, as: UTF8.self))
    }
}

extension WebhookDestination {
    /// Returns true if a change is posted: an alert that is severe enough begins or happens, becomes severe enough, or
    /// ends after it was.
    func posts(_ change: AlertLog.Change) -> Bool {
        switch change {
        case .began(let alert), .happened(let alert): posts(alert, of: alert.severity)
        case .rose(let alert, let before, _):
            posts(alert, of: alert.severity) && !posts(alert, of: ReportCode(before))
        case .ended(let alert, let greatest): posts(alert, of: greatest)
        }
    }

    /// Returns true if an alert of a severity is posted. Alerts about the webhook itself are not.
    private func posts(_ alert: LoggedAlert, of severity: ReportCode<Alert.Severity>) -> Bool {
        let order = WebhookSettings.Severity.allCases.map(\.rawValue)
        guard alert.code != Alert.Code.webhookGivenUp.rawValue, let rank = order.firstIndex(of: severity.code),
            let least = order.firstIndex(of: settings.severity.rawValue)
        else { return false }
        return rank >= least
    }
}
