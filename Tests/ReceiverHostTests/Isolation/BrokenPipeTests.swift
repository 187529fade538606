// SPDX-License-Identifier: Apache-2.0

import CProcess
import Glibc
import Testing

struct BrokenPipeTests {
    @Test func `writing to a process that has closed its end is an error, and no signal ends the program`() {
        // As a program begins; a library may have changed it.
        let before = signal(SIGPIPE, SIG_DFL)
        defer { signal(SIGPIPE, before) }
        var ends: [Int32] = [-1, -1]
        #expect(gnss_pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        for _ in 0..<2 {
            #expect(gnss_write(ends[1], "words", 5) == -1)
            #expect(errno == EPIPE)
        }
    }
}
