// SPDX-License-Identifier: Apache-2.0

internal import ClientAdmission
internal import GNSSTypes

/// Tells from one look to the next whether a server refuses clients. It looks at nothing itself.
struct ClientWatch {
    /// A server, or the part of one that has a limit of its own.
    struct Server: Sendable {
        /// The end of the alert's code: `gpsd`.
        let code: String
        /// The server in words: "the gpsd server".
        let name: String
        let limit: ClientLimit
    }

    private struct Seen {
        var status = ClientLimit.Status()
        var isFull = false
    }

    private var seen: [String: Seen] = [:]
    private var isExhausted = false

    /// Whether an alert stands: then it looks again after a while, to see whether that is over.
    var isAlarmed: Bool { isExhausted || seen.values.contains(where: \.isFull) }

    /// Takes the counters of now.
    ///
    /// - Parameter endsAlerts: whether what did not happen since the look before is over.
    /// - Returns: what begins or is over.
    mutating func take(_ servers: [(Server, ClientLimit.Status)], endsAlerts: Bool) -> [Alert] {
        var alerts: [Alert] = []
        var newlyExhausted: UInt64 = 0
        for (server, status) in servers {
            let before = seen[server.code] ?? Seen()
            newlyExhausted += status.exhausted - before.status.exhausted
            let wasShort = status.refused > before.status.refused || status.evicted > before.status.evicted
            var now = Seen(status: status, isFull: before.isFull)
            if wasShort, !before.isFull {
                now.isFull = true
                alerts.append(Self.full(server, status, before.status))
            } else if before.isFull, !wasShort, endsAlerts {
                now.isFull = false
                alerts.append(
                    Alert(
                        code: "clients-\(server.code)", severity: .warning,
                        text: "\(server.name) takes clients again; it serves \(status.clients)", isOver: true))
            }
            // The alert ends after a while without a refusal; until then the look before is that of its beginning.
            if !endsAlerts, before.isFull { now.status = before.status }
            now.status.exhausted = status.exhausted
            seen[server.code] = now
        }
        if newlyExhausted > 0, !isExhausted {
            isExhausted = true
            alerts.append(Self.exhausted)
        } else if newlyExhausted == 0, isExhausted, endsAlerts {
            isExhausted = false
            alerts.append(
                Alert(
                    code: "no-descriptors", severity: .warning, text: "there are descriptors for clients again",
                    isOver: true))
        }
        return alerts
    }

    private static func full(_ server: Server, _ now: ClientLimit.Status, _ before: ClientLimit.Status) -> Alert {
        let refused = now.refused - before.refused
        let done = refused > 0 ? "it refuses further ones" : "it closes idle ones to make room"
        return Alert(
            code: "clients-\(server.code)", severity: .warning,
            text: "\(server.name) has as many clients as it may have (\(now.limit)), and \(done); end programs that are "
                + "connected, and look for one that connects again and again")
    }

    private static let exhausted = Alert(
        code: "no-descriptors", severity: .critical,
        text: "the system gives this process no descriptor for another client, so the servers accept one again after a "
            + "second; raise the limit of open files (LimitNOFILE= of the unit, ulimit -n), or end programs")
}
