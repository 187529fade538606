// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime

extension Machine {
    private static let rulesFile = "70-gnss-gateway.rules"
    private static let installRules =
        "'sudo install -m 644 udev/70-gnss-gateway.rules /etc/udev/rules.d/ && sudo udevadm control --reload && "
        + "sudo udevadm trigger --subsystem-match=tty --subsystem-match=usb'"

    private var hasRules: Bool {
        ["/etc/udev/rules.d", "/run/udev/rules.d", "/usr/local/lib/udev/rules.d", "/usr/lib/udev/rules.d"].contains {
            root.exists("\($0)/\(Self.rulesFile)")
        }
    }

    /// Checks whether the udev rules are installed that permit access to receivers and keep other programs away from
    /// them.
    func udevRules() -> [DoctorReport.Finding] {
        if hasRules { return [.init(check: "udev", level: .ok, text: "the udev rules for receivers are installed")] }
        guard root.exists("/run/udev/control") else {
            return [
                .init(
                    check: "udev", level: .ok,
                    text: "udev is not running here (a container?): device permissions come from the host")
            ]
        }
        return [
            .init(
                check: "udev", level: .warning,
                text: "the udev rules for receivers (\(Self.rulesFile)) are not installed",
                fix: Self.installRules)
        ]
    }

    /// Checks for programs that open serial ports by themselves.
    func grabbers() -> [DoctorReport.Finding] {
        var findings: [DoctorReport.Finding] = []
        if let program = processes.program("ModemManager") {
            let exposed = devices.filter { !$0.isIgnoredByModemManager && !(hasRules && $0.isKnownReceiver) }
            findings.append(
                exposed.isEmpty
                    ? .init(
                        check: "ModemManager", level: .ok,
                        text: "it is running, but configured to leave receivers alone")
                    : .init(
                        check: "ModemManager", level: .warning,
                        text: "\(program) may write to \(exposed.map(\.node).joined(separator: ", "))",
                        fix: hasRules
                            ? "a udev rule of your own with ENV{ID_MM_PORT_IGNORE}=\"1\" for the device, or, where no "
                                + "modem is used, 'sudo systemctl disable --now ModemManager'"
                            : Self.installRules))
        }
        if let program = processes.program("brltty") {
            findings.append(
                .init(
                    check: "brltty", level: .warning,
                    text: "\(program) may mistake serial converters for Braille displays",
                    fix: "if you use none: 'sudo systemctl mask --now brltty.service brltty-udev.service'"))
        }
        if let program = processes.program("gpsd") {
            findings.append(
                .init(
                    check: "gpsd", level: .warning, text: "\(program) opens receivers when they are plugged in",
                    fix: Self.fix(against: program)))
        }
        return findings
    }

    /// Checks whether a service keeps the clock synchronised.
    package func time() -> [DoctorReport.Finding] {
        let program = ["chronyd", "ntpd", "openntpd"].compactMap(processes.program).first
        if let program { return [.init(check: "time", level: .ok, text: "\(program) synchronises the clock")] }
        if root.exists("/run/systemd/timesync/synchronized") {
            return [.init(check: "time", level: .ok, text: "the clock is synchronised (systemd-timesyncd)")]
        }
        guard processes.entries.contains(where: { $0.id == 1 && $0.name == "systemd" }) else {
            return [.init(check: "time", level: .ok, text: "the clock is not synchronised here (a container?)")]
        }
        return [
            .init(
                check: "time", level: .warning,
                text: "nothing synchronises the clock: dates that receivers omit may be wrong",
                fix: "'sudo timedatectl set-ntp true', or install chrony")
        ]
    }
}
