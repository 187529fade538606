// SPDX-License-Identifier: Apache-2.0

package import DaemonRuntime

/// The programs that run, what they have open and where they listen, as `/proc` tells.
package struct ProcessTable: Sendable {
    /// A process, named as `/proc` names it: at most 15 bytes.
    package struct Entry: Sendable, Hashable, CustomStringConvertible {
        package var id: Int32
        package var name: String
        /// Whose it is; known of gateways alone.
        package var user: UInt32?
        package var description: String { "\(name) (process \(id))" }
    }

    /// A TCP socket that waits for clients.
    package struct Listener: Sendable, Hashable {
        /// As the kernel prints it: words of four bytes in the machine's order.
        package var address: String
        package var port: UInt16
        var inode: Substring
        package var user: UInt32?
    }

    private(set) var entries: [Entry] = []
    /// Who has a path or a socket (`socket:[4711]`) open.
    private var holders: [String: [Entry]] = [:]
    private(set) var listeners: [Listener] = []
    /// Whether some programs could not be looked into: those of others, unless we are root.
    private(set) var isPartial = false

    package init(_ root: SystemRoot) {
        for id in root.names(in: "/proc").compactMap({ Int32($0) }) {
            guard let name = root.text("/proc/\(id)/comm")?.split(separator: "\n").first else { continue }
            var entry = Entry(id: id, name: String(name))
            if name == "gnss-gateway" { entry.user = Self.user(of: id, root) }
            entries.append(entry)
            let descriptors = root.names(in: "/proc/\(id)/fd")
            if descriptors.isEmpty { isPartial = true }
            for target in Set(descriptors.compactMap { root.link("/proc/\(id)/fd/\($0)") }) {
                if target.hasPrefix("/dev/") || target.hasPrefix("socket:") {
                    holders[target, default: []].append(entry)
                }
            }
        }
        for table in ["/proc/net/tcp", "/proc/net/tcp6"] {
            listeners += root.lines(table).dropFirst().compactMap(Listener.init)
        }
    }

    /// The effective user of a program.
    private static func user(of id: Int32, _ root: SystemRoot) -> UInt32? {
        let line = root.lines("/proc/\(id)/status").first { $0.hasPrefix("Uid:") }
        let numbers = line?.split(whereSeparator: \.isWhitespace).compactMap { UInt32($0) } ?? []
        return numbers.count > 1 ? numbers[1] : nil
    }

    /// Programs that have a device open.
    package func holders(of node: String) -> [Entry] { holders[node] ?? [] }

    /// Who listens on a socket; none where that is hidden from us.
    package func holders(of listener: Listener) -> [Entry] { holders["socket:[\(listener.inode)]"] ?? [] }

    /// A program of that name that runs. The kernel keeps 15 bytes of a name.
    package func program(_ name: String) -> Entry? { entries.first { $0.name == String(name.prefix(15)) } }
}

extension ProcessTable.Listener {
    /// A line of `/proc/net/tcp`; nil where it is no socket that waits for clients.
    package init?(_ line: Substring) {
        let words = line.split(separator: " ")
        guard words.count > 9, words[3] == "0A" else { return nil }
        let parts = words[1].split(separator: ":")
        guard parts.count == 2, let port = UInt16(parts[1], radix: 16) else { return nil }
        self.init(address: String(parts[0]), port: port, inode: words[9], user: UInt32(words[7]))
    }

    /// Whether it leaves an address no place.
    ///
    /// - Parameter wanted: in the kernel's notation.
    package func takes(_ wanted: String) -> Bool {
        address == wanted || address.count == wanted.count && address.allSatisfy { $0 == "0" }
    }
}
