// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// A process that has a serial port open.
public struct PortHolder: Hashable, Sendable, CustomStringConvertible {
    /// The process ID.
    public var process: Int
    /// The name of its command; empty if unknown.
    public var command: String

    public init(process: Int, command: String) {
        self.process = process
        self.command = command
    }

    /// True if it is the calling process.
    public var isThisProcess: Bool { process == Int(getpid()) }

    /// The text for messages: `gpsd (process 812)`.
    public var description: String {
        isThisProcess
            ? "this program itself (another receiver or a search uses it)"
            : command.isEmpty ? "process \(process)" : "\(command) (process \(process))"
    }
}

/// Finds the processes that have a device open. Only root sees those of other users.
enum PortHolders {
    /// The processes that have a device open.
    ///
    /// - Parameters:
    ///   - device: The status of the device's node.
    ///   - own: True to include this process, which then comes last.
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

    /// This process, if it has a device open more than once; otherwise nil.
    static func ownOther(_ device: stat) -> PortHolder? {
        let this = Int(getpid())
        guard count(this, device, atMost: 2) > 1 else { return nil }
        return PortHolder(process: this, command: command(of: this))
    }

    /// The name of a process's command; empty if the process does not exist.
    static func command(of process: Int) -> String {
        WholeFile.processName(process) ?? ""
    }

    private static func has(_ process: Int, open device: stat) -> Bool { count(process, device, atMost: 1) > 0 }

    /// The number of a process's descriptors for a device.
    private static func count(_ process: Int, _ device: stat, atMost limit: Int) -> Int {
        let folder = "/proc/\(process)/fd"
        var count = 0
        for name in (try? Folder.names(in: folder)) ?? [] where count < limit {
            // The link's text is checked first, because `stat` on an arbitrary open file may block (a dead file
            // server).
            guard let target = Folder.link("\(folder)/\(name)"), target.contains("/dev/") else { continue }
            var status = stat()
            if stat("\(folder)/\(name)", &status) == 0, isSame(status, device) { count += 1 }
        }
        return count
    }

    /// Returns true if two nodes are the same device. Each mount of `/dev/pts` numbers its pseudo-terminals
    /// separately.
    private static func isSame(_ a: stat, _ b: stat) -> Bool {
        guard a.st_mode & S_IFMT == S_IFCHR, a.st_rdev == b.st_rdev else { return false }
        return !LineKind.isPseudoTerminal(a.st_rdev) || (a.st_dev == b.st_dev && a.st_ino == b.st_ino)
    }
}

/// UUCP-style lock files, as kept by minicom, picocom and others: `LCK..ttyUSB0` containing the process ID.
struct LockFiles {
    /// The folder of the lock files.
    var folder = "/var/lock"

    /// The process that claims a port with a lock file; nil without a lock file, or if the process has ended.
    ///
    /// - Parameter node: The device node, such as `/dev/ttyUSB0`.
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

    /// The process ID in a lock file: in digits, or in old files as four bytes.
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
