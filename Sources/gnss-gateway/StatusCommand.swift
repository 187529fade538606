// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import GNSSTypes
internal import GatewayClient
internal import LocalSocket

/// `gnss-gateway status`.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the state of the running daemon and its receivers.",
        discussion: "Exits with 69 if no daemon is running.")

    @Flag(help: "Print JSON: the control interface's answer to 'GET /v1/status'.")
    var json = false

    func run() async throws {
        try await Daemon.ask { client in
            if json { return try await client.text("/v1/status") }
            return StatusText(try await client.status()).text + "\n"
        }
    }
}

/// Formats the status report for people.
struct StatusText {
    private let report: GatewayReport

    init(_ report: GatewayReport) { self.report = report }

    var text: String {
        ([head, "", receivers, ""] + osnma + corrections + agrirouter + mqtt + traccar + webhook + indicators + alerts
            + [
                "", facts,
            ])
            .joined(
                separator: "\n")
    }

    private var head: String {
        let gateway = report.gateway
        let running =
            "\(gateway.name) \(gateway.version), running for \(Age.words(gateway.uptime)) (process \(gateway.process))"
        let active = report.active
        let selected =
            active.selected.map { $0 == active.receiver ? ", selected by the operator" : "; selected: \($0)" } ?? ""
        guard let receiver = active.receiver else { return running + "\nno active receiver yet" + selected }
        let since = active.since.map { " for \(Age.words(from: $0, to: gateway.time))" } ?? ""
        return "\(running)\nactive receiver: \(receiver)\(since)\(selected) (\(active.reason ?? "no reason stated"))"
    }

    private var receivers: String {
        report.receivers.isEmpty ? "no receivers" : ReceiversText(report.receivers).text
    }

    private var agrirouter: [String] { report.agrirouter.map { [AgrirouterText($0).line, ""] } ?? [] }

    /// The OSNMA state, one line per receiver.
    private var osnma: [String] {
        guard let summaries = report.osnma, !summaries.isEmpty else { return [] }
        return summaries.map { summary in
            let count = summary.satellites.isEmpty ? "" : ", satellites: \(summary.satellites.count)"
            let fix = Self.extent(summary.fix)
            let proof = summary.state == .authenticated ? summary.statement.map { "; \($0)" } ?? "" : ""
            let isFresh = summary.state != .authenticated || summary.isFresh
            let doubt =
                summary.isSimulation
                ? "; SIMULATION: says nothing about the real Galileo"
                : isFresh ? "" : "; not proven to be live"
            return "osnma \(summary.receiver): \(summary.state)\(count)\(fix) (\(summary.text)\(proof)\(doubt))"
        } + [""]
    }

    private static func extent(_ extent: ReportCode<FixAuthentication.Extent>?) -> String {
        switch extent {
        case nil, .known(.unknown), .known(.none): ""
        case let extent?: ", fix: \(extent)"
        }
    }

    private var corrections: [String] {
        guard let corrections = report.corrections else { return [] }
        var words = "corrections \(corrections.state): \(corrections.reason)"
        if corrections.state == .streaming {
            let station = corrections.station.map { ", station \($0)" } ?? ""
            let age = corrections.lastMessageAge.map { ", latest \(Age.words($0)) ago" } ?? ""
            words += " (messages: \(corrections.messages)\(age)\(station))"
        }
        let uses = (corrections.receivers ?? []).map { use in
            let delivery = use.delivered ?? CorrectionTally()
            return "  to \(use.receiver): \(delivery.messages) messages"
                + (delivery.givenUp > 0 ? ", \(delivery.givenUp) dropped: the receiver is too slow" : "")
                + (delivery.refused > 0 ? ", \(delivery.refused) refused by its driver" : "") + "; \(use.use.text)"
        }
        let cures = (corrections.chain ?? []).prefix(3).compactMap(\.cure).map { "  what to do: \($0)" }
        let nobody = uses.isEmpty && corrections.messages > 0 ? ["  to no receiver: no receiver takes corrections"] : []
        return [words] + cures + uses + nobody + [""]
    }

    private var mqtt: [String] {
        guard let mqtt = report.mqtt else { return [] }
        let counts = "waiting: \(mqtt.queued), sent: \(mqtt.sent), dropped: \(mqtt.dropped)"
        let cure = mqtt.problem.map { ["  what to do: \($0.cure)"] } ?? []
        let reading =
            mqtt.readingProblem.map { ["mqtt reading failing: \($0.text)", "  what to do: \($0.cure)"] } ?? []
        // The form `sparkplug` has the problem of Sparkplug.
        let forms = (mqtt.forms ?? []).flatMap { form in lines(form).map { $0.hasPrefix(" ") ? $0 : "mqtt " + $0 } }
        return ["mqtt \(mqtt.state): \(mqtt.text) (\(counts))"] + cure + forms + reading + [""]
    }

    private var traccar: [String] { report.traccar.map { lines($0) + [""] } ?? [] }

    private func lines(_ form: FormReport) -> [String] {
        let counts = "waiting: \(form.queued), sent: \(form.sent), dropped: \(form.dropped)"
        guard let problem = form.problem else { return ["\(form.form) ok: \(form.destination) (\(counts))"] }
        return ["\(form.form) failing: \(problem.text) (\(counts))", "  what to do: \(problem.cure)"]
    }

    private var webhook: [String] {
        guard let webhook = report.webhook else { return [] }
        let counts = "delivered: \(webhook.delivered), waiting: \(webhook.queued), given up: \(webhook.givenUp)"
        return ["webhook \(webhook.state): \(webhook.text) (\(counts))", ""]
    }

    private var indicators: [String] {
        let rows = report.indicators.map { [$0.name.code, $0.colour.code, $0.text] }
        return [TextTable(["INDICATOR", "COLOUR", "REASON"], rows).text]
    }

    private var alerts: [String] {
        report.alerts.isEmpty ? [] : [""] + report.alerts.map { "\($0.severity): \($0.text)" }
    }

    private var facts: String {
        let servers = report.servers.map { server in
            "\(server.protocol) \(server.address)" + (server.clients.map { " (clients: \($0))" } ?? "")
        }
        let losing = report.bus.consumers.filter { $0.lost > 0 }.map { "\($0.name) lost \($0.lost)" }
        let store = report.store.folder ?? "in memory only; it is lost when the daemon exits"
        return """
            servers: \(servers.isEmpty ? "none" : servers.joined(separator: ", "))
            bus:     \(report.bus.published) observations\(losing.isEmpty ? "" : "; " + losing.joined(separator: ", "))
            state:   \(store)\(report.store.problem.map { "; " + $0 } ?? "")
            system:  \(report.gateway.system)
            """
    }
}
