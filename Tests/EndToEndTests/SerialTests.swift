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

    @Test func `a port that is not there is named with what to do`() throws {
        let words = "/dev/nonsense is not there: plug the receiver in"
        let daemon = try daemon("/dev/nonsense", try Program.freePort(), waitingFor: words)
        daemon.signal(SIGTERM)
        #expect(daemon.waitForEnd().status == 0)
    }
}
