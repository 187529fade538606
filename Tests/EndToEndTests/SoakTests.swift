// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A day of a receiver that is plugged in and out all the time.
@Suite struct SoakTests {
    /// With `GNSS_TEST_LONG` 24 hours of epochs and a few hundred losses, otherwise some minutes and a few.
    private static let isLong = ProcessInfo.processInfo.environment["GNSS_TEST_LONG"] != nil
    private static let losses = isLong ? 288 : 10
    /// The first rounds fill caches and arenas.
    private static let firstMeasured = isLong ? 144 : 3
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
        var descriptors: Int?
        var memory: [Int] = []
        var generator = SystemRandomNumberGenerator()
        for round in 0..<Self.losses {
            try receiver.plug()
            // The first bytes are for the driver to open; what it missed is gone, as with a real receiver. Reports of
            // the round before may come late: only the daemon's word tells that this terminal is open.
            try #require(
                until(120) { receiver.send(epochs: 1) && daemon.count("connecting: listening") > round },
                "\(daemon.messages)")
            let before = client.count("TPV")
            try #require(until(120) { receiver.send(epochs: 1) && client.count("TPV") > before }, "\(daemon.messages)")
            #expect(receiver.send(epochs: Int.random(in: 1...2 * Self.epochs, using: &generator)))
            // Sometimes in the middle of a sentence.
            if round % 3 == 0 { _ = receiver.send(Array("$GNGGA,1234".utf8)) }
            receiver.unplug()
            try #require(until(120) { daemon.count("waiting for the device") >= round + 2 }, "\(daemon.messages)")
            guard round >= Self.firstMeasured else { continue }
            // What the lost line had open is closed a moment after its loss is told.
            let most = descriptors ?? daemon.settledDescriptors()
            descriptors = most
            #expect(until(60) { daemon.descriptors <= most }, "more than \(most): \(daemon.openFiles)")
            memory.append(daemon.memory ?? 0)
        }
        if Self.isLong {
            #expect(try #require(memory.last) < #require(memory.first) + 4096, "kB: \(memory)")
        } else {
            // Of a few rounds one may be the first to need another arena of the allocator; what leaks grows in each.
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

    /// How many descriptors it has open once their number stays the same for a second.
    fileprivate func settledDescriptors() -> Int {
        var (number, since) = (descriptors, Date())
        _ = until(60) {
            let now = descriptors
            if now != number { (number, since) = (now, Date()) }
            return Date().timeIntervalSince(since) > 1
        }
        return number
    }

    /// What its descriptors are open on.
    fileprivate var openFiles: [String] {
        let folder = "/proc/\(identifier)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
            .sorted()
    }

    /// The memory that it has now, in kB.
    var memory: Int? { status("VmRSS:") }

    /// How often it has said that.
    fileprivate func count(_ words: String) -> Int { messages.components(separatedBy: words).count - 1 }
}
