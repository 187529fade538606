// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import Glibc

/// A pipe that wakes a thread which sleeps in `poll`.
final class WakePipe: Sendable {
    let reading: Int32
    private let writing: Int32

    /// - Throws: `GatewayFailure` where no descriptor is left.
    init() throws(GatewayFailure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw GatewayFailure(.unavailable, "no descriptor is left: \(String(cString: strerror(errno)))")
        }
        (reading, writing) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// Makes it readable, for good.
    func write() {
        var byte: UInt8 = 0
        _ = Glibc.write(writing, &byte, 1)
    }
}
