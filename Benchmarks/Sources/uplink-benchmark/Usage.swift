// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The processor time and memory of this process.
enum Usage {
    /// Processor time of all threads so far, in seconds.
    static var processor: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }

    /// Processor time of the calling thread so far, in seconds.
    static var thread: Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

    /// The monotonic clock, in seconds.
    static var clock: Double { seconds(CLOCK_MONOTONIC) }

    /// Memory that is resident now, in MiB.
    static var resident: Double { memory("VmRSS:") }

    /// The peak of the resident memory since `forgetPeak`, in MiB.
    static var peak: Double { memory("VmHWM:") }

    /// Resets the peak to the current resident memory.
    static func forgetPeak() throws { try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs")) }

    private static func memory(_ name: String) -> Double {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) } ?? 0) / 1024
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
