// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The median of one or more values.
func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// The processor time of a closure on this thread, in seconds.
func threadSeconds(_ body: () -> Void) -> Double {
    func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    body()
    return now() - start
}

/// The user and system time of a shell command, in seconds; nil if the command fails.
func processSeconds(_ command: String) -> Double? {
    func now() -> Double {
        var usage = rusage()
        getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        let times = [usage.ru_utime, usage.ru_stime]
        return times.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }
    let start = now()
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", command]
    guard (try? shell.run()) != nil else { return nil }
    shell.waitUntilExit()
    return shell.terminationStatus == 0 ? now() - start : nil
}

/// The path of an installed program; nil if it is not in `PATH`.
func installed(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }
}
