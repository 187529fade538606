// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The resources that this process uses, according to `/proc`.
package struct ProcessFacts {
    /// The memory in use in bytes; nil if unknown.
    package var residentBytes: Double?
    /// The processor time used in seconds.
    package var cpuSeconds: Double
    /// The number of open descriptors.
    package var descriptors: Double?
    /// The process's limit of open descriptors.
    package var mostDescriptors: Double?

    package init() {
        residentBytes = Self.residentPages.map { $0 * Double(sysconf(Int32(_SC_PAGESIZE))) }
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        cpuSeconds = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
        descriptors = Self.count(in: "/proc/self/fd")
        var limit = rlimit()
        let isLimited = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        if isLimited, limit.rlim_cur != .max { mostDescriptors = Double(limit.rlim_cur) }
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

    /// The second number in `/proc/self/statm`: the resident memory in pages.
    private static var residentPages: Double? {
        SystemRoot().text("/proc/self/statm")?.split(separator: " ").dropFirst().first.flatMap { Double($0) }
    }

    private static func count(in folder: String) -> Double? {
        let names = SystemRoot().names(in: folder)
        // Listing the folder itself needs one descriptor.
        return names.isEmpty ? nil : Double(names.count - 1)
    }
}
