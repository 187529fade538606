// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Receivers that are plugged in, pulled out and put back while a real gpspipe listens to the daemon, which has no
/// configuration of them.
@Suite(
    .serialized, .enabled(if: Machine.isThere, "umockdev is not installed (script/bootstrap --test)"),
    .enabled(if: Program.installed("gpspipe") != nil, "gpspipe is not installed (Debian: gpsd-clients)"))
struct ReceiversTests {
    private let machine: Machine
    private let port: Int

    init() throws {
        (machine, port) = (try Machine(), try Program.freePort())
        let file = try TemporaryFile(
            """
            listen: { gpsd: ["127.0.0.1:\(port)"] }
            selection: { hold_s: 1, fix_timeout_s: 2 }
            """, suffix: ".yaml")
        try machine.start("run", "--config", file.path, "--log-level", "debug")
        try withExtendedLifetime(file) { try machine.wait(for: "start: ready") }
    }

    private func gpspipe() throws -> Fixes {
        let gpspipe = try #require(Program.installed("gpspipe"))
        return Fixes(try RunningProgram(gpspipe, ["-w", "127.0.0.1:\(port)"]), machine)
    }

    @Test func `plug, detect, fixes, unplug, replug, a second one, failover on loss of fix or device, and back`() throws
    {
        let fixes = try gpspipe()
        // Plug: it is found, its language is recognised, and its positions reach the client.
        try machine.plug("ttyACM0", serial: "A1", port: "1-1")
        try machine.command("send ttyACM0 52.4")
        try machine.wait(for: "found receiver u-blox-9-A1: /dev/ttyACM0 (u-blox 9), ")
        try fixes.wait(for: 52.4)
        #expect(try machine.command("sent ttyACM0") == "0", "something was written to the receiver")

        // Unplug: lost within 3 s. Replug under another name: running again within 3 s, the same receiver.
        let mark = machine.mark
        let unplugged = Date()
        try machine.command("unplug ttyACM0")
        try machine.wait(for: "lost: ", after: mark)
        let lost = Date().timeIntervalSince(unplugged)
        let plugged = Date()
        try machine.plug("ttyACM5", serial: "A1", port: "1-4")
        try machine.command("send ttyACM5 52.5")
        try fixes.wait(for: 52.5)
        let back = Date().timeIntervalSince(plugged)
        report("lost after \(lost) s, positions again after \(back) s")
        #expect(fixes.devices == ["u-blox-9-A1"])
        #expect(!machine.messages.contains(": /dev/ttyACM5 (u-blox"), "the same receiver was found again")

        // A second one: the first stays the active one.
        try machine.plug("ttyACM6", serial: "B2", port: "1-2")
        try machine.command("send ttyACM6 48.1")
        try machine.wait(for: "found receiver u-blox-9-B2: /dev/ttyACM6")
        var place = fixes.count
        try fixes.waitForMore(20)
        #expect(fixes.latitudes(from: place).allSatisfy { $0 == 52.5 }, "two receivers were mixed")

        // It loses its fix: the other one takes over. It has one again and is unplugged: the same.
        try machine.command("send ttyACM5 none")
        try fixes.wait(for: 48.1)
        place = fixes.count
        try fixes.waitForMore(10)
        #expect(fixes.latitudes(from: place).allSatisfy { $0 == 48.1 })
        try machine.command("send ttyACM5 52.6")
        try machine.command("unplug ttyACM6")
        try fixes.wait(for: 52.6)

        // And back: the second one returns under another name, the first is unplugged.
        try machine.plug("ttyACM7", serial: "B2", port: "1-2")
        try machine.command("send ttyACM7 48.2")
        try machine.wait(for: "/dev/ttyACM7")
        try machine.command("unplug ttyACM5")
        try fixes.wait(for: 48.2)
        #expect(fixes.devices == ["u-blox-9-A1", "u-blox-9-B2"])
        #expect(fixes.jumps == 3, "from one receiver to the other: \(fixes.latitudes(from: 0))")
        #expect(try machine.command("signal 15") == "0")
    }

    @Test func `a receiver that speaks UBX alone is found, and read by the driver for it`() throws {
        let fixes = try gpspipe()
        try machine.plug("ttyACM0", serial: "A1", port: "1-1")
        try machine.command("binary ttyACM0 51.3")
        try machine.wait(for: "found receiver u-blox-9-A1: /dev/ttyACM0 (u-blox 9), UBX over USB: ubx")
        try fixes.wait(for: 51.3)
        #expect(try machine.command("sent ttyACM0") == "0", "something was written to the receiver")
        #expect(try machine.command("signal 15") == "0")
    }

    @Test func `a device that speaks no language known here is told with what was heard, and does no harm`() throws {
        try machine.plug("ttyACM0", serial: "N1", port: "1-1")
        try machine.command("noise ttyACM0")
        try machine.plug("ttyACM1", serial: "Q1", port: "1-2")
        try machine.wait(for: "listening on /dev/ttyACM0")
        try machine.wait(for: "/dev/ttyACM0 (u-blox 9): ")
        try machine.wait(for: "/dev/ttyACM1 (u-blox 9): ")
        #expect(!machine.messages.contains("was found"))
        #expect(try machine.command("sent ttyACM0") == "0")
        #expect(try machine.command("sent ttyACM1") == "0")
    }

    /// A figure for whoever reads the log.
    private func report(_ words: String) { print("receivers: \(words)") }
}

/// What a gpspipe -w has shown so far.
private final class Fixes {
    private let program: RunningProgram
    private let machine: Machine

    init(_ program: RunningProgram, _ machine: Machine) { (self.program, self.machine) = (program, machine) }

    private var reports: [[String: Any]] {
        let output = program.output
        // The last line may be half there; lines end with CR LF, which is one Character.
        let whole = output.lastIndex(where: \.isNewline).map { output[..<$0] } ?? ""
        return whole.split(whereSeparator: \.isNewline).compactMap { try? object($0) }
            .filter { $0["class"] as? String == "TPV" }
    }

    /// The positions, rounded to a tenth of a degree.
    func latitudes(from place: Int) -> [Double] {
        reports.compactMap { $0["lat"] as? Double }.dropFirst(place).map { ($0 * 10).rounded() / 10 }
    }

    var count: Int { latitudes(from: 0).count }

    /// The receivers that positions came from.
    var devices: Set<String> { Set(reports.filter { $0["lat"] != nil }.compactMap { $0["device"] as? String }) }

    /// How often the position went from one receiver's place to the other's.
    var jumps: Int {
        let near = latitudes(from: 0).map { $0 > 50 }
        return zip(near, near.dropFirst()).count { $0 != $1 }
    }

    func wait(for latitude: Double) throws {
        try eventually("no position at \(latitude), but \(latitudes(from: 0).suffix(10)): \(words)") {
            latitudes(from: 0).last == latitude
        }
    }

    func waitForMore(_ number: Int) throws {
        let place = count
        try eventually("positions stopped after \(place): \(words)") { count >= place + number }
    }

    /// What the client and the gateway have said, for whoever looks into a failure.
    private var words: String { program.messages + "\n" + machine.messages.suffix(6000) }
}
