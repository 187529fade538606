// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// A running program.
struct RunningProcess: Hashable, Sendable {
    var pid: Int32
    var name: String
}

/// The programs that have serial ports open, and running programs that may open them on their own initiative, according
/// to `/proc`.
struct PortPrograms: Sendable {
    /// The programs by device number of the port. Other users' programs are visible only to root.
    private var holders: [dev_t: [RunningProcess]] = [:]
    private var grabbers: [RunningProcess] = []

    /// True if other users' programs could not be examined.
    private(set) var isPartial = false

    private static let known = ["ModemManager", "gpsd", "brltty"]

    /// Examines all processes once.
    static func look() -> PortPrograms {
        var programs = PortPrograms()
        for entry in (try? Folder.names(in: "/proc")) ?? [] {
            guard let pid = Int32(entry) else { continue }
            programs.add(pid)
        }
        return programs
    }

    /// The programs that have the port open, except this one.
    func holders(of node: String) -> [RunningProcess] {
        var status = stat()
        guard stat(node, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return [] }
        return (holders[status.st_rdev] ?? []).filter { $0.pid != getpid() }
    }

    /// The running programs that are likely to open the device, each with the remedy.
    func likelyGrabbers(of device: SerialDevice) -> [String] {
        var likely: [String] = []
        if runs("ModemManager"), !device.marks.isIgnoredByModemManager, device.usb != nil {
            likely.append(
                "ModemManager is running and may open it: install the udev rules (70-gnss-gateway.rules), "
                    + "or, for a chip such as FTDI or CH340, your own rule with ENV{ID_MM_PORT_IGNORE}=\"1\"")
        }
        if device.marks.isTakenByBrltty {
            likely.append(
                "brltty mistakes it for a Braille display: if you use no Braille display, "
                    + "'sudo systemctl mask --now brltty.service brltty-udev.service'")
        }
        if let service = device.marks.wantedService, service.hasPrefix("gpsdctl@") {
            likely.append("udev passes it to gpsd (\(service)): 'sudo systemctl mask \(service)'")
        }
        return likely
    }

    private func runs(_ name: String) -> Bool { grabbers.contains { $0.name == name } }

    private mutating func add(_ pid: Int32) {
        guard let name = WholeFile.processName(Int(pid)) else { return }
        let process = RunningProcess(pid: pid, name: name)
        if Self.known.contains(name) { grabbers.append(process) }
        guard access("/proc/\(pid)/fd", R_OK) == 0 else {
            isPartial = true
            return
        }
        var seen: Set<dev_t> = []
        for entry in (try? Folder.names(in: "/proc/\(pid)/fd")) ?? [] {
            // Only links into /dev are examined, because the status of a file on an unreachable server may block.
            let link = "/proc/\(pid)/fd/\(entry)"
            var status = stat()
            guard Folder.link(link)?.contains("/dev/") == true, stat(link, &status) == 0,
                status.st_mode & S_IFMT == S_IFCHR
            else { continue }
            if seen.insert(status.st_rdev).inserted { holders[status.st_rdev, default: []].append(process) }
        }
    }
}
