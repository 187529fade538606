// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// A process of the system according to `/proc`.
struct ProcessEntry {
    let id: pid_t
    let parent: pid_t
    /// Start time in ticks since the system's start; distinguishes it from another process with the same number.
    let start: UInt64

    /// Reads a process; nil if no process has that number.
    init?(_ id: pid_t) {
        guard let text = try? WholeFile.read("/proc/\(id)/stat", atMost: 4096) else { return nil }
        // The name is in parentheses and may contain any characters.
        guard let end = text.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = text[(end + 1)...].split(separator: 0x20)
        guard fields.count > 19, let parent = pid_t(String(decoding: fields[1], as: UTF8.self)),
            let start = UInt64(String(decoding: fields[19], as: UTF8.self))
        else { return nil }
        (self.id, self.parent, self.start) = (id, parent, start)
    }

    /// Returns the numbers of the processes that a process has started, and of those that they have started. A process
    /// that became an orphan is among them if the first process adopts orphans, as a driver's process does.
    ///
    /// - Parameter limit: About the largest number to return.
    static func descendants(of pid: pid_t, atMost limit: Int = 1000) -> [pid_t] {
        // Kernels without lists of children are rare; there, all processes of the system are read.
        let parents = access("/proc/thread-self/children", F_OK) == 0 ? nil : Dictionary(grouping: all, by: \.parent)
        var (found, unread) = ([pid_t](), [pid])
        var known: Set<pid_t> = [pid]
        while found.count < limit, let next = unread.popLast() {
            let children = parents.map { ($0[next] ?? []).map(\.id) } ?? children(of: next)
            // A number that is used again while this goes on must not lead in a circle.
            let new = children.filter { known.insert($0).inserted }
            found += new
            unread += new
        }
        return found
    }

    private static func children(of pid: pid_t) -> [pid_t] {
        let threads = (try? Folder.names(in: "/proc/\(pid)/task")) ?? []
        return threads.flatMap { thread in
            let text = WholeFile.text("/proc/\(pid)/task/\(thread)/children", atMost: 65_536) ?? ""
            return text.split(separator: " ").compactMap { pid_t($0) }
        }
    }

    /// All processes visible to this one.
    static var all: [ProcessEntry] {
        ((try? Folder.names(in: "/proc")) ?? []).compactMap { pid_t($0).flatMap { ProcessEntry($0) } }
    }
}
