// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import GNSSTypes
internal import MessageTexts

extension Machine {
    private static let rulesFile = "70-gnss-gateway.rules"

    private var hasRules: Bool {
        ["/etc/udev/rules.d", "/run/udev/rules.d", "/usr/local/lib/udev/rules.d", "/usr/lib/udev/rules.d"].contains {
            root.exists("\($0)/\(Self.rulesFile)")
        }
    }

    /// Checks whether the udev rules are installed. They permit access to receivers, and keep other programs away from
    /// them.
    func udevRules() -> [DoctorReport.Finding] {
        if hasRules { return [.init("udev", .ok, CodedText(DoctorText.rulesInstalled))] }
        guard root.exists("/run/udev/control") else {
            return [.init("udev", .ok, CodedText(DoctorText.rulesNotNeeded))]
        }
        return [
            .init(
                "udev", .warning, CodedText(DoctorText.rulesMissing, ["file": .words(Self.rulesFile)]),
                fix: CodedText(DoctorFixText.installRules))
        ]
    }

    /// Checks for programs that open serial ports on their own initiative.
    func grabbers() -> [DoctorReport.Finding] {
        var findings: [DoctorReport.Finding] = []
        if let program = processes.program("ModemManager") {
            let exposed = devices.filter { !$0.isIgnoredByModemManager && !(hasRules && $0.isKnownReceiver) }
            findings.append(modemManager(program, exposed.map(\.node)))
        }
        if let program = processes.program("brltty") {
            findings.append(
                .init(
                    "brltty", .warning,
                    CodedText(
                        DoctorText.brltty, ["program": .words(program.name), "process": .words("\(program.id)")]),
                    fix: Self.fix(against: program)))
        }
        if let program = processes.program("gpsd") {
            findings.append(
                .init(
                    "gpsd", .warning,
                    CodedText(DoctorText.gpsd, ["program": .words(program.name), "process": .words("\(program.id)")]),
                    fix: Self.fix(against: program)))
        }
        return findings
    }

    private func modemManager(_ program: ProcessTable.Entry, _ exposed: [String]) -> DoctorReport.Finding {
        guard !exposed.isEmpty else { return .init("ModemManager", .ok, CodedText(DoctorText.modemManagerHarmless)) }
        return .init(
            "ModemManager", .warning,
            CodedText(
                DoctorText.modemManager,
                [
                    "program": .words(program.name), "process": .words("\(program.id)"),
                    "devices": .words(exposed.joined(separator: ", ")),
                ]),
            fix: hasRules
                ? CodedText(DoctorFixText.ignorePort, ["rule": .words("ENV{ID_MM_PORT_IGNORE}=\"1\"")])
                : CodedText(DoctorFixText.installRules))
    }

    /// Checks whether a service keeps the clock synchronised.
    package func time() -> [DoctorReport.Finding] {
        let program = ["chronyd", "ntpd", "openntpd"].compactMap(processes.program).first?.name
        let isKept = root.exists("/run/systemd/timesync/synchronized")
        if let program = program ?? (isKept ? "systemd-timesyncd" : nil) {
            return [.init("time", .ok, CodedText(DoctorText.clockKept, ["program": .words(program)]))]
        }
        guard processes.entries.contains(where: { $0.id == 1 && $0.name == "systemd" }) else {
            return [.init("time", .ok, CodedText(DoctorText.clockInContainer))]
        }
        return [
            .init(
                "time", .warning, CodedText(DoctorText.clockNotKept),
                fix: CodedText(DoctorFixText.synchroniseClock))
        ]
    }
}
