// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A day of a receiver that is plugged in and out all the time.
@Suite struct SoakTests {
    /// With `GNSS_TEST_LONG` 24 hours of epochs and a few hundred losses, else some minutes and a few.
    private static let isLong = ProcessInfo.processInfo.environment["GNSS_TEST_LONG"] != nil
    private static let losses = isLong ? 288 : 8
    private static let epochs = isLong ? 300 : 60

    @Test func `plugging in and out leaves descriptors and memory as they were`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gnss-soak-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let receiver = PseudoReceiver(folder.appendingPathComponent("receiver").path)
        let port = try Program.freePort()
        let file = try TemporaryFile(
            """
            receivers: [{ id: rover, driver: nmea-serial, config: { device: \(receiver.path) } }]
            listen: { gpsd: ["127.0.0.1:\(port)"], http: "" }
            """, suffix: ".yaml")
        let daemon = try RunningProgram(try Program.gateway, ["run", "--config", file.path])
        try daemon.wait(for: "waiting for the device")
        let client = try GPSDClient(port: port, keepsReports: false)
        var sizes: [(descriptors: Int, memory: Int)] = []
        var generator = SystemRandomNumberGenerator()
        for round in 0..<Self.losses {
            let before = client.count("TPV")
            try receiver.plug()
            // The first bytes are for the driver to open; what it missed is gone, as with a real receiver.
            try #require(until(120) { receiver.send(epochs: 1) && client.count("TPV") > before }, "\(daemon.messages)")
            #expect(receiver.send(epochs: Int.random(in: 1...2 * Self.epochs, using: &generator)))
            // Sometimes in the middle of a sentence.
            if round % 3 == 0 { _ = receiver.send(Array("$GNGGA,1234".utf8)) }
            receiver.unplug()
            try #require(until(120) { daemon.descriptors < 100 && daemon.isWaiting(after: round + 2) })
            if round >= Self.losses / 2 { sizes.append((daemon.descriptors, daemon.memory ?? 0)) }
        }
        let memory = sizes.map(\.memory)
        let descriptors = sizes.map(\.descriptors)
        if Self.isLong {
            let first = try #require(sizes.first)
            let last = try #require(sizes.last)
            #expect(last.descriptors <= first.descriptors, "\(descriptors)")
            #expect(last.memory < first.memory + 4096, "kB: \(memory)")
        } else {
            // Of a few rounds one may be the first to need another arena of the allocator or another loop for clients;
            // what leaks grows in each.
            #expect(Self.usualGrowth(of: descriptors) <= 0, "\(descriptors)")
            #expect(Self.usualGrowth(of: memory) < 1024, "kB: \(memory)")
        }
        #expect(client.count("TPV") > Self.losses)
        daemon.signal(SIGTERM)
        #expect(daemon.waitForEnd().status == 0)
    }

    /// The median of what was added from one round to the next.
    private static func usualGrowth(of sizes: [Int]) -> Int {
        let growth = zip(sizes.dropFirst(), sizes).map(-).sorted()
        return growth.isEmpty ? 0 : growth[growth.count / 2]
    }
}

extension RunningProgram {
    /// How many descriptors it has open.
    var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/fd").count) ?? 0
    }

    /// The memory that it has now, in kB.
    var memory: Int? { status("VmRSS:") }

    /// Whether the receiver was lost so often.
    fileprivate func isWaiting(after losses: Int) -> Bool {
        messages.components(separatedBy: "waiting for the device").count > losses
    }
}
