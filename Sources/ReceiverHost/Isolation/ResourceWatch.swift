// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// The resources that a process has used.
package struct ResourceUse: Sendable, Hashable {
    /// Processor time in nanoseconds.
    package var processorTime: Int64
    /// Private memory in bytes.
    package var memory: Int64
    /// Private memory of the processes that it has started, in bytes.
    package var others: Int64 = 0

    /// Reads the resources; nil if the process no longer exists.
    package init?(of pid: Int32) {
        guard let stat = WholeFile.text("/proc/\(pid)/stat", atMost: 4096),
            let status = WholeFile.text("/proc/\(pid)/statm", atMost: 4096)
        else { return nil }
        // The name in parentheses may contain spaces and parentheses; utime and stime are the 12th and 13th fields
        // after it.
        guard let end = stat.lastIndex(of: ")") else { return nil }
        let fields = stat[stat.index(after: end)...].split(separator: " ")
        let pages = status.split(separator: " ").compactMap { Int64($0) }
        guard fields.count > 12, let user = Int64(fields[11]), let system = Int64(fields[12]), pages.count > 5 else {
            return nil
        }
        let tick = 1_000_000_000 / Int64(max(1, sysconf(Int32(_SC_CLK_TCK))))
        processorTime = (user + system) * tick
        memory = (pages[1] - pages[2]) * Int64(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// Reads the sum for a process and its descendants, including the processor time of those that have ended and were
    /// waited for; nil if the process no longer exists.
    init?(ofTree pid: Int32) {
        guard var sum = ResourceUse(of: pid) else { return nil }
        sum.processorTime += Self.timeOfEnded(pid)
        let descendants = ProcessEntry.descendants(of: pid)
        // Memory that a process has in common with those that it forked counts once.
        if !descendants.isEmpty { sum.memory = Self.share(pid) ?? sum.memory }
        for descendant in descendants {
            guard let use = ResourceUse(of: descendant) else { continue }
            sum.processorTime += use.processorTime + Self.timeOfEnded(descendant)
            sum.others += Self.share(descendant) ?? use.memory
        }
        self = sum
    }

    /// The processor time in nanoseconds of the ended children for which a process has waited, and of theirs.
    private static func timeOfEnded(_ pid: Int32) -> Int64 {
        // cutime and cstime are the 14th and 15th fields after the name.
        guard let stat = WholeFile.text("/proc/\(pid)/stat", atMost: 4096), let end = stat.lastIndex(of: ")") else {
            return 0
        }
        let fields = stat[stat.index(after: end)...].split(separator: " ")
        guard fields.count > 14, let user = Int64(fields[13]), let system = Int64(fields[14]) else { return 0 }
        return (user + system) * (1_000_000_000 / Int64(max(1, sysconf(Int32(_SC_CLK_TCK)))))
    }

    /// The private memory of a process in bytes, with its share of the pages that several processes have in common; nil
    /// if the kernel does not report it.
    private static func share(_ pid: Int32) -> Int64? {
        guard let text = WholeFile.text("/proc/\(pid)/smaps_rollup", atMost: 8192) else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix("Pss_Anon:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int64($0) }.map { $0 << 10 }
    }

    package init(processorTime: Int64, memory: Int64, others: Int64 = 0) {
        (self.processorTime, self.memory, self.others) = (processorTime, memory, others)
    }
}

/// Decides whether a driver's process exceeds its limits. A value: the caller passes the usage and the time.
struct ResourceWatch: Sendable {
    /// The period over which processor usage is averaged, in nanoseconds.
    static let window: Int64 = 30_000_000_000

    private let memoryMiB: Int
    private let cpuPercent: Int
    private var samples: [(time: Int64, processorTime: Int64)] = []
    /// The newest processor time, and that of ended processes which is no longer reported, because nothing waited for them.
    private var (newest, ended): (Int64, Int64) = (0, 0)
    /// True if the process and those that it started had too much memory together at the last look.
    private var wasTooMuch = false

    /// - Parameters:
    ///   - memoryMiB: Maximum memory in MiB.
    ///   - cpuPercent: Maximum percentage of one core; 0: unlimited.
    init(memoryMiB: Int, cpuPercent: Int) {
        self.memoryMiB = memoryMiB
        self.cpuPercent = cpuPercent
    }

    /// Adds a sample.
    ///
    /// - Returns: The reason for ending the process; nil if it is within its limits.
    mutating func note(_ use: ResourceUse, at now: Int64) -> String? {
        let limit = Int64(memoryMiB) << 20
        let isTooMuch = use.memory + use.others > limit
        // Until a new process runs its own program, it can have the memory of the one that started it, which then counts
        // twice. That lasts for moments.
        if use.memory > limit || isTooMuch && wasTooMuch {
            let sum = (use.memory + use.others) >> 20
            return "it uses \(sum) MiB of memory; limits.memory_mib allows \(memoryMiB)"
        }
        wasTooMuch = isTooMuch
        guard cpuPercent > 0 else { return nil }
        ended += max(0, newest - use.processorTime)
        newest = use.processorTime
        samples.append((now, newest + ended))
        // Compare with the newest sample that is at least one window old.
        while samples.count > 1, now - samples[1].time >= Self.window { samples.removeFirst() }
        guard let first = samples.first, now - first.time >= Self.window else { return nil }
        let percent = (newest + ended - first.processorTime) * 100 / (now - first.time)
        guard percent > Int64(cpuPercent) else { return nil }
        return "it has used \(percent) % of a core for \(Self.window / 1_000_000_000) s; limits.cpu_percent allows "
            + "\(cpuPercent)"
    }
}
