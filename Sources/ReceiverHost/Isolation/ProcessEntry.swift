// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A process of the system, as `/proc` shows it.
struct ProcessEntry {
    let id: pid_t
    let parent: pid_t
    /// When it was started, in ticks since the system's start: tells it from another one of the same number.
    let start: UInt64

    /// A process; nil if no process has that number.
    init?(_ id: pid_t) {
        guard let text = Self.read("/proc/\(id)/stat", atMost: 4096) else { return nil }
        // The name stands in brackets, and may hold anything.
        guard let end = text.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = text[(end + 1)...].split(separator: 0x20)
        guard fields.count > 19, let parent = pid_t(String(decoding: fields[1], as: UTF8.self)),
            let start = UInt64(String(decoding: fields[19], as: UTF8.self))
        else { return nil }
        (self.id, self.parent, self.start) = (id, parent, start)
    }

    /// All processes that this one may see.
    static var all: [ProcessEntry] {
        guard let directory = opendir("/proc") else { return [] }
        defer { closedir(directory) }
        var found: [ProcessEntry] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let id = pid_t(name), let process = ProcessEntry(id) { found.append(process) }
        }
        return found
    }

    /// What a file of `/proc` holds; nil where it cannot be read.
    static func read(_ path: String, atMost limit: Int) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: limit)
        var count = 0
        while count < limit {
            let found = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress?.advanced(by: count), limit - count)
            }
            if found < 0, errno == EINTR { continue }
            guard found > 0 else { break }
            count += found
        }
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }
}
