// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The daemon with a receiver on a real pseudo-terminal.
@Suite(.serialized) struct SerialTests {
    private func daemon(_ device: String, _ port: Int, waitingFor words: String) throws -> RunningProgram {
        let file = try TemporaryFile(
            """
            receivers:
              - id: rover
                driver: nmea-serial
                config: { device: \(device) }
            listen: { gpsd: ["127.0.0.1:\(port)"] }
            """, suffix: ".yaml")
        let program = try RunningProgram(try Program.gateway, ["run", "--config", file.path])
        // The file lives until here.
        try program.wait(for: words)
        return program
    }

    private func path(_ name: String) -> String {
        "/tmp/gnss-serial-\(getpid())-\(UInt32.random(in: 0...UInt32.max))-\(name)"
    }

    @Test(
        .enabled(
            if: Program.installed("gpspipe") != nil, "gpspipe is not installed (Debian: gpsd-clients)"))
    func `a receiver on a serial port is seen by gpspipe, comes back after it was unplugged, and is named when lost`()
        throws
    {
        let gpspipe = try #require(Program.installed("gpspipe"))
        let port = try Program.freePort()
        let receiver = PseudoReceiver(path("receiver"))
        try receiver.plug()
        let daemon = try daemon(receiver.path, port, waitingFor: "listening to \(receiver.path)")
        for _ in 0..<2 {
            let client = try RunningProgram(gpspipe, ["-w", "127.0.0.1:\(port)"])
            let deadline = Date(timeIntervalSinceNow: 120)
            while !client.output.contains("\"lat\":52."), Date() < deadline {
                #expect(receiver.send(epochs: 1))
                usleep(100_000)
            }
            #expect(client.output.contains("\"lat\":52."), "\(client.output.suffix(2000))\n\(daemon.messages)")
            client.signal(SIGTERM)
            receiver.unplug()
            try daemon.wait(for: "is gone")
            try receiver.plug()
        }
    }

    @Test func `a test of a receiver on a port says within 15 s that it is good, and that a silent one is not`() throws
    {
        let receiver = PseudoReceiver(path("tested"))
        try receiver.plug()
        let daemon = try daemon(receiver.path, 0, waitingFor: "listening to \(receiver.path)")
        func test() throws -> (Int32, [String: Any], Duration) {
            let begin = ContinuousClock.now
            let client = try RunningProgram(
                try Program.gateway, ["receivers", "test", "rover", "--json"],
                environment: ["GNSS_GATEWAY_SOCKET": daemon.socket])
            while client.isRunning {
                if isSending { _ = receiver.send(epochs: 1, within: 1) }
                // A receiver at 10 Hz.
                usleep(100_000)
            }
            let result = client.waitForEnd()
            return (result.status, try object(result.output), ContinuousClock.now - begin)
        }
        var isSending = false
        let silent = try test()
        #expect(silent.0 == 69 && silent.1["verdict"] as? String == "not_connected", "\(silent)")
        isSending = true
        let good = try test()
        #expect(good.0 == 0 && good.1["verdict"] as? String == "compatible_without_osnma", "\(good)")
        #expect(good.2 < .seconds(15))
        daemon.signal(SIGTERM)
        #expect(daemon.waitForEnd().status == 0)
    }

    @Test func `a port that is not there is named with what to do`() throws {
        let words = "/dev/nonsense does not exist: plug the receiver in"
        let daemon = try daemon("/dev/nonsense", try Program.freePort(), waitingFor: words)
        daemon.signal(SIGTERM)
        #expect(daemon.waitForEnd().status == 0)
    }
}
