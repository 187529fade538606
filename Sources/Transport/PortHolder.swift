// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// A process that has a serial port open.
public struct PortHolder: Hashable, Sendable, CustomStringConvertible {
    /// The process id, as in `/proc`.
    public var process: Int
    /// The name of its command; empty where it is not known.
    public var command: String

    public init(process: Int, command: String) {
        self.process = process
        self.command = command
    }

    /// Whether it is the process that asks.
    public var isThisProcess: Bool { process == Int(getpid()) }

    /// As in messages: `gpsd (process 812)`.
    public var description: String {
        isThisProcess
            ? "this program itself (another receiver or a search uses it)"
            : command.isEmpty ? "process \(process)" : "\(command) (process \(process))"
    }
}

/// Finds out who has a device open. What other users' processes have open only root sees.
enum PortHolders {
    /// The processes that have a device open.
    ///
    /// - Parameters:
    ///   - device: the status of the device's node.
    ///   - own: whether this process counts; if it does, it comes last.
    static func find(_ device: stat, includingOwn own: Bool) -> [PortHolder] {
        var holders: [PortHolder] = []
        for name in (try? Folder.names(in: "/proc")) ?? [] {
            guard let process = Int(name), process != Int(getpid()), has(process, open: device) else { continue }
            holders.append(PortHolder(process: process, command: command(of: process)))
        }
        let this = Int(getpid())
        if own, has(this, open: device) { holders.append(PortHolder(process: this, command: command(of: this))) }
        return holders
    }

    /// This process, where it has a device open more than once.
    static func ownOther(_ device: stat) -> PortHolder? {
        let this = Int(getpid())
        guard count(this, device, atMost: 2) > 1 else { return nil }
        return PortHolder(process: this, command: command(of: this))
    }

    /// The name of a process's command; empty where there is no such process.
    static func command(of process: Int) -> String {
        WholeFile.text("/proc/\(process)/comm", atMost: 4096).map { String($0.prefix { $0 != "\n" }) } ?? ""
    }

    private static func has(_ process: Int, open device: stat) -> Bool { count(process, device, atMost: 1) > 0 }

    /// How many descriptors a process has of a device.
    private static func count(_ process: Int, _ device: stat, atMost limit: Int) -> Int {
        let folder = "/proc/\(process)/fd"
        var count = 0
        for name in (try? Folder.names(in: folder)) ?? [] where count < limit {
            // The link's text first: to ask for the status of anything that is open might block (a dead file server).
            guard let target = Folder.link("\(folder)/\(name)"), target.contains("/dev/") else { continue }
            var status = stat()
            if stat("\(folder)/\(name)", &status) == 0, isSame(status, device) { count += 1 }
        }
        return count
    }

    /// Whether two nodes are one device. The numbers of pseudo-terminals are their own in each mount of `/dev/pts`.
    private static func isSame(_ a: stat, _ b: stat) -> Bool {
        guard a.st_mode & S_IFMT == S_IFCHR, a.st_rdev == b.st_rdev else { return false }
        return !LineKind.isPseudoTerminal(a.st_rdev) || (a.st_dev == b.st_dev && a.st_ino == b.st_ino)
    }
}

/// The lock files of the UUCP custom, which minicom, picocom and others keep: `LCK..ttyUSB0` with the process in it.
struct LockFiles {
    /// Where they are.
    var folder = "/var/lock"

    /// The process that claims a port by a lock file; nil without one, or if it has ended.
    ///
    /// - Parameter node: the node, `/dev/ttyUSB0`.
    func holder(of node: String) -> PortHolder? {
        guard node.hasPrefix("/dev/"), !node.hasPrefix("/dev/pts/") else { return nil }
        let name = node.dropFirst("/dev/".count).split(separator: "/").joined(separator: "_")
        guard let bytes = try? WholeFile.read("\(folder)/LCK..\(name)", atMost: 4096), let process = Self.process(bytes)
        else {
            return nil
        }
        guard process != Int(getpid()), kill(pid_t(process), 0) == 0 || errno == EPERM else { return nil }
        return PortHolder(process: process, command: PortHolders.command(of: process))
    }

    /// The process of a lock file: in digits, or as four bytes in old ones.
    private static func process(_ bytes: [UInt8]) -> Int? {
        let text = String(decoding: bytes, as: UTF8.self)
        if let word = text.split(whereSeparator: \.isWhitespace).first, let number = Int32(word) {
            return number > 0 ? Int(number) : nil
        }
        guard bytes.count == 4 else { return nil }
        let number = bytes.enumerated().reduce(UInt32(0)) { $0 | UInt32($1.element) << (8 * UInt32($1.offset)) }
        return (1...UInt32(Int32.max)).contains(number) ? Int(number) : nil
    }
}
