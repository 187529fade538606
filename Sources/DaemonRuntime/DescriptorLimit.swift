// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The process's limit on open file descriptors.
package enum DescriptorLimit {
    /// Raises the limit to the maximum that the system permits. Shells and services start programs with a limit of
    /// 1024, and each client of a server needs a descriptor.
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
