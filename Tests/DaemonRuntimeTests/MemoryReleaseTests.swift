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

    @Test func `freed memory is returned soon after many clients have left`() async throws {
        var release = MemoryRelease()
        (release.delays, release.patience) = ([.seconds(600)], .milliseconds(10))
        let service = release
        let running = Task { await service.run() }
        // Small pieces are in the heap itself; the last one keeps the heap from shrinking by itself.
        var pieces: [[UInt8]]? = (0..<20_000).map { _ in [UInt8](repeating: 1, count: 4000) }
        let last = pieces?.last
        let full = try residentBytes()
        pieces = nil
        #expect(try residentBytes() > full - 40_000_000)
        service.releaseSoon()
        var left = full
        for _ in 0..<600 where left >= full - 40_000_000 {
            // The service needs a moment, and nothing tells when it is done.
            try await Task.sleep(for: .milliseconds(50))
            left = try residentBytes()
        }
        #expect(left < full - 40_000_000)
        withExtendedLifetime(last) {}
        running.cancel()
        await running.value
    }

    /// The resident memory of this process in bytes.
    private func residentBytes() throws -> Int {
        let statm = try #require(SystemRoot().text("/proc/self/statm"))
        return try #require(statm.split(separator: " ").dropFirst().first.flatMap { Int($0) }) * 4096
    }
}
