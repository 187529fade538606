// SPDX-License-Identifier: Apache-2.0

internal import ClientAdmission
internal import GNSSTypes
internal import MessageTexts

/// Decides from the servers' counters when to raise and end alerts for refused clients.
struct ClientWatch {
    /// A server, or a part of a server with its own client limit.
    struct Server: Sendable {
        /// The code of a server or part with its own limit, as used in the metrics.
        enum Code: String, Sendable, CaseIterable {
            case gpsd, nmea, http, socket
            case httpStreams = "http-streams"
            case socketStreams = "socket-streams"

            /// The code of the server's alert.
            var alertCode: String { "clients-\(rawValue)" }
        }

        let code: Code
        /// The server's name in texts, such as "the gpsd server".
        let name: String
        let limit: ClientLimit
    }

    /// An alert for a counter that grows only while something is wrong.
    private struct Count {
        /// The count at the last check that could end the alert; initially 0.
        var before: UInt64 = 0
        var isRaised = false
    }

    private var counts: [String: Count] = [:]

    /// True if an alert is raised, which a later check may end.
    var isAlarmed: Bool { counts.values.contains(where: \.isRaised) }

    /// Checks the current counters.
    ///
    /// - Parameter endsAlerts: True to end alerts whose count has not grown since the last check that could end them.
    /// - Returns: Alerts that begin or end.
    mutating func take(_ servers: [(Server, ClientLimit.Status)], endsAlerts: Bool) -> [Alert] {
        var alerts: [Alert] = []
        for (server, status) in servers {
            let code = server.code.alertCode
            switch follow(code, status.refused + status.evicted, endsAlerts) {
            case true?: alerts.append(Self.full(code, server, status))
            case false?:
                let text = CodedText(
                    AlertText.clientsAdmitted, ["server": .words(server.name), "clients": .count(status.clients)])
                alerts.append(Alert(code: code, severity: .warning, text, isOver: true))
            case nil: break
            }
        }
        switch follow(Alert.Code.noDescriptors.rawValue, servers.reduce(0) { $0 + $1.1.exhausted }, endsAlerts) {
        case true?: alerts.append(Self.exhausted)
        case false?:
            alerts.append(Alert(code: .noDescriptors, severity: .critical, .descriptorsBack, isOver: true))
        case nil: break
        }
        return alerts
    }

    /// Updates an alert's state.
    ///
    /// - Returns: True if the alert is raised, false if it ends; nil if neither.
    private mutating func follow(_ code: String, _ count: UInt64, _ endsAlerts: Bool) -> Bool? {
        var known = counts[code] ?? Count()
        defer { counts[code] = known }
        let wasRaised = known.isRaised
        if count > known.before {
            known.isRaised = true
        } else if endsAlerts {
            known.isRaised = false
        }
        if endsAlerts { known.before = count }
        return known.isRaised == wasRaised ? nil : known.isRaised
    }

    private static func full(_ code: String, _ server: Server, _ status: ClientLimit.Status) -> Alert {
        Alert(
            code: code, severity: .warning,
            CodedText(
                status.refused == 0 ? AlertText.clientsClosed : .clientsFull,
                ["server": .words(server.name), "limit": .count(status.limit)]))
    }

    private static let exhausted = Alert(code: .noDescriptors, severity: .critical, .noDescriptors)
}
