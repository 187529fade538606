// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// One replay drives OSNMA, a sampling and agrirouter at once.
@Suite(.serialized, .enabled(if: OSNMABench.data != nil, "GNSS_TEST_DATA holds no OSNMA recordings"))
struct AgrirouterReplayTests {
    @Test func `positions go out only once they are authenticated, and are sampled meanwhile`() throws {
        let capture = try TemporaryFile("", suffix: ".ubx")
        let bytes = try OSNMABench.unpacked("ubx/current_config.ubx.gz")
        try Data(bytes).write(to: URL(fileURLWithPath: capture.path))
        let bench = try AgrirouterBench(
            receiver: "{ file: \(capture.path), speed: SPEED, seek_s: SEEK }", speed: 10,
            more: """
                osnma: { trust_directory: \(OSNMABench.data ?? "")/ubx, require: true, accept_recordings: true, require_satellites: 1 }
                """)
        let software = try bench.partner("Software", dropsEqualIDs: true)
        let code = try #require(bench.ready["tan"] as? String)
        #expect(try bench.ask("onboard", input: code).status == 0)
        let sampling = try bench.request("POST", "/v1/centroid/start", #"{"receiver":"rover","samples":10}"#)
        #expect(sampling.status == 200, "\(sampling.text)")
        var wasWithheld = false
        try bench.wait("positions at the partner") {
            let report = try bench.uplink()
            if report["positions"] as? String == "withheld" {
                wasWithheld = true
                #expect(try bench.received(software).positions.isEmpty)
            }
            return try bench.received(software).positions.count >= 6
        }
        #expect(wasWithheld)
        #expect(try bench.uplink()["positions"] as? String == "good")
        let osnma = try bench.request("GET", "/v1/osnma").text
        #expect(osnma.contains(#""state":"authenticated""#), "\(osnma)")
        try bench.wait("the sampled point") {
            try bench.request("GET", "/v1/centroid").text.contains(#""state":"finished""#)
        }
        let violations = try bench.admin("GET", "/violations")
        #expect(violations["count"] as? Int == 0, "\(violations)")
        try bench.end()
    }
}
