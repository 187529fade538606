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

    /// All processes visible to this one.
    static var all: [ProcessEntry] {
        ((try? Folder.names(in: "/proc")) ?? []).compactMap { pid_t($0).flatMap { ProcessEntry($0) } }
    }
}
