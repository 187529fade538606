// SPDX-License-Identifier: Apache-2.0

import ControlModel
import GNSSTypes
import GatewayClient
import Synchronization
import Testing
import WebAPI

/// A trust store of one root that notes what it is asked to do.
final class FalseTrust: TrustControl {
    let asked = Mutex<[TrustRequest]>([])

    static let root: TrustReport = {
        let digits = String(repeating: "0e", count: 32)
        var report = TrustReport(
            kind: .merkleRoot, fingerprint: digits, content: digits, origin: .file, source: "a.xml", state: .trusted
        )
        report.validFrom = Timestamp(milliseconds: 1_765_360_800_000)
        return report
    }()

    func trustList() async throws(ControlError) -> [TrustReport] { [Self.root] }

    func trust(_ requests: [TrustRequest]) async throws(ControlError) -> [TrustReport] {
        asked.withLock { $0 += requests }
        return [Self.root]
    }

    func distrust(_ fingerprint: String) async throws(ControlError) -> TrustReport {
        guard Self.root.fingerprint.hasPrefix(fingerprint) else {
            throw ControlError(.notFound, "no root begins \(fingerprint)")
        }
        return Self.root
    }
}

/// The routes of OSNMA's trust over a real UNIX socket.
struct TrustRoutesTests {
    @Test func `what is asked and told comes out the same at the other side`() async throws {
        let trust = FalseTrust()
        try await withDaemon(trust: trust) { daemon in try await check(daemon.client, trust) }
    }

    private func check(_ client: ControlClient, _ trust: FalseTrust) async throws {
        #expect(try await client.trustList() == [FalseTrust.root])
        let request = TrustRequest(
            pkid: 2, content: "02ab", validFrom: Timestamp(milliseconds: 5), validTo: nil, source: "a b/ä.xml")
        #expect(try await client.trust([request]) == [FalseTrust.root])
        #expect(trust.asked.withLock { $0 } == [request])
        #expect(try await client.distrust("0e0e0e0e") == FalseTrust.root)
        await #expect(throws: ControlClientError.refused(status: 404, text: "no root begins ff")) {
            try await client.distrust("ff")
        }
    }

    @Test func `JSON has the names that are documented, and a body of another form is refused`() async throws {
        try await withDaemon(trust: FalseTrust()) { daemon in
            let list = try await RawClient.request("GET", "/v1/osnma/trust", body: "", from: daemon.socketPath)
            #expect(list.contains(#""valid_from":"2025-12-10T10:00:00.000Z""#) && !list.contains("pkid"))
            for body in ["", "[]", #"{"anchors":[{"pkid":300,"content":"","source":""}]}"#] {
                let answer = try await RawClient.request("POST", "/v1/osnma/trust", body: body, from: daemon.socketPath)
                #expect(answer.contains("400") && answer.contains("HEXADECIMAL DIGITS"), "\(answer)")
            }
        }
    }
}
