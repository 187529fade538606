// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The service itself ends suddenly, and comes back with what it had said yes to.
struct AgrirouterRestartTests {
    @Test func `a service that is killed comes back, and the gateway goes on without being onboarded again`() throws {
        let folder = NSTemporaryDirectory() + "gnss-service-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let round = try AgrirouterRound(speed: 60, directory: folder)
        try round.onboard()
        let bench = round.bench
        for _ in 0..<2 {
            let sent = try bench.endpoint()["messages_sent"] as? Int ?? 0
            try bench.killService()
            // Before the gateway has said anything.
            let endpoint = try bench.endpoint()
            #expect(endpoint["messages_sent"] as? Int ?? 0 >= sent)
            #expect(endpoint["subscriptions"] as? [String] == ["gps:info"], "\(endpoint)")
            let other = try bench.partner("Other", dropsEqualIDs: true)
            try bench.wait("positions") { try bench.received(other).positions.count > 6 }
            try round.rest()
        }
        try round.end()
    }
}
