// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// A program that runs.
struct RunningProcess: Hashable, Sendable {
    var pid: Int32
    var name: String
}

/// Who has serial ports open, and which programs run that take them by themselves, as `/proc` tells.
struct PortPrograms: Sendable {
    /// By the device number of the port. Programs of other users are seen only by root.
    private var holders: [dev_t: [RunningProcess]] = [:]
    private var grabbers: [RunningProcess] = []

    /// Whether programs of other users could not be looked into.
    private(set) var isPartial = false

    private static let known = ["ModemManager", "gpsd", "brltty"]

    /// Looks once through all processes.
    static func look() -> PortPrograms {
        var programs = PortPrograms()
        for entry in (try? Folder.names(in: "/proc")) ?? [] {
            guard let pid = Int32(entry) else { continue }
            programs.add(pid)
        }
        return programs
    }

    /// The programs that have the port open, this one left out.
    func holders(of node: String) -> [RunningProcess] {
        var status = stat()
        guard stat(node, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return [] }
        return (holders[status.st_rdev] ?? []).filter { $0.pid != getpid() }
    }

    /// Programs that run and are likely to take the device, with what keeps them off it.
    func likelyGrabbers(of device: SerialDevice) -> [String] {
        var likely: [String] = []
        if runs("ModemManager"), !device.marks.isIgnoredByModemManager, device.usb != nil {
            likely.append(
                "ModemManager is running and may open it: install the udev rules (70-gnss-gateway.rules), "
                    + "or for a chip like FTDI or CH340 a rule of your own with ENV{ID_MM_PORT_IGNORE}=\"1\"")
        }
        if device.marks.isTakenByBrltty {
            likely.append(
                "brltty mistakes it for a Braille display: if you use none, 'sudo systemctl mask brltty-udev.service'")
        }
        if let service = device.marks.wantedService, service.hasPrefix("gpsdctl@") {
            likely.append("udev passes it to gpsd (\(service)): 'sudo systemctl mask \(service)'")
        }
        return likely
    }

    private func runs(_ name: String) -> Bool { grabbers.contains { $0.name == name } }

    private mutating func add(_ pid: Int32) {
        guard let name = Self.name(of: pid) else { return }
        let process = RunningProcess(pid: pid, name: name)
        if Self.known.contains(name) { grabbers.append(process) }
        guard access("/proc/\(pid)/fd", R_OK) == 0 else {
            isPartial = true
            return
        }
        var seen: Set<dev_t> = []
        for entry in (try? Folder.names(in: "/proc/\(pid)/fd")) ?? [] {
            // Only what is in /dev is looked at: asking for the state of a file may wait for a server that is away.
            let link = "/proc/\(pid)/fd/\(entry)"
            var status = stat()
            guard Folder.link(link)?.contains("/dev/") == true, stat(link, &status) == 0,
                status.st_mode & S_IFMT == S_IFCHR
            else { continue }
            if seen.insert(status.st_rdev).inserted { holders[status.st_rdev, default: []].append(process) }
        }
    }

    private static func name(of pid: Int32) -> String? {
        WholeFile.text("/proc/\(pid)/comm", atMost: 4096).map { String($0.prefix { $0 != "\n" }) }
    }
}
