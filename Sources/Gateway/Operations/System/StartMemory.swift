// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import Glibc
internal import ServiceLifecycle

/// Gives back, once the start is over, the memory that only the start has used.
///
/// Most of what the process has in memory is code: of the program, of Swift's libraries, of SQLite. What is run once,
/// the command line, the configuration, the start of the servers, stays in the process's tables for as long as it runs.
/// What is run again is mapped again when it is, from the system's cache.
struct StartMemory: Service {
    /// After so long the start is over.
    var delay = Duration.seconds(5)

    func run() async {
        await cancelWhenGracefulShutdown {
            guard (try? await Task.sleep(for: delay, tolerance: .seconds(1))) != nil else { return }
            Self.release()
        }
        try? await gracefulShutdown()
    }

    /// Unmaps the pages of code.
    static func release() {
        for range in code(in: SystemRoot().text("/proc/self/maps") ?? "") {
            guard let begin = UnsafeMutableRawPointer(bitPattern: range.lowerBound) else { continue }
            _ = madvise(begin, Int(range.count), MADV_DONTNEED)
        }
    }

    /// Where code of files is mapped that nothing can have been written to.
    ///
    /// - Parameter maps: as the kernel writes `/proc/PID/maps`:
    ///   `7f1c2a000000-7f1c2a200000 r-xp 00026000 fe:00 1234   /usr/lib/x86_64-linux-gnu/libc.so.6`.
    static func code(in maps: String) -> [Range<UInt>] {
        maps.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
            guard fields.count == 6, fields[1] == "r-xp", fields[5].contains("/") else { return nil }
            let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            return ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
        }
    }
}
