// SPDX-License-Identifier: Apache-2.0

package import BluetoothPairing
internal import ConfigurationFile
package import ControlModel
package import DaemonRuntime
internal import DeviceDiscovery
internal import LocalSocket
internal import Settings

/// Finds problems that keep receivers from working on this machine, with the remedy for each.
package struct DoctorReport: Sendable {
    /// The result of one check.
    package struct Finding: Sendable, Hashable {
        /// The severity of a finding.
        package enum Level: String, Sendable, CaseIterable {
            /// No problem.
            case ok
            /// A deviation that does not keep receivers from working.
            case warning
            /// A problem that keeps something from working.
            case problem
        }

        /// The subject of the check in one word, such as `device` or `port`.
        package var check: String
        package var level: Level
        /// The finding for people.
        package var text: String
        /// The remedy, if one is needed; commands are in quotes.
        package var fix: String?
    }

    /// The findings in the order of the checks.
    package let findings: [Finding]

    /// True if no finding is a problem; there may be warnings.
    package var isHealthy: Bool { !findings.contains { $0.level == .problem } }

    /// Examines this machine. This takes a moment, opens no device and changes nothing.
    ///
    /// - Parameters:
    ///   - file: The configuration file; nil uses the service's file if `user` is the service's account and the file is
    ///     installed, else none.
    ///   - user: The account under which the daemon runs; nil for the current one.
    ///   - receivers: The receivers of the running daemon; empty without a daemon.
    /// - Throws: `GatewayError` if the account does not exist.
    package init(
        file: String?, user: String? = nil, receivers: [ReceiverReport] = []
    ) throws(GatewayError) {
        let account = try user.map { name throws(GatewayError) in try Account(named: name) } ?? Account.current
        let root = SystemRoot()
        let isOwn = user == nil || account.id == Account.current.id
        self.init(
            Machine(
                root: root, account: account, devices: DeviceMonitor.enumerate().map(Machine.Device.init),
                variable: isOwn ? ControlSocket.variable : account.variable,
                file: file ?? Machine.installedConfiguration(for: account, root)),
            receivers: receivers)
    }

    package init(
        _ machine: Machine, receivers: [ReceiverReport] = [], bluetooth: () -> BlueZ.View = BlueZ.view
    ) {
        let (configuration, findings) = machine.configuration()
        self.findings =
            findings + machine.stateFolder(configuration) + machine.devices(configuration) + machine.udevRules()
            + machine.bluetooth(configuration, bluetooth) + machine.grabbers() + machine.ports(configuration)
            + machine.daemon() + receivers.compactMap(Self.finding) + machine.time()
    }

    /// The report as one JSON object:
    /// `{"healthy":true,"findings":[{"check":"device","level":"ok","text":"…","fix":"…"}]}`.
    package var json: String {
        typealias Member = ConfigurationValue.Member
        let findings = findings.map { finding in
            ConfigurationValue.section(
                [
                    Member(key: "check", value: .text(finding.check)),
                    Member(key: "level", value: .text(finding.level.rawValue)),
                    Member(key: "text", value: .text(finding.text)),
                ] + (finding.fix.map { [Member(key: "fix", value: .text($0))] } ?? []))
        }
        return JSONWriter.text(
            .section([
                Member(key: "healthy", value: .boolean(isHealthy)), Member(key: "findings", value: .list(findings)),
            ]))
    }
}

extension DoctorReport {
    /// A finding about a receiver of the running daemon; nil if the receiver has no problem.
    fileprivate static func finding(_ receiver: ReceiverReport) -> Finding? {
        let refused = receiver.refusedBatches
        let more = refused > 0 ? "; batches refused from its driver: \(refused)" : ""
        let isWell = receiver.state == .running
        guard !isWell || refused > 0 else { return nil }
        let words =
            isWell ? "\(receiver.id) is running" : "\(receiver.id) is \(receiver.state.code): \(receiver.reason)"
        return Finding(
            check: "receiver", level: .warning, text: words + more,
            fix: refused > 0 && (isWell || receiver.state == .degraded)
                ? "report the daemon's log messages to the author of the driver '\(receiver.driver)'; "
                    + "'gnss-gateway drivers check' finds such defects" : nil)
    }
}

extension DoctorReport.Finding: CustomStringConvertible {
    /// The finding on one line, and the remedy on a second one.
    package var description: String {
        let level = level.rawValue + String(repeating: " ", count: 9 - level.rawValue.count)
        return "\(level)\(check): \(text)" + (fix.map { "\n         fix: \($0)" } ?? "")
    }
}
