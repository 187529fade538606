// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A daemon with a driver that publishes records that are refused among good ones.
@Suite struct RefusedRecordTests {
    @Test func `one refused record degrades the receiver with the field's name, and it returns to running`()
        async throws
    {
        let driver = try MisbehavingDriver()
        defer { withExtendedLifetime(driver) {} }
        let daemon = try await IsolatingDaemon(["refused-once"], driver)
        try await daemon.wait(
            for:
                "degraded: refused a batch from the driver: it published a malformed batch: the fix "
                + "record at offset 0 is malformed: latitude_deg is 91.0; allowed: -90.0 to 90.0",
            count: 1)
        try await daemon.wait(for: "bad-refused-once: running", count: 2)
        #expect(!daemon.program.messages.contains("lost"), "\(daemon.program.messages)")
    }

    @Test func `status, metrics and doctor tell of what is refused, while the good data flows`() async throws {
        let driver = try MisbehavingDriver()
        defer { withExtendedLifetime(driver) {} }
        let daemon = try await IsolatingDaemon(["refused-often"], driver)
        let watch = try FixWatch(port: daemon.port, receiver: "bad-refused-often")
        try await daemon.wait(for: "refused a batch from the driver (4 so far)", count: 1)
        try await watch.waitForFixes(8)
        let environment = ["GNSS_GATEWAY_SOCKET": daemon.program.socket]
        let program = try Program.gateway
        let doctor = try RunningProgram(program, ["doctor"], environment: environment).waitForEnd()
        #expect(
            doctor.output.contains(
                "warning  receiver: bad-refused-often is degraded: refused a batch from the driver"),
            "\(doctor.output)")
        #expect(doctor.output.contains("latitude_deg") && doctor.output.contains("batches refused from its driver: "))
        let status = try RunningProgram(program, ["status"], environment: environment).waitForEnd()
        #expect(status.output.contains("degraded") && status.output.contains("latitude_deg"), "\(status.output)")
        let json = try RunningProgram(program, ["status", "--json"], environment: environment).waitForEnd()
        let counts = json.output.matches(of: /"refused_batches"\s*:\s*(\d+)/).compactMap { Int($0.1) }
        #expect(counts.contains { $0 >= 4 }, "\(json.output)")
    }
}
