// SPDX-License-Identifier: Apache-2.0

internal import CDriverTesting
internal import Glibc

/// What this process holds now.
struct ProcessUse {
    var descriptors: Int
    var threads: Int
    /// Bytes handed out by malloc.
    var memory: Int

    static var now: ProcessUse {
        ProcessUse(
            descriptors: entries(of: "/proc/self/fd"), threads: threadCount, memory: Int(gnss_heap_in_use()))
    }

    static var threadCount: Int { entries(of: "/proc/self/task") }

    private static func entries(of folder: String) -> Int {
        guard let directory = opendir(folder) else { return 0 }
        defer { closedir(directory) }
        var count = 0
        while readdir(directory) != nil { count += 1 }
        return count
    }
}
