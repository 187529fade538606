// SPDX-License-Identifier: Apache-2.0

internal import CProcess
internal import Glibc
internal import ServiceLifecycle

/// After the start, releases the memory that only the start used. Later, releases memory that is used only
/// occasionally, for example to accept a client or to answer a request.
///
/// Most of the process's memory is code of the program, of Swift's libraries and of SQLite. Code that runs only once
/// (command line, configuration, start of the servers) would stay mapped as long as the process runs. Code that runs
/// again is mapped again from the page cache.
package struct MemoryRelease: Service {
    /// The delay before the first release, and the pauses between releases; the last pause is repeated. After a
    /// release, the next epoch maps its code again, which takes about a hundred page faults.
    var delays: [Duration] = [.seconds(5), .seconds(25), .seconds(90), .seconds(600)]

    /// The delay before a requested release, for the rest of the clients to leave.
    var patience = Duration.seconds(2)
    private let requests = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    package init() {}

    /// Asks for a release of the heap's free pages after about two seconds, because many clients have left, or because
    /// the machine lacks memory. Returns immediately.
    package func releaseSoon() { requests.continuation.yield() }

    package func run() async {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await releaseFromTimeToTime() }
                group.addTask {
                    for await _ in requests.stream {
                        // The rest of the clients leave meanwhile; a shutdown ends the pause.
                        guard (try? await Task.sleep(for: patience)) != nil else { return }
                        gnss_return_memory()
                    }
                }
            }
        }
        try? await gracefulShutdown()
    }

    private func releaseFromTimeToTime() async {
        var left = delays[...]
        while let delay = left.popFirst() ?? delays.last {
            // With a tolerance the kernel can wake the process for several timers at once.
            guard (try? await Task.sleep(for: delay, tolerance: delay / 5)) != nil else { return }
            Self.release()
        }
    }

    /// Releases the pages with code, and the heap's free pages.
    static func release() {
        gnss_return_memory()
        for range in code(in: SystemRoot().text("/proc/self/maps") ?? "") {
            // The pointer is never read through: the kernel drops the pages if they are mapped, and refuses the address
            // if they are not.
            guard let begin = UnsafeMutableRawPointer(bitPattern: range.lowerBound) else { continue }
            _ = madvise(begin, Int(range.count), MADV_DONTNEED)
        }
    }

    /// The address ranges of read-only code mapped from files.
    ///
    /// - Parameter maps: The content of `/proc/PID/maps`, with lines such as
    ///   `7f1c2a000000-7f1c2a200000 r-xp 00026000 fe:00 1234   /usr/lib/x86_64-linux-gnu/libc.so.6`.
    static func code(in maps: String) -> [Range<UInt>] {
        maps.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
            guard fields.count == 6, fields[1] == "r-xp", fields[5].contains("/") else { return nil }
            let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            return ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
        }
    }
}
