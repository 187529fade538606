// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Much input of any kind goes through the program in memory that does not grow.
@Suite struct HostileInputTests {
    /// In kB. Most of what it takes are its libraries; the input is larger than what is left.
    private static let mostMemory = 48 * 1024

    @Test func `64 MiB of random bytes neither end the program nor make it grow`() throws {
        var random = SystemRandomNumberGenerator()
        let block = (0..<(1 << 17)).map { _ in random.next() }.withUnsafeBytes { Data($0) }
        let (result, peak) = try decode(block, times: 64)
        // By chance 2¹⁶ bytes hold a sentence with the right checksum, which says nothing.
        #expect(result.status == 0 || result.status == 65, "\(result.messages)")
        #expect(result.output.isEmpty || result.lines.allSatisfy { $0.hasPrefix("{\"class\":") })
        #expect(result.messages.split(separator: "\n").count == 1, "\(result.messages)")
        #expect(peak < Self.mostMemory, "peak of \(peak) kB")
    }

    @Test func `a receiver that repeats itself for 8 MiB does not make the program grow`() throws {
        let epochs = String(repeating: CommandLineTests.epoch, count: 1000)
        let (result, peak) = try decode(Data(epochs.utf8), times: (8 << 20) / epochs.utf8.count)
        #expect(result.status == 0)
        #expect(result.lines.count > 10_000)
        #expect(peak < Self.mostMemory, "peak of \(peak) kB")
    }

    @Test(arguments: ["$GPGGA,", "$", ",", "\\", "*", "$GPGSV,9,1,99,1,1,1,1*00", "#"])
    func `a wall of the same is passed over, and what stands behind it is read`(_ piece: String) throws {
        let wall = String(repeating: piece, count: (1 << 20) / piece.utf8.count)
        let result = try Program.run("decode", "-", input: "\n" + wall + "\r\n" + CommandLineTests.epoch)
        #expect(result.status == 0, "\(result.messages)")
        #expect(result.output.contains("TPV"))
    }

    /// Decodes bytes several times over; also tells the most memory that it took, in kB.
    private func decode(_ block: Data, times: Int) throws -> (Program.Result, Int) {
        let file = try TemporaryFile("")
        let handle = try #require(FileHandle(forWritingAtPath: file.path))
        for _ in 0..<times { try handle.write(contentsOf: block) }
        try handle.close()
        let program = try RunningProgram(try Program.gateway, ["decode", file.path])
        var peak = 0
        while let now = program.peakMemory {
            peak = max(peak, now)
            usleep(2000)
        }
        try #require(peak > 0, "it ended before it could be measured")
        return (program.waitForEnd(), peak)
    }
}
