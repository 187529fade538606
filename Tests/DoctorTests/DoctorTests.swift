// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Foundation
import GNSSTypes
import MessageTexts
import Testing

@testable import BluetoothPairing
@testable import DaemonRuntime
@testable import Doctor

/// A machine that a test makes in a folder.
private final class FakeMachine {
    let folder = NSTemporaryDirectory() + "gnss-machine-\(UUID().uuidString)"
    var devices: [Machine.Device] = []
    var account = Account(name: "anna", id: 4242, groups: [4242])
    var file: String?
    var hasMosquitto = true
    /// The account's home folder.
    var home: String?
    var bluetooth = BlueZ.View.failure(BluetoothPairingError(BusError.noService))

    /// A group that files can be given to; root's own has rights of its own.
    static let dialout: gid_t = getgid() == 0 ? 20 : getgid()

    init() throws {
        try write("/etc/group", "root:x:0:\ndialout:x:\(Self.dialout):\nanna:x:4242:\n")
        try write("/proc/net/if_inet6", "00000000000000000000000000000001 01 80 10 80       lo\n")
        try program(1, "systemd")
        try write("/run/systemd/timesync/synchronized", "")
        try write("/etc/udev/rules.d/70-gnss-gateway.rules", "")
        try write("/run/udev/control", "")
        try FileManager.default.createDirectory(atPath: folder + "/state", withIntermediateDirectories: true)
        chmod(folder + "/state", 0o777)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func write(_ path: String, _ text: String) throws {
        let url = URL(fileURLWithPath: folder + path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    func program(_ id: Int32, _ name: String, holding: String...) throws {
        try write("/proc/\(id)/comm", name + "\n")
        try write("/proc/\(id)/fd/0", "")
        for (index, target) in holding.enumerated() {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/proc/\(id)/fd/\(index + 3)", withDestinationPath: target)
        }
    }

    func device(_ node: String, mode: mode_t, isKnown: Bool = true) throws {
        try write(node, "")
        if geteuid() == 0 { chown(folder + node, 0, Self.dialout) }
        chmod(folder + node, mode)
        devices.append(Machine.Device(node: node, name: "u-blox 8", isKnownReceiver: isKnown))
    }

    /// Lets only this user read a file.
    func protect(_ path: String) {
        chmod(folder + path, 0o600)
        if geteuid() == 0 { chown(folder + path, 0, 0) }
    }

    /// A socket that waits for clients.
    func listener(_ address: String, _ inode: Int, in table: String = "tcp", user: Int = 0) throws {
        let head = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
        let rest = "00000000:0000 0A 00000000:00000000 00:00000000 00000000 \(user)        0 \(inode) 1 0 100 0\n"
        try write("/proc/net/\(table)", head + "   0: \(address) " + rest)
    }

    var findings: [DoctorReport.Finding] {
        DoctorReport(
            Machine(
                root: SystemRoot(folder), account: account, devices: devices,
                variable: { [home] in $0 == "STATE_DIRECTORY" ? "/state" : $0 == "HOME" ? home : nil }, file: file),
            bluetooth: { bluetooth }, hasMosquitto: { hasMosquitto }
        ).findings
    }

    /// A Bluetooth adapter.
    func adapter(_ name: String, soft: Int = 0, hard: Int = 0) throws {
        try write("/sys/class/bluetooth/\(name)/address", "")
        try write("/sys/class/bluetooth/\(name):256/address", "")
        for (file, text) in [("type", "bluetooth"), ("name", name), ("soft", "\(soft)"), ("hard", "\(hard)")] {
            try write("/sys/class/rfkill/rfkill0/\(file)", text + "\n")
        }
    }

    /// The findings of a check that are not well, with what is not the same on every machine left out.
    func findings(_ check: String? = nil) -> [DoctorReport.Finding] {
        findings.filter { $0.level != .ok && $0.check != "drivers" && (check == nil || $0.check == check) }
    }
}

@Suite struct DoctorTests {
    @Test func `a machine without Bluetooth is well`() throws {
        #expect(try FakeMachine().findings("Bluetooth").isEmpty)
    }

    @Test func `what keeps Bluetooth from working is told with what to do`() throws {
        let machine = try FakeMachine()
        func fix() -> String { machine.findings("Bluetooth").first?.fix ?? "" }
        try machine.adapter("hci0", soft: 1)
        #expect(fix() == "'sudo rfkill unblock bluetooth'")
        try machine.adapter("hci0", hard: 1)
        #expect(fix().contains("flight mode"))
        try machine.adapter("hci0")
        #expect(fix().contains("'sudo systemctl enable --now bluetooth'"))
        try machine.program(77, "bluetoothd")
        machine.bluetooth = .failure(BluetoothPairingError(BusError.denied("policy")))
        #expect(fix().contains("'sudo usermod -aG bluetooth anna'"))
        machine.bluetooth = .success([("hci0", false)])
        #expect(fix() == "'bluetoothctl power on'")
        machine.bluetooth = .success([("hci0", true)])
        #expect(machine.findings("Bluetooth").isEmpty)
    }

    @Test func `a certificate in the daemon's report is a problem if clients refuse it now`() {
        let machine = Machine(root: SystemRoot(), account: .current, devices: [], variable: { _ in nil }, file: nil)
        func level(_ code: CertificateText, end: Int64) -> DoctorReport.Finding.Level? {
            var report = CertificateReport(fingerprint: nil, names: [], end: end, authorityEnd: nil)
            report.message = CodedText(code, ["file": .words("/tls.crt"), "end": .words("2026-12-31")])
            return machine.certificate(nil, report).first?.level
        }
        let later: Int64 = 4_102_444_800
        #expect(level(.fileEarly, end: later) == .problem)
        #expect(level(.fileEnds, end: later) == .warning)
        #expect(level(.fileEnded, end: 1_767_225_600) == .problem)
    }

    @Test func `the files and the library that MQTT needs are checked without a daemon`() throws {
        let machine = try FakeMachine()
        machine.file = "/gateway.yaml"
        machine.account.id = geteuid()
        let keys = "user: x, password_file: /password, ca_file: /ca.pem"
        try machine.write("/gateway.yaml", "receivers: []\nmqtt: { url: \"mqtts://broker\", \(keys) }\n")
        try machine.write("/password", "\n")
        try machine.write("/ca.pem", "-----BEGIN CERTIFICATE-----\n")
        let finding = try #require(machine.findings("mqtt").first)
        #expect(finding.level == .problem && finding.text.contains("gateway.yaml:2"), "\(finding.text)")
        #expect(finding.text.contains("mqtt.password_file") && finding.text.contains("empty"), "\(finding.text)")
        try machine.write("/password", "word\n")
        #expect(machine.findings("mqtt").isEmpty)
        // The account of the service may not read the file, although this one may.
        machine.account.id = 4242
        machine.protect("/password")
        #expect(machine.findings("mqtt").count == 1)
        let words = machine.findings("mqtt").first?.text ?? ""
        #expect(words.contains("mqtt.password_file") && words.contains("anna may not read /password"), "\(words)")
        try machine.write("/password", "word\n")
        chmod(machine.folder + "/password", 0o644)
        machine.hasMosquitto = false
        #expect(machine.findings("mqtt").map(\.fix) == ["install the package libmosquitto1"])
        try machine.write("/gateway.yaml", "receivers: []\n")
        #expect(machine.findings("mqtt").isEmpty)
    }

    @Test func `files without which the daemon does not start are checked`() throws {
        let machine = try FakeMachine()
        machine.file = "/gateway.yaml"
        machine.account.id = geteuid()
        func set(_ sections: String) throws { try machine.write("/gateway.yaml", sections + "\n") }
        func problems() -> [String] { machine.findings("configuration").filter { $0.level == .problem }.map(\.text) }
        try set("webhook: { url: \"https://hooks.example/\", secret_file: /secret }")
        #expect(problems().count == 1 && problems().first?.contains("gateway.yaml:1:") == true, "\(problems())")
        #expect(problems().first?.contains("webhook.secret_file: cannot read ") == true, "\(problems())")
        #expect(machine.findings("configuration").first?.fix?.contains("config check /gateway.yaml") == true)
        try machine.write("/secret", "whsec_short\n")
        #expect(problems().first?.contains("contains no secret") == true, "\(problems())")
        try machine.write("/secret", "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=\n")
        #expect(problems().isEmpty, "\(problems())")
        for section in [
            "traccar: { url: \"https://a/\"", "corrections: { caster: a, mountpoint: M", "agrirouter: { timeout_s: 30",
        ] {
            try set(section + ", ca_file: /ca.pem }")
            let key = section.prefix { $0 != ":" } + ".ca_file: "
            try? FileManager.default.removeItem(atPath: machine.folder + "/ca.pem")
            #expect(problems().first?.contains("\(key)cannot read ") == true, "\(problems())")
            try machine.write("/ca.pem", "none\n")
            #expect(problems().first?.contains("is not a PEM file") == true, "\(problems())")
            try machine.write("/ca.pem", "-----BEGIN CERTIFICATE-----\n")
            #expect(problems().isEmpty, "\(problems())")
        }
        for (key, section) in [
            ("corrections.password_file", "corrections: { caster: a, mountpoint: M, user: u, password_file: /word }"),
            ("captures.legacy_secret_file", "captures: { legacy_secret_file: /word }"),
        ] {
            try set(section)
            try? FileManager.default.removeItem(atPath: machine.folder + "/word")
            #expect(problems().first?.contains("\(key): cannot read ") == true, "\(problems())")
            try machine.write("/word", "word\n")
            #expect(problems().isEmpty, "\(problems())")
            machine.account.id = 4242
            machine.protect("/word")
            #expect(problems().count == 1 && problems().first?.contains("\(key): anna may not read /word") == true)
            machine.account.id = geteuid()
        }
        // The account of the service may not read the file, although this one may.
        try set("traccar: { url: \"https://a/\", ca_file: /ca.pem }")
        machine.account.id = 4242
        machine.protect("/ca.pem")
        #expect(problems().first?.contains("anna may not read /ca.pem") == true, "\(problems())")
    }

    @Test func `plugins are searched in the account's folder, and judged by the account's rights`() throws {
        let machine = try FakeMachine()
        machine.home = "/home/anna"
        func drivers() -> [String] { machine.findings.filter { $0.check == "drivers" }.map(\.text) }
        let before = drivers()
        let plugin = "/home/anna/.local/share/gnss-gateway/plugins/libother.so"
        try machine.write(plugin, "")
        // It belongs to this user, or to a third one, and not to the account.
        if geteuid() == 0 { chown(machine.folder + plugin, 12_345, 12_345) }
        let refused = drivers().filter { !before.contains($0) }
        #expect(refused.count == 1 && refused.first?.contains("belongs neither to root") == true, "\(refused)")
        // This explains why the driver that the configuration names is missing.
        try machine.write("/gateway.yaml", "receivers: [{ id: a, driver: other }]\n")
        machine.file = "/gateway.yaml"
        #expect(machine.findings("configuration").first?.text.contains("no driver") == true)
        #expect(drivers().contains { $0.contains("libother.so") }, "\(drivers())")
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func `a plugin of the account is not refused, and does not run with root's rights`() throws {
        let machine = try FakeMachine()
        machine.home = "/home/anna"
        let plugin = "/home/anna/.local/share/gnss-gateway/plugins/libother.so"
        try machine.write(plugin, "")
        chown(machine.folder + plugin, 4242, 4242)
        let findings = machine.findings.filter { $0.check == "drivers" && $0.text.contains("libother.so") }
        #expect(findings.count == 1 && findings.first?.text.contains("not examined: ") == true, "\(findings)")
        // The file may be right, so removing it is no advice.
        #expect(findings.first?.fix == nil, "\(findings)")
    }

    @Test func `secrets that every user can read are a warning`() throws {
        let machine = try FakeMachine()
        machine.file = "/etc/gateway.yaml"
        func open() -> [String] { machine.findings("configuration").map(\.text) }
        func set(_ mode: mode_t, _ path: String) { chmod(machine.folder + path, mode) }
        try machine.write("/secrets/hook", "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=\n")
        try machine.write(
            "/etc/gateway.yaml", "webhook: { url: \"https://hooks.example/T0/abc\", secret_file: /secrets/hook }\n")
        set(0o755, "/etc")
        set(0o755, "/secrets")
        set(0o644, "/etc/gateway.yaml")
        set(0o644, "/secrets/hook")
        #expect(open().count == 2 && open().allSatisfy { $0.contains("holds a secret") }, "\(open())")
        #expect(machine.findings("configuration").allSatisfy { $0.level == .warning && $0.fix != nil })
        set(0o640, "/etc/gateway.yaml")
        #expect(open().count == 1 && open().first?.contains("/secrets/hook") == true, "\(open())")
        // The folder protects the file.
        set(0o700, "/secrets")
        #expect(open().isEmpty, "\(open())")
        // The address alone is no secret.
        set(0o644, "/etc/gateway.yaml")
        try machine.write(
            "/etc/gateway.yaml", "webhook: { url: \"https://hooks.example/\", secret_file: /secrets/hook }\n")
        #expect(open().isEmpty, "\(open())")
        set(0o755, "/secrets")
        try machine.write("/etc/gateway.yaml", "captures: { legacy_secret_file: /secrets/hook }\n")
        #expect(open().count == 1 && open().first?.contains("/secrets/hook") == true, "\(open())")
    }

    @Test func `a machine on which all is well has no findings but good ones`() throws {
        let machine = try FakeMachine()
        try machine.device("/dev/ttyACM0", mode: 0o666)
        #expect(machine.findings().isEmpty, "\(machine.findings())")
        #expect(
            Set(machine.findings.map(\.check)).isSuperset(of: [
                "configuration", "state", "device", "udev", "port", "time",
            ]))
    }

    @Test func `a device of a group that the user is not in is told with the very command`() throws {
        let machine = try FakeMachine()
        try machine.device("/dev/ttyACM0", mode: 0o660)
        let finding = try #require(machine.findings("device").first)
        #expect(finding.level == .problem)
        #expect(finding.text == "anna may not open /dev/ttyACM0 (u-blox 8): mode 0660, group dialout")
        #expect(finding.fix == "'sudo usermod -aG dialout anna', then log in again (a service: restart it)")
        // She was added, but this session does not know yet.
        try machine.write("/etc/group", "dialout:x:\(FakeMachine.dialout):bert,anna\n")
        #expect(machine.findings("device").first?.fix?.contains("log in again") == true)
        #expect(machine.findings("device").first?.fix?.contains("usermod") == false)
        machine.account.groups.insert(FakeMachine.dialout)
        #expect(machine.findings("device").isEmpty)
    }

    @Test func `a device that nobody may open is a matter of the udev rules`() throws {
        let machine = try FakeMachine()
        try machine.device("/dev/ttyACM0", mode: 0o600)
        #expect(machine.findings("device").first?.fix?.contains("install the udev rules") == true)
        try FileManager.default.removeItem(atPath: machine.folder + "/etc/udev/rules.d/70-gnss-gateway.rules")
        let rules = try #require(machine.findings("udev").first)
        #expect(rules.fix?.contains("udevadm control --reload") == true)
        try FileManager.default.removeItem(atPath: machine.folder + "/run/udev/control")
        #expect(machine.findings("udev").isEmpty)
    }

    @Test func `the program that holds a port is named, with what keeps it off`() throws {
        let machine = try FakeMachine()
        try machine.device("/dev/ttyACM0", mode: 0o666)
        try machine.program(4711, "minicom", holding: "/dev/ttyACM0")
        let finding = try #require(machine.findings("device").first)
        #expect(finding.text == "/dev/ttyACM0 (u-blox 8) is held by minicom (process 4711)")
        #expect(finding.fix == "end minicom: 'kill 4711'")
        // A program chooses its name, which must not reach the terminal as it is.
        for (name, shown) in [("mini\u{1B}[2J\n", "mini [2J"), ("\n", "")] {
            try machine.write("/proc/4711/comm", name)
            let holders = ProcessTable(SystemRoot(machine.folder)).holders(of: "/dev/ttyACM0")
            #expect(holders.map(\.name) == [shown])
        }
        try machine.write("/proc/4711/comm", "gpsd\n")
        #expect(machine.findings("device").first?.fix?.contains("systemctl disable --now gpsd.socket") == true)
        try machine.write("/proc/4711/comm", "gnss-gateway\n")
        #expect(machine.findings("device").isEmpty)
    }

    @Test func `threads of the kernel are no programs that cannot be checked`() throws {
        let machine = try FakeMachine()
        try machine.device("/dev/ttyACM0", mode: 0o666)
        try machine.write("/proc/2/comm", "kthreadd\n")
        try FileManager.default.createDirectory(
            atPath: machine.folder + "/proc/2/fd", withIntermediateDirectories: true)
        let texts = machine.findings.filter { $0.check == "device" }.map(\.text)
        #expect(texts == ["anna may open /dev/ttyACM0 (u-blox 8)"])
    }

    @Test func `ModemManager is told of only where it may write to a receiver`() throws {
        let machine = try FakeMachine()
        try machine.program(50, "ModemManager")
        try machine.device("/dev/ttyACM0", mode: 0o666)
        #expect(machine.findings("ModemManager").isEmpty)
        try machine.device("/dev/ttyUSB0", mode: 0o666, isKnown: false)
        let finding = try #require(machine.findings("ModemManager").first)
        #expect(finding.level == .warning && finding.text.contains("/dev/ttyUSB0") && !finding.text.contains("ACM"))
        #expect(finding.fix?.contains("ID_MM_PORT_IGNORE") == true)
        try machine.program(51, "brltty")
        #expect(machine.findings("brltty").first?.fix?.contains("brltty-udev.service") == true)
    }

    @Test(arguments: [
        ("0100007F:0B83", "tcp", "127.0.0.1:2947"), ("00000000:0B83", "tcp", "127.0.0.1:2947"),
        ("00000000000000000000000001000000:0B83", "tcp6", "[::1]:2947"),
    ])
    func `a port that is taken is told with who has it`(address: String, table: String, name: String) throws {
        let machine = try FakeMachine()
        try machine.device("/dev/ttyACM0", mode: 0o666)
        try machine.listener(address, 9001, in: table)
        #expect(machine.findings("port").map(\.text) == ["\(name) is in use by another user's program"])
        try machine.program(812, "gpsd", holding: "socket:[9001]")
        let finding = try #require(machine.findings("port").first)
        #expect(finding.text == "\(name) is in use by gpsd (process 812)")
        #expect(finding.fix?.contains("systemctl disable --now gpsd.socket gpsd.service") == true)
    }

    @Test func `each port that a server needs is checked, and named with its key`() throws {
        let machine = try FakeMachine()
        try machine.device("/dev/ttyACM0", mode: 0o666)
        machine.file = "/gateway.yaml"
        try machine.program(812, "nginx", holding: "socket:[9001]")
        for (key, name) in [
            ("http", "127.0.0.1:21948"), ("https", "127.0.0.1:21948"), ("nmea", "tcp://127.0.0.1:21948"),
        ] {
            try machine.write("/gateway.yaml", "listen: { \(key): [\"\(name)\"] }\n")
            // 21948 is 0x55BC.
            try machine.listener("0100007F:55BC", 9001)
            let finding = try #require(machine.findings("port").first)
            #expect(finding.level == .problem && finding.text == "127.0.0.1:21948 is in use by nginx (process 812)")
            #expect(finding.fix == "end it, or choose another port in listen.\(key)")
        }
        // Sentences are sent there, and nothing listens.
        try machine.write("/gateway.yaml", "listen: { nmea: [\"udp://127.0.0.1:21948\"] }\n")
        #expect(machine.findings("port").isEmpty)
        // The daemon runs without its default address, 8947 (0x22F3).
        try machine.listener("0100007F:22F3", 9001)
        #expect(machine.findings("port").map(\.level) == [.warning])
    }

    @Test func `a port that another address has is free`() throws {
        let machine = try FakeMachine()
        try machine.device("/dev/ttyACM0", mode: 0o666)
        try machine.listener("0101A8C0:0B83", 9001)
        #expect(machine.findings("port").isEmpty)
    }

    @Test(arguments: [
        ("0100007F:0B83", "tcp", "0.0.0.0:2947"), ("00000000000000000000000001000000:0B83", "tcp6", "[::]:2947"),
    ])
    func `all addresses are not free if one of them is taken`(address: String, table: String, name: String) throws {
        let machine = try FakeMachine()
        machine.file = "/gateway.yaml"
        try machine.write("/gateway.yaml", "listen: { gpsd: [\"\(name)\"] }\n")
        try machine.listener(address, 9001, in: table)
        #expect(machine.findings("port").map(\.text) == ["\(name) is in use by another user's program"])
    }

    @Test func `IPv6 that is off is no problem while there is an address without it`() throws {
        let machine = try FakeMachine()
        try machine.device("/dev/ttyACM0", mode: 0o666)
        try machine.write("/proc/net/if_inet6", "")
        #expect(machine.findings("IPv6").map(\.level) == [.warning])
        try machine.write("/gateway.yaml", "listen: { gpsd: [\"[::1]:2947\"] }")
        machine.file = "/gateway.yaml"
        let finding = try #require(machine.findings("IPv6").first)
        #expect(finding.level == .problem && finding.fix?.contains("127.0.0.1:2947") == true)
    }

    @Test func `every mistake in the configuration is a finding with its place`() throws {
        let machine = try FakeMachine()
        try machine.write("/gateway.yaml", "receivers: [{ id: a }]\nlisten: { gpsd: [\"x:y:z\"] }\n")
        machine.file = "/gateway.yaml"
        let texts = machine.findings("configuration").map(\.text)
        #expect(texts.count == 2 && texts[0].contains("gateway.yaml:1:") && texts[1].contains("gateway.yaml:2:"))
        machine.file = "/none.yaml"
        #expect(machine.findings("configuration").first?.fix?.contains("config show >") == true)
    }

    @Test func `the service's account has its installed configuration, its state folder and its environment`() throws {
        let machine = try FakeMachine()
        let root = SystemRoot(machine.folder)
        machine.account.name = "gnss-gateway"
        #expect(Machine.installedConfiguration(for: machine.account, root) == nil)
        try machine.write("/etc/gnss-gateway/gateway.yaml", "receivers: []\n")
        #expect(Machine.installedConfiguration(for: machine.account, root) == "/etc/gnss-gateway/gateway.yaml")
        #expect(machine.account.variable("STATE_DIRECTORY") == "/var/lib/gnss-gateway")
        #expect(machine.account.variable("XDG_STATE_HOME") == nil)
        func findings() -> [DoctorReport.Finding] {
            DoctorReport(
                Machine(
                    root: root, account: machine.account, devices: [], variable: machine.account.variable,
                    file: Machine.installedConfiguration(for: machine.account, root))
            ) { machine.bluetooth }.findings
        }
        // As after installing: systemd has not made the folder yet.
        #expect(findings().first { $0.check == "state" }?.level == .ok)
        #expect(findings().first { $0.check == "configuration" }?.text.contains("gateway.yaml is valid") == true)
        try FileManager.default.createDirectory(
            atPath: machine.folder + "/var/lib/gnss-gateway", withIntermediateDirectories: true)
        #expect(findings().first { $0.check == "state" }?.level == .problem, "it belongs to another user")
        machine.account.name = "anna"
        #expect(Machine.installedConfiguration(for: machine.account, root) == nil)
    }

    @Test func `a port is a gateway's where the socket is its user's, and a problem where it is not`() throws {
        let machine = try FakeMachine()
        let words = "is in use by another user's program"
        for (listening, running) in [(997, nil), (997, 1000), (0, 0), (0, 997)] as [(Int, Int?)] {
            try machine.listener("0100007F:0B83", 4711, user: listening)
            if let running {
                try machine.program(812, "gnss-gateway")
                try machine.write("/proc/812/status", "Name:\tgnss-gateway\nUid:\t0\t\(running)\t0\t0\n")
            }
            #expect(machine.findings("port").first?.text.contains(words) == true, "\(listening), \(running ?? -1)")
        }
        try machine.listener("0100007F:0B83", 4711, user: 997)
        #expect(machine.findings("port").isEmpty)
        // The process of a driver, which has the same name, is not the one that listens.
        try machine.program(1004, "gnss-gateway")
        try machine.write("/proc/1004/status", "Name:\tgnss-gateway\nUid:\t0\t997\t0\t0\n")
        #expect(machine.findings.contains { $0.check == "port" && $0.text.contains("(process 812)") })
    }

    @Test func `a state folder that the account may use, and the caller not, is no finding`() throws {
        let machine = try FakeMachine()
        chmod(machine.folder + "/state", 0o033)
        defer { chmod(machine.folder + "/state", 0o700) }
        let state = machine.findings.filter { $0.check == "state" }
        #expect(state.map(\.level) == [.ok])
        // Root may look into all of them.
        #expect(state.first?.text.contains("with sudo") == (geteuid() != 0))
    }

    @Test func `no device at all, a state folder without rights and a clock that nobody keeps are told`() throws {
        let machine = try FakeMachine()
        #expect(machine.findings("device").map(\.level) == [.warning])
        chmod(machine.folder + "/state", 0o700)
        machine.account.id = 54321
        let state = try #require(machine.findings("state").first)
        #expect(state.level == .problem && state.fix?.contains("install -d -m 700 -o anna /state") == true)
        try FileManager.default.removeItem(atPath: machine.folder + "/run/systemd/timesync/synchronized")
        #expect(machine.findings("time").first?.fix?.contains("timedatectl set-ntp true") == true)
    }

    @Test func `findings are one line for people, a second one for what to do, and JSON for programs`() throws {
        let address = ["address": CodedText.Parameter.words("a \"port\"")]
        let finding = DoctorReport.Finding(
            "port", .problem, CodedText(DoctorText.portHeldByAnother, address),
            fix: CodedText(DoctorFixText.freePort, ["key": .words("listen.gpsd")]))
        #expect(
            finding.description
                == "problem  port: a \"port\" is in use by another user's program\n"
                + "         fix: end it, or choose another port in listen.gpsd")
        let machine = try FakeMachine()
        try machine.device("/dev/ttyACM0", mode: 0o600)
        let doctor = DoctorReport(
            Machine(
                root: SystemRoot(machine.folder), account: machine.account, devices: machine.devices,
                variable: { _ in nil }, file: nil))
        let json = try #require(try JSONSerialization.jsonObject(with: Data(doctor.json.utf8)) as? [String: Any])
        #expect(json["healthy"] as? Bool == false)
        let findings = try #require(json["findings"] as? [[String: Any]])
        let device = try #require(findings.first { $0["check"] as? String == "device" })
        #expect(device["level"] as? String == "problem" && device["fix"] is String)
        let message = try #require(device["message"] as? [String: Any])
        #expect(message["code"] as? String == "doctor.device_forbidden")
        #expect((message["parameters"] as? [String: String])?["mode"] == "0600")
        #expect((device["fix_message"] as? [String: Any])?["code"] as? String == "doctor.fix.open_to_group")
    }

    @Test(arguments: [ReceiverState.starting, .connecting, .running, .degraded, .lost, .stopped, .gone])
    func `a receiver that is not well is told by code, with its reason and its driver's refused batches`(
        _ state: ReceiverState
    ) throws {
        let machine = try FakeMachine()
        func findings(refused: Int) -> [DoctorReport.Finding] {
            var receiver = ReceiverReport(
                id: "rover", driver: "ubx", identity: "", origin: "configured", isolation: "process", priority: 0,
                state: state, reason: "its own words", since: Timestamp(milliseconds: 0))
            receiver.refusedBatches = refused
            return DoctorReport(
                Machine(
                    root: SystemRoot(machine.folder), account: machine.account, devices: [], variable: { _ in nil },
                    file: nil), receivers: [receiver]
            ) { machine.bluetooth }.findings.filter { $0.check == "receiver" }
        }
        let isWell = state == .running
        let calm = findings(refused: 0)
        #expect(calm.count == (isWell ? 0 : 1) && calm.allSatisfy { $0.fix == nil })
        #expect(isWell || calm[0].text == "rover is \(state): its own words")
        let refused = try #require(findings(refused: 3).first)
        #expect(refused.text.hasSuffix("; batches refused from its driver: 3"))
        #expect(refused.message.code == "doctor.receiver_refused")
        #expect((refused.fix != nil) == (isWell || state == .degraded))
    }
}
