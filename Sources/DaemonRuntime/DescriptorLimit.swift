// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// How many descriptors the process may have open.
package enum DescriptorLimit {
    /// Raises the limit to what the system allows: shells and services start programs with 1024, and each client of a
    /// server takes one.
    ///
    /// - Returns: how many descriptors the process may have open now; where the system does not say, 1024.
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
