// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// How many descriptors the process may have open.
enum DescriptorLimit {
    /// Raises the limit to what the system allows: shells and services start programs with 1024, and each client of a
    /// server takes one. Where the system refuses, servers wait for clients to leave before they take others.
    static func raise() {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(kind, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(kind, &limit)
    }
}
