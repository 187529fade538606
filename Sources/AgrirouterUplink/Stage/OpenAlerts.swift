// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import MessageTexts

/// The stage's alerts that began and have not ended. The alert log does not announce an alert that is still open, so
/// each of them must end.
struct OpenAlerts {
    private var severities: [String: Alert.Severity] = [:]

    /// Notes that an alert begins.
    mutating func note(_ alert: Alert) { severities[alert.code] = alert.severity }

    /// The end of an alert; nil if it is not open.
    mutating func end(_ code: Alert.Code, _ text: AlertText) -> Alert? {
        severities.removeValue(forKey: code.rawValue).map { Alert(code: code, severity: $0, text, isOver: true) }
    }
}

extension UplinkCoordinator {
    /// Raises an alert.
    func raise(_ alert: Alert) {
        openAlerts.note(alert)
        context.alert(alert)
    }

    /// Ends an alert if it is open.
    func end(_ code: Alert.Code, _ text: AlertText) {
        if let end = openAlerts.end(code, text) { context.alert(end) }
    }

    /// Ends the alerts about an endpoint that was disconnected.
    func endAlerts() {
        for code in [Alert.Code.uplinkReonboard, .uplinkCertificateEnds, .uplinkClock, .uplinkNotStored] {
            end(code, .uplinkDisconnected)
        }
    }
}
