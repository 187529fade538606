// SPDX-License-Identifier: Apache-2.0

internal import ClientAdmission
internal import DaemonRuntime
internal import GPSDServer
internal import NMEAServer
internal import WebAPI

extension GatewayMetrics {
    /// Writes each server's number of clients, client limit and refused connections.
    func write(_ servers: [ClientWatch.Server], to text: inout PrometheusText) {
        let all = servers.map { ([("server", $0.code.rawValue)], $0.limit.status) }
        func family(
            _ name: String, _ kind: PrometheusText.Kind, _ help: String, _ value: (ClientLimit.Status) -> Double
        ) {
            text.family(Self.prefix + name, kind, help, all.map { .init(labels: $0, value: value($1)) })
        }
        family("clients", .gauge, "Clients connected to the server.") { Double($0.clients) }
        family("clients_limit", .gauge, "Maximum number of the server's clients.") { Double($0.limit) }
        family("clients_refused_total", .counter, "Clients refused because the limit was reached.") {
            Double($0.refused)
        }
        family("clients_evicted_total", .counter, "Idle clients disconnected to make room.") {
            Double($0.evicted)
        }
        family("accepts_failed_total", .counter, "Connections that failed because no file descriptor was free.") {
            Double($0.exhausted)
        }
    }
}

extension ClientWatch.Server {
    /// All servers with a client limit.
    static func all(_ gpsd: GPSDService, _ nmea: NMEAService, _ http: HTTPClientLimits) -> [ClientWatch.Server] {
        [
            .init(code: .gpsd, name: "the gpsd server", limit: gpsd.admission),
            .init(code: .nmea, name: "the NMEA server", limit: nmea.admission),
            .init(code: .http, name: "the control interface on TCP", limit: http.network),
            .init(code: .httpStreams, name: "the control interface on TCP (streams)", limit: http.networkStreams),
            .init(code: .socket, name: "the control socket", limit: http.socket),
            .init(code: .socketStreams, name: "the control socket (streams)", limit: http.socketStreams),
        ]
    }
}
