// SPDX-License-Identifier: Apache-2.0

package import BluetoothPairing
internal import ConfigurationFile
package import ControlModel
package import DaemonRuntime
internal import DeviceDiscovery
internal import LocalSocket
internal import Settings

/// Looks for what keeps receivers from working on this machine, and says how to mend each.
package struct DoctorReport: Sendable {
    /// One thing that was looked at.
    package struct Finding: Sendable, Hashable {
        /// How serious a finding is.
        package enum Level: String, Sendable, CaseIterable {
            /// As it should be.
            case ok
            /// Not as it should be, but receivers can work.
            case warning
            /// Something does not work.
            case problem
        }

        /// What was looked at, a word: `device`, `port` …
        package var check: String
        package var level: Level
        /// What was found, for people.
        package var text: String
        /// What to do, where something is to be done: commands stand in quotes.
        package var fix: String?
    }

    /// What was found, in the order it was looked at.
    package let findings: [Finding]

    /// Whether nothing is a problem; warnings may be among the findings.
    package var isHealthy: Bool { !findings.contains { $0.level == .problem } }

    /// Examines this machine; it takes a moment, opens no device and changes nothing.
    ///
    /// - Parameters:
    ///   - file: the configuration file; nil: that of the service, where `user` is the service's and it is installed,
    ///     else none.
    ///   - user: the account that the daemon runs under; nil: the present one.
    ///   - receivers: those of the running daemon; none without one.
    /// - Throws: `GatewayError` where there is no such account.
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
    /// What is not as it should be with a receiver of the running daemon.
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
    /// One line, and a second one with what to do.
    package var description: String {
        let level = level.rawValue + String(repeating: " ", count: 9 - level.rawValue.count)
        return "\(level)\(check): \(text)" + (fix.map { "\n         fix: \($0)" } ?? "")
    }
}
