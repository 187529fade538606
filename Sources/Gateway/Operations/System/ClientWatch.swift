// SPDX-License-Identifier: Apache-2.0

internal import ClientAdmission
internal import GNSSTypes

/// Tells from one look to the next whether a server refuses clients. It looks at nothing itself.
struct ClientWatch {
    /// A server, or the part of one that has a limit of its own.
    struct Server: Sendable {
        /// What has a limit of its own; the word is that of the metrics.
        enum Code: String, Sendable, CaseIterable {
            case gpsd, nmea, http, socket
            case httpStreams = "http-streams"
            case socketStreams = "socket-streams"

            /// The code of its alert.
            var alertCode: String { "clients-\(rawValue)" }
        }

        let code: Code
        /// The server in words: "the gpsd server".
        let name: String
        let limit: ClientLimit
    }

    /// A count that only grows while something is wrong.
    private struct Count {
        /// The count at the last look that could end the alert, or 0.
        var before: UInt64 = 0
        var isRaised = false
    }

    private var counts: [String: Count] = [:]

    /// Whether an alert stands: then a look after a while may end it.
    var isAlarmed: Bool { counts.values.contains(where: \.isRaised) }

    /// Takes the counters of now.
    ///
    /// - Parameter endsAlerts: whether an alert is over if its count has not grown since the last look that could end it.
    /// - Returns: what begins or is over.
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

    /// - Returns: whether an alert begins or is over; nil: neither.
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
