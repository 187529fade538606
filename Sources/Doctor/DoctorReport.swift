// SPDX-License-Identifier: Apache-2.0

package import BluetoothPairing
internal import ConfigurationFile
package import ControlModel
package import DaemonRuntime
internal import DeviceDiscovery
internal import Foundation
package import GNSSTypes
internal import LocalSocket
internal import MQTTUplink
internal import MessageTexts

/// Finds problems that keep receivers from working on this machine, with the remedy for each.
package struct DoctorReport: Sendable {
    /// The result of one check.
    package struct Finding: Sendable, Hashable {
        /// The severity of a finding.
        package enum Level: String, Sendable, CaseIterable {
            /// The check found no problem.
            case ok
            /// A deviation that does not keep receivers from working.
            case warning
            /// A problem that keeps receivers or the gateway from working.
            case problem
        }

        /// The subject of the check in one word, such as `device` or `port`.
        package var check: String
        package var level: Level
        /// The finding as a code with parameters.
        package var message: CodedText
        /// The remedy as a code with parameters; nil if none is needed.
        package var fixMessage: CodedText?

        package init(_ check: String, _ level: Level, _ message: CodedText, fix fixMessage: CodedText? = nil) {
            (self.check, self.level, self.message, self.fixMessage) = (check, level, message, fixMessage)
        }

        /// The finding for people.
        package var text: String { message.text }
        /// The remedy for people; commands are in quotes.
        package var fix: String? { fixMessage?.text }
    }

    /// The findings, in the order of the checks.
    package let findings: [Finding]

    /// True if no finding is a problem; there may be warnings.
    package var isHealthy: Bool { !findings.contains { $0.level == .problem } }

    /// Examines this machine. This takes a moment, opens no device and changes nothing.
    ///
    /// - Parameters:
    ///   - file: The configuration file; nil uses the service's file if `user` is the service's account and the file is
    ///     installed, otherwise none.
    ///   - user: The account under which the daemon runs; nil for the current one.
    ///   - receivers: The receivers of the running daemon; empty without a daemon.
    ///   - certificate: The certificate of the running daemon's HTTPS server; nil without a daemon.
    ///   - mqtt: The running daemon's connection to an MQTT broker; nil without one.
    ///   - traccar: The running daemon's queue for a Traccar server; nil without one.
    /// - Throws: `GatewayError` if the account does not exist.
    package init(
        file: String?, user: String? = nil, receivers: [ReceiverReport] = [], certificate: CertificateReport? = nil,
        mqtt: MQTTReport? = nil, traccar: FormReport? = nil
    ) throws(GatewayError) {
        let account = try user.map { name throws(GatewayError) in try Account(named: name) } ?? Account.current
        let root = SystemRoot()
        let isOwn = user == nil || account.id == Account.current.id
        self.init(
            Machine(
                root: root, account: account, devices: DeviceMonitor.enumerate().map(Machine.Device.init),
                variable: isOwn ? ControlSocket.variable : account.variable,
                file: file ?? Machine.installedConfiguration(for: account, root)),
            receivers: receivers, certificate: certificate, mqtt: mqtt, traccar: traccar)
    }

    package init(
        _ machine: Machine, receivers: [ReceiverReport] = [], certificate: CertificateReport? = nil,
        mqtt: MQTTReport? = nil, traccar: FormReport? = nil, bluetooth: () -> BlueZ.View = BlueZ.view,
        hasMosquitto: () -> Bool = { MQTTUplinkService.isAvailable }
    ) {
        let (configuration, findings) = machine.configuration()
        self.findings =
            findings + machine.namedFiles(configuration) + machine.secrets(configuration)
            + machine.stateFolder(configuration) + machine.devices(configuration) + machine.udevRules()
            + machine.bluetooth(configuration, bluetooth) + machine.grabbers() + machine.ports(configuration)
            + machine.certificate(configuration, certificate) + machine.daemon() + receivers.compactMap(Self.finding)
            + machine.mqtt(configuration, mqtt, isInstalled: hasMosquitto) + Self.findings(traccar) + machine.time()
    }

    /// The report as one JSON object:
    /// `{"findings":[{"check":"device","fix":"…","fix_message":{…},"level":"ok","message":{…},"text":"…"}],"healthy":true}`.
    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? Self.nothing
    }

    /// The JSON of a machine that cannot be examined.
    package static let nothing = #"{"findings":[],"healthy":false}"#
}

extension DoctorReport: Encodable {
    private enum CodingKeys: String, CodingKey { case healthy, findings }

    /// Writes the findings and whether the machine is healthy.
    ///
    /// - Throws: The error of the encoder.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(isHealthy, forKey: .healthy)
        try container.encode(findings, forKey: .findings)
    }
}

extension DoctorReport.Finding: Encodable {
    private enum CodingKeys: String, CodingKey {
        case check, level, text, fix, message
        case fixMessage = "fix_message"
    }

    /// Writes the finding, with each text as a code and in English.
    ///
    /// - Throws: The error of the encoder.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(check, forKey: .check)
        try container.encode(level.rawValue, forKey: .level)
        try container.encode(text, forKey: .text)
        try container.encodeIfPresent(fix, forKey: .fix)
        try container.encode(message, forKey: .message)
        try container.encodeIfPresent(fixMessage, forKey: .fixMessage)
    }
}

extension DoctorReport {
    /// The finding about the running daemon's Traccar server; none if no server is configured.
    fileprivate static func findings(_ traccar: FormReport?) -> [Finding] {
        guard let traccar else { return [] }
        if let problem = traccar.problem {
            return [Finding("traccar", .warning, problem.message, fix: problem.cureMessage)]
        }
        return [
            Finding("traccar", .ok, CodedText(TraccarText.works, ["server": .words(traccar.destination)]))
        ]
    }

    /// A finding about a receiver of the running daemon; nil if the receiver has no problem.
    fileprivate static func finding(_ receiver: ReceiverReport) -> Finding? {
        let refused = receiver.refusedBatches
        let isWell = receiver.state == .running
        guard !isWell || refused > 0 else { return nil }
        let state = CodedText(
            text(of: receiver.state.value),
            [
                "receiver": .words(receiver.id),
                "reason": .sentence(receiver.message ?? .detail(receiver.reason)),
            ])
        guard refused > 0 else { return Finding("receiver", .warning, state) }
        let isDriversFault = isWell || receiver.state == .degraded
        return Finding(
            "receiver", .warning,
            CodedText(DoctorText.receiverRefused, ["cause": .sentence(state), "count": .count(refused)]),
            fix: isDriversFault
                ? CodedText(DoctorFixText.reportDriver, ["driver": .words(receiver.driver)]) : nil)
    }

    private static func text(of state: ReceiverState?) -> DoctorText {
        switch state {
        case .starting: .receiverStarting
        case .connecting: .receiverConnecting
        case .running: .receiverRunning
        case .lost: .receiverLost
        case .stopped: .receiverStopped
        case .gone: .receiverGone
        // A newer daemon may report a state that this program does not know.
        case .degraded, nil: .receiverDegraded
        }
    }
}

extension DoctorReport.Finding: CustomStringConvertible {
    /// The finding on one line, and the remedy on a second one.
    package var description: String {
        let level = level.rawValue + String(repeating: " ", count: 9 - level.rawValue.count)
        return "\(level)\(check): \(text)" + (fix.map { "\n         fix: \($0)" } ?? "")
    }
}
