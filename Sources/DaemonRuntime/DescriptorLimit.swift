// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The process's limit of open descriptors.
package enum DescriptorLimit {
    /// Raises the limit to the maximum that the system permits: shells and services start programs with 1024, and each
    /// client of a server needs one.
    ///
    /// - Returns: The limit of open descriptors; 1024 if it is unknown.
    package static func raise() -> Int {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(kind, &limit) == 0 else { return 1024 }
        let before = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        if setrlimit(kind, &limit) != 0 { limit.rlim_cur = before }
        return Int(clamping: limit.rlim_cur)
    }
}
