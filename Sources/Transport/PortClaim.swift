// SPDX-License-Identifier: Apache-2.0

internal import CTransport
internal import Glibc
internal import SystemSupport

/// A port that was opened and claimed for us alone. Who makes it owns the descriptor.
struct PortClaim {
    let descriptor: Int32
    let node: String
    let kind: LineKind
    /// The settings as they were found; nil where there is no line to set.
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
        // Settings are what makes a terminal; `isatty` says no on devices that only look like one.
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
            // As root one gets past the claim of another; a claim that outlived its owner does not count.
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

    /// Takes the lock that also keeps root out, if root asks for it.
    private static func claim(_ path: String, _ descriptor: Int32) throws(SerialPortError) {
        guard flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
        var status = stat()
        _ = fstat(descriptor, &status)
        // Our own descriptor, just opened, does not count; another of ours does.
        let holder = PortHolders.find(status, includingOwn: false).first
        throw .held(path: path, holder: holder ?? PortHolders.ownOther(status))
    }

    /// The node that was really opened, links resolved, even if they lead elsewhere by now.
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
