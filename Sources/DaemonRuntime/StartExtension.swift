// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc

/// Decides when the daemon asks the service manager for more time for its start (`EXTEND_TIMEOUT_USEC` of
/// sd_notify(3)): while work goes on, within an upper bound.
struct StartExtension {
    /// The time between two requests.
    static let interval = DispatchTimeInterval.seconds(20)
    /// The microseconds that each request asks for, from the moment in which the manager receives it.
    static let grant = 60_000_000
    /// The largest number of requests after the first: an hour. Then the manager may end the start.
    static let limit = 180
    /// The least activity between two requests that counts as work. The timer itself needs less.
    static let leastActivity: Int64 = 10

    private var requests = 0
    private var last: Int64

    /// - Parameter activity: The process's activity so far.
    init(activity: Int64) { last = activity }

    /// True if the daemon may ask for more time once again.
    ///
    /// - Parameter activity: The process's activity so far: it grows with processor time and with blocks of the disk.
    mutating func mayAsk(activity: Int64) -> Bool {
        defer { last = activity }
        guard requests < Self.limit, activity &- last >= Self.leastActivity else { return false }
        requests += 1
        return true
    }

    /// The activity of this process: milliseconds of processor time, and blocks read from and written to disks. A disk
    /// that hangs adds nothing.
    static func activity() -> Int64 {
        var usage = rusage()
        guard getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return 0 }
        let seconds = Int64(usage.ru_utime.tv_sec) + Int64(usage.ru_stime.tv_sec)
        let microseconds = Int64(usage.ru_utime.tv_usec) + Int64(usage.ru_stime.tv_usec)
        return seconds * 1000 + microseconds / 1000 + Int64(usage.ru_inblock) + Int64(usage.ru_oublock)
    }
}
