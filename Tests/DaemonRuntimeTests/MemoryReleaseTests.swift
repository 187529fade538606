// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import DaemonRuntime

@Suite struct MemoryReleaseTests {
    @Test func `only code of files is given back: what was written to would be lost`() {
        let maps = """
            55d0c8a00000-55d0c8b00000 r--p 00000000 fe:00 1234                       /usr/bin/gnss-gateway
            55d0c8b00000-55d0cb000000 r-xp 00100000 fe:00 1234                       /usr/bin/gnss-gateway
            55d0cb000000-55d0cb100000 rw-p 02600000 fe:00 1234                       /usr/bin/gnss-gateway
            55d0cc000000-55d0cc100000 rw-p 00000000 00:00 0                          [heap]
            7f1c2a000000-7f1c2a001000 r-xp 00000000 00:00 0
            7f1c2b000000-7f1c2b001000 r-xp 00000000 fe:00 99                         /opt/a folder/lib.so (deleted)
            7f1c2c000000-7f1c2c001000 rwxp 00000000 fe:00 99                         /opt/other.so
            7ffd00000000-7ffd00002000 r-xp 00000000 00:00 0                          [vdso]
            nonsense r-xp 00000000 fe:00 99 /opt/x
            """
        #expect(
            MemoryRelease.code(in: maps) == [0x55d0_c8b0_0000..<0x55d0_cb00_0000, 0x7f1c_2b00_0000..<0x7f1c_2b00_1000])
    }

    @Test func `the process goes on as before`() throws {
        MemoryRelease.release()
        let maps = try #require(SystemRoot().text("/proc/self/maps"))
        #expect(!MemoryRelease.code(in: maps).isEmpty)
    }
}
