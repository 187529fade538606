// SPDX-License-Identifier: Apache-2.0

internal import CDriverTesting
internal import Glibc
internal import SystemSupport

/// The resources currently held by this process.
struct ProcessUse {
    var descriptors: Int
    var threads: Int
    /// Bytes allocated by malloc.
    var memory: Int

    static var now: ProcessUse {
        ProcessUse(
            descriptors: entries(of: "/proc/self/fd"), threads: threadCount, memory: Int(gnss_heap_in_use()))
    }

    static var threadCount: Int { entries(of: "/proc/self/task") }

    /// Seconds of processor time used by this process so far.
    static var processorTime: Double {
        var use = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &use)
        return [use.ru_utime, use.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }

    /// The seconds for which each thread, except the calling one, has run or was ready to run, by thread ID. They
    /// reveal a spinning thread even on an overloaded machine. Nil if the kernel does not provide them
    /// (`/proc/…/schedstat`, CONFIG_SCHED_INFO).
    static var demand: [Int32: Double]? {
        guard let names = try? Folder.names(in: "/proc/self/task") else { return nil }
        let own = Folder.link("/proc/thread-self") ?? ""
        var seconds: [Int32: Double] = [:]
        for name in names {
            guard let thread = Int32(name), !own.hasSuffix("/\(name)") else { continue }
            // A thread that has just ended has no statistics.
            guard let text = text(of: "/proc/self/task/\(name)/schedstat") else { continue }
            let fields = text.split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
            if fields.count > 1 { seconds[thread] = (fields[0] + fields[1]) / 1e9 }
        }
        return seconds.isEmpty ? nil : seconds
    }

    /// The names of this process's children: `sh`, or `sh (ended but not waited for)`.
    static var children: [String] {
        var names: [String] = []
        for process in (try? Folder.names(in: "/proc")) ?? [] {
            guard process.first?.isNumber ?? false, let status = text(of: "/proc/\(process)/stat") else { continue }
            // `812 (a name) S 811 …`; the name may contain parentheses too.
            guard let begin = status.firstIndex(of: "("), let end = status.lastIndex(of: ")") else { continue }
            let fields = status[end...].split(separator: " ")
            guard fields.count > 2, fields[2] == "\(getpid())" else { continue }
            let name = String(status[status.index(after: begin)..<end])
            names.append(fields[1] == "Z" ? "\(name) (ended but not waited for)" : name)
        }
        return names
    }

    /// The content of one of the kernel's files; nil if it cannot be read.
    static func text(of path: String) -> String? { WholeFile.text(path, atMost: 1 << 20) }

    private static func entries(of folder: String) -> Int { (try? Folder.names(in: folder).count) ?? 0 }
}
