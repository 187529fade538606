// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What is left behind by drivers that were made, run, stopped and destroyed.
extension ConformanceRun {
    /// So often a driver is run before anything is counted: what a plugin sets up once is not left behind.
    private static let warmUp = 3
    /// So many runs are counted together.
    private static let window = 4
    /// So many threads more after a window are left behind: a thread of the run before may have ended in it.
    private static let leakedThreads = window - 1
    /// So often that is done at most. Others in the process may open and close things meanwhile: only what grows in
    /// each window is left behind.
    private static let windows = 5
    /// Less memory than that a run is not worth a word, in bytes.
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
        // Threads of the first runs that are still ending would hide as many that a window leaves behind.
        settle(threads)
        for _ in 0..<Self.windows where broken == nil && !growth.isSmall(Self.window, suite.isAlone) {
            // The thread of the last run may still be ending.
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
                .memory, failure: memory, [Figure("each run", Double(max(0, growth.memory / Self.window)), "bytes")]),
            Finding(.processes, failure: strays()),
        ]
    }

    /// The least that anything grew by in a window.
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

    /// One life of a driver, to its end.
    private func once(_ section: String) -> String? {
        let failure = trial(section) { session in
            session.waitForBatches(1, within: suite.startLimit) ? nil : silence(session)
        }
        if hasLeftovers, failure == nil { return "still running \(suite.stopLimit.words) after 'stop'" }
        return failure
    }

    /// What it started and did not end. The process is the parent of all that is left alone below it.
    private func strays() -> String? {
        wait(.milliseconds(500)) { ProcessUse.children.isEmpty }
        let names = ProcessUse.children
        guard !names.isEmpty else { return nil }
        return "\(names.count) left behind: \(Set(names).sorted().prefix(4).joined(separator: ", "))"
    }

    /// Gives threads that are ending the time to do so.
    private func settle(_ threads: Int) {
        guard suite.isAlone else { return }
        wait(.milliseconds(500)) { ProcessUse.threadCount <= threads }
    }

    /// Looks every millisecond: what it waits for, ends of threads and objects, tells nobody.
    func wait(_ limit: Duration, _ isReached: () -> Bool) {
        let deadline = ContinuousClock.now.advanced(by: limit)
        while !isReached(), ContinuousClock.now < deadline { usleep(1000) }
    }
}
