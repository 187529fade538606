// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Checks for resources left behind by drivers that were created, run, stopped and destroyed.
extension ConformanceRun {
    /// The number of runs before counting begins, because one-time initialisation of a plugin is not a leak.
    private static let warmUp = 3
    /// The number of runs counted together.
    private static let window = 4
    /// The number of additional threads after a window that counts as a leak; one thread of the previous run may have
    /// ended within the window.
    private static let leakedThreads = window - 1
    /// The largest number of windows. Other code in the process may open and close resources in the meantime, so only
    /// growth in every window counts.
    private static let windows = 5
    /// Growth per run below this many bytes is ignored.
    private static let littleMemory = 96

    func roundsFindings() -> [Finding] {
        let (stand, reason) = receiver()
        guard let section = stand?.section(.speaking) else {
            return ConformanceGroup.rounds.checks.map { Finding($0, .skipped(reason)) }
        }
        tries(.restart)
        var round = 0
        func failure(after count: Int) -> String? {
            for _ in 0..<count {
                round += 1
                if let failure = once(section) { return "round \(round): \(failure)" }
            }
            return nil
        }
        var growth = Growth(descriptors: .max, threads: .max, memory: .max)
        let threads = ProcessUse.threadCount
        var broken = failure(after: Self.warmUp)
        // Threads of earlier runs that are still ending would hide the same number of leaked threads.
        settle(threads)
        for _ in 0..<Self.windows where broken == nil && !growth.isSmall(Self.window, suite.isAlone) {
            // The last run's thread may still be ending.
            wait(.milliseconds(20)) { false }
            let before = ProcessUse.now
            broken = failure(after: Self.window)
            settle(before.threads)
            growth.note(before, .now)
        }
        if let broken {
            let rest = ConformanceGroup.rounds.checks.dropFirst()
            return [Finding(.restart, .failed(broken))]
                + rest.map { Finding($0, .skipped("the driver cannot be run repeatedly")) }
        }
        return [Finding(.restart, .passed, [Figure("runs", Double(round))])] + leftovers(growth)
    }

    private func leftovers(_ growth: Growth) -> [Finding] {
        func per(_ amount: Int) -> String {
            Figure("", Double(amount) / Double(Self.window)).description.dropFirst().description
        }
        let descriptors =
            growth.descriptors >= Self.window ? "\(per(growth.descriptors)) more open after each run" : nil
        guard suite.isAlone else {
            return [Finding(.descriptors, failure: descriptors)]
                + [.threads, .memory, .processes].map { Finding($0, .skipped(Self.notAlone)) }
        }
        let leaks = (growth.threads + Self.window - 1) / Self.window
        let threads = growth.threads >= Self.leakedThreads ? "\(leaks) more after each run" : nil
        let memory =
            growth.memory >= Self.window * Self.littleMemory ? "\(per(growth.memory)) bytes more after each run" : nil
        return [
            Finding(.descriptors, failure: descriptors), Finding(.threads, failure: threads),
            Finding(
                .memory, failure: memory, [Figure("per run", Double(max(0, growth.memory / Self.window)), "bytes")]),
            Finding(.processes, failure: strays()),
        ]
    }

    /// The smallest growth of each resource in any window.
    private struct Growth {
        var descriptors: Int
        var threads: Int
        var memory: Int

        mutating func note(_ before: ProcessUse, _ after: ProcessUse) {
            descriptors = min(descriptors, after.descriptors - before.descriptors)
            threads = min(threads, after.threads - before.threads)
            memory = min(memory, after.memory - before.memory)
        }

        func isSmall(_ rounds: Int, _ isAlone: Bool) -> Bool {
            guard descriptors < rounds else { return false }
            return !isAlone || (threads < ConformanceRun.leakedThreads && memory < rounds * ConformanceRun.littleMemory)
        }
    }

    /// Creates, runs, stops and destroys a driver once.
    private func once(_ section: String) -> String? {
        let failure = trial(section) { session in
            session.waitForBatches(1, within: suite.startLimit) ? nil : silence(session)
        }
        if hasLeftovers, failure == nil { return "still running \(suite.stopLimit.words) after 'stop'" }
        return failure
    }

    /// Child processes that the driver started and did not end. This process is the parent of all orphans below it.
    private func strays() -> String? {
        wait(.milliseconds(500)) { ProcessUse.children.isEmpty }
        let names = ProcessUse.children
        guard !names.isEmpty else { return nil }
        return "\(names.count) left behind: \(Set(names).sorted().prefix(4).joined(separator: ", "))"
    }

    /// Gives ending threads time to finish.
    private func settle(_ threads: Int) {
        guard suite.isAlone else { return }
        wait(.milliseconds(500)) { ProcessUse.threadCount <= threads }
    }

    /// Polls every millisecond, because the ends of threads and objects cause no notification.
    func wait(_ limit: Duration, _ isReached: () -> Bool) {
        let deadline = ContinuousClock.now.advanced(by: limit)
        while !isReached(), ContinuousClock.now < deadline { usleep(1000) }
    }
}
