// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime
internal import Glibc
internal import SystemSupport

/// The running programs, their open files and their listening sockets, according to `/proc`.
package struct ProcessTable: Sendable {
    /// A process with its name in `/proc`, which has at most 15 bytes.
    package struct Entry: Sendable, Hashable, CustomStringConvertible {
        package var id: Int32
        package var name: String
        /// The user ID; only known for gateways.
        package var user: UInt32?
        package var description: String { "\(name) (process \(id))" }
    }

    /// A listening TCP socket.
    package struct Listener: Sendable, Hashable {
        /// The address in the kernel's notation: four-byte words in the machine's byte order.
        package var address: String
        package var port: UInt16
        var inode: Substring
        package var user: UInt32?
    }

    private(set) var entries: [Entry] = []
    /// The processes that have a path or a socket (`socket:[4711]`) open.
    private var holders: [String: [Entry]] = [:]
    private(set) var listeners: [Listener] = []
    /// True if some processes could not be examined: other users' processes, unless run by root.
    private(set) var isPartial = false

    package init(_ root: SystemRoot) {
        // The daemon comes before its drivers' processes, which have the same name and were started later.
        for id in root.names(in: "/proc").compactMap({ Int32($0) }).sorted() {
            guard let name = WholeFile.processName(Int(id), in: root.prefix + "/proc") else { continue }
            var entry = Entry(id: id, name: name)
            if name == "gnss-gateway" { entry.user = Self.user(of: id, root) }
            entries.append(entry)
            let folder = "/proc/\(id)/fd"
            // Threads of the kernel have no open files, which is no lack of permission.
            if access(root.prefix + folder, R_OK) != 0, errno == EACCES { isPartial = true }
            for target in Set(root.names(in: folder).compactMap { root.link("\(folder)/\($0)") }) {
                if target.hasPrefix("/dev/") || target.hasPrefix("socket:") {
                    holders[target, default: []].append(entry)
                }
            }
        }
        for table in ["/proc/net/tcp", "/proc/net/tcp6"] {
            listeners += root.lines(table).dropFirst().compactMap(Listener.init)
        }
    }

    /// The effective user ID of a process.
    private static func user(of id: Int32, _ root: SystemRoot) -> UInt32? {
        let line = root.lines("/proc/\(id)/status").first { $0.hasPrefix("Uid:") }
        let numbers = line?.split(whereSeparator: \.isWhitespace).compactMap { UInt32($0) } ?? []
        return numbers.count > 1 ? numbers[1] : nil
    }

    /// The processes that have a device open.
    package func holders(of node: String) -> [Entry] { holders[node] ?? [] }

    /// The processes that listen on a socket; empty if they are not visible to this user.
    package func holders(of listener: Listener) -> [Entry] { holders["socket:[\(listener.inode)]"] ?? [] }

    /// A running process with this name. The kernel keeps only 15 bytes of a name.
    package func program(_ name: String) -> Entry? { entries.first { $0.name == String(name.prefix(15)) } }
}

extension ProcessTable.Listener {
    /// Parses a line of `/proc/net/tcp`; nil if it is not a listening socket.
    package init?(_ line: Substring) {
        let words = line.split(separator: " ")
        guard words.count > 9, words[3] == "0A" else { return nil }
        let parts = words[1].split(separator: ":")
        guard parts.count == 2, let port = UInt16(parts[1], radix: 16) else { return nil }
        self.init(address: String(parts[0]), port: port, inode: words[9], user: UInt32(words[7]))
    }

    /// Returns true if this socket prevents listening on an address with the same port.
    ///
    /// - Parameter wanted: The address in the kernel's notation.
    package func takes(_ wanted: String) -> Bool {
        func isAny(_ address: String) -> Bool { address.allSatisfy { $0 == "0" } }
        return address == wanted || address.count == wanted.count && (isAny(address) || isAny(wanted))
    }
}
