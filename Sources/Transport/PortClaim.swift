// SPDX-License-Identifier: Apache-2.0

internal import CTransport
internal import Glibc
internal import SystemSupport

/// An opened port with an exclusive claim. The creator owns the descriptor.
struct PortClaim {
    let descriptor: Int32
    let node: String
    let kind: LineKind
    /// The settings before any change; nil if the port has none.
    let settings: gnss_line?
    let others: [PortHolder]

    init(_ path: String, _ lockFiles: LockFiles, isWritable: Bool) throws(SerialPortError) {
        let access = isWritable ? O_RDWR : O_RDONLY
        let descriptor = open(path, access | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw SerialPortError(opening: path, code: errno) }
        do throws(SerialPortError) {
            try self.init(path, descriptor, lockFiles)
        } catch {
            close(descriptor)
            throw error
        }
    }

    private init(_ path: String, _ descriptor: Int32, _ lockFiles: LockFiles) throws(SerialPortError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(path: path, operation: "stat", code: errno) }
        guard status.st_mode & S_IFMT == S_IFCHR else {
            throw .notTerminal(path: path, what: Self.name(ofFile: status.st_mode))
        }
        let node = Self.node(of: descriptor, path)
        let kind = LineKind(path: path, node: node, number: status.st_rdev)
        var settings = gnss_line()
        let isLine = gnss_line_get(descriptor, &settings) == 0
        // A terminal is recognised by its settings, because `isatty` returns false for devices that only emulate one.
        guard isLine || kind == .kernelReceiver else {
            guard errno != EIO, errno != ENODEV else {
                throw .noDevice(path: path, reason: SerialPortError.text(of: errno))
            }
            throw .notTerminal(path: path, what: "another device")
        }
        try Self.claim(path, descriptor)
        let others = PortHolders.find(status, includingOwn: false)
        if let holder = lockFiles.holder(of: node) { throw .held(path: path, holder: holder) }
        if isLine {
            // Root is not stopped by another process's claim; a claim that outlived its owner is ignored.
            var isExclusive: Int32 = 0
            if gnss_line_get_exclusive(descriptor, &isExclusive) == 0, isExclusive != 0, let holder = others.first {
                throw .held(path: path, holder: holder)
            }
            _ = gnss_line_set_exclusive(descriptor, 1)
        }
        self.descriptor = descriptor
        (self.node, self.kind, self.others) = (node, kind, others)
        self.settings = isLine ? settings : nil
    }

    /// Takes a lock that also excludes programs that run as root, if they ask for the lock.
    private static func claim(_ path: String, _ descriptor: Int32) throws(SerialPortError) {
        guard flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
        var status = stat()
        _ = fstat(descriptor, &status)
        // The descriptor just opened by this process does not count, but any other of its descriptors does.
        let holder = PortHolders.find(status, includingOwn: false).first
        throw .held(path: path, holder: holder ?? PortHolders.ownOther(status))
    }

    /// The node that was actually opened, even if links have changed since then.
    private static func node(of descriptor: Int32, _ path: String) -> String {
        Folder.link("/proc/self/fd/\(descriptor)") ?? path
    }

    private static func name(ofFile mode: mode_t) -> String {
        switch mode & S_IFMT {
        case S_IFDIR: "a folder"
        case S_IFREG: "a file"
        case S_IFIFO: "a pipe"
        case S_IFBLK: "a disk"
        default: "something else"
        }
    }
}
