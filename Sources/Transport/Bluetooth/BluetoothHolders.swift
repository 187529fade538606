// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// Finds the processes on this computer that have Bluetooth serial ports open. Only root sees those of other users.
public enum BluetoothHolders {
    /// The processes found, for people; nil if there are none.
    public static var words: String? {
        let holders = find(in: "/proc")
        return holders.isEmpty ? nil : holders.map(\.description).joined(separator: ", ")
    }

    /// The processes with RFCOMM sockets, except the Bluetooth daemon, which listens on some.
    static func find(in folder: String) -> [PortHolder] {
        let sockets = inodes(WholeFile.text("\(folder)/net/rfcomm", atMost: 1 << 20) ?? "")
        guard !sockets.isEmpty else { return [] }
        var holders: [PortHolder] = []
        for name in (try? Folder.names(in: folder)) ?? [] {
            guard let process = Int(name), has("\(folder)/\(name)/fd", sockets) else { continue }
            let command = WholeFile.processName(process, in: folder) ?? ""
            if command != "bluetoothd" { holders.append(PortHolder(process: process, command: command)) }
        }
        return holders
    }

    /// The inode numbers in the kernel's list of sockets (its sixth column).
    static func inodes(_ list: String) -> Set<String> {
        let lines = list.split(whereSeparator: \.isNewline).dropFirst()
        return Set(
            lines.compactMap { line in
                let words = line.split(whereSeparator: \.isWhitespace)
                return words.count > 5 && words[5].allSatisfy(\.isNumber) && words[5] != "0" ? String(words[5]) : nil
            })
    }

    private static func has(_ folder: String, _ sockets: Set<String>) -> Bool {
        for name in (try? Folder.names(in: folder)) ?? [] {
            guard let target = Folder.link("\(folder)/\(name)"), target.hasPrefix("socket:[") else { continue }
            if sockets.contains(String(target.dropFirst(8).dropLast())) { return true }
        }
        return false
    }
}
