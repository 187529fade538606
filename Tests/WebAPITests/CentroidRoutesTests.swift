// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Foundation
import GNSSTypes
import GatewayClient
import MessageTexts
import ObservationBus
import Settings
import Synchronization
import Testing
import UnixSignals
import WebAPI

/// A stage with one sampling, that notes what it is asked to do.
final class FalseCentroid: CentroidControl {
    let asked = Mutex<[String]>([])
    let requests = Mutex<[CentroidRequest]>([])
    /// What a watch was told.
    let told = Mutex<[String]>([])

    static let sampling: SampledCentroid = {
        var sampling = SampledCentroid(
            receiver: SourceID(rawValue: "rover"), session: 7, event: .rejected, reason: "hdop",
            message: CodedText(CentroidText.dilution),
            state: .collecting, method: .robust, wanted: 20, count: 3)
        sampling.rejected = [SampledCentroid.Rejected("hdop", 2)]
        if let place = GeodeticPosition(latitude: Angle(degrees: 52.5), longitude: Angle(degrees: -13.25)) {
            var estimate = CentroidEstimate(method: .robust, count: 3, used: 3, robust: place, compatible: place)
            estimate.positionCovariance = PlaneCovariance(eastEast: 4, eastNorth: 0, northNorth: 1)
            sampling.estimate = estimate
        }
        return sampling
    }()

    static var session: CentroidSessionReport {
        CentroidSessionReport(
            sampling, followsActive: true, started: Timestamp(milliseconds: 1_777_897_805_250),
            changed: Timestamp(milliseconds: 1_777_897_806_250))
    }

    private func note(_ words: String) { asked.withLock { $0.append(words) } }

    func centroids() async -> CentroidsReport { CentroidsReport(sessions: [Self.session], limit: 16, lost: 2) }

    func samples(of session: UInt64) async throws(ControlError) -> CentroidSamplesReport {
        guard session == 7 else { throw ControlError(.notFound, "no sampling \(session) runs") }
        let positions = [(52.5, -13.25), (52.5000001, -13.2500002)].compactMap {
            GeodeticPosition(latitude: Angle(degrees: $0.0), longitude: Angle(degrees: $0.1))
        }
        return CentroidSamplesReport(session: session, positions: positions)
    }

    func startCentroid(_ request: CentroidRequest) async throws(ControlError) -> CentroidSessionReport {
        requests.withLock { $0.append(request) }
        return Self.session
    }

    func stopCentroid(_ session: UInt64?) async throws(ControlError) -> CentroidSessionReport {
        guard session != 9 else { throw ControlError(.notFound, "no sampling 9 runs") }
        note("stop \(session.map { "\($0)" } ?? "-")")
        return Self.session
    }

    func resetCentroid(_ session: UInt64?) async throws(ControlError) -> CentroidSessionReport {
        note("reset \(session.map { "\($0)" } ?? "-")")
        return Self.session
    }

    private var settings: CentroidSettingsReport {
        CentroidSettingsReport(
            settings: CentroidPreferences(), defaults: CentroidPreferences(), changed: ["filter.max_hdop"])
    }

    func centroidSettings() async -> CentroidSettingsReport { settings }

    func changeCentroidSettings(_ change: CentroidChange) async throws(ControlError) -> CentroidSettingsReport {
        note(change.names.joined(separator: " "))
        return settings
    }

    func resetCentroidSettings(_ name: String?) async throws(ControlError) -> CentroidSettingsReport {
        note("reset settings \(name ?? "-")")
        return settings
    }
}

/// The routes of the sampling of better points over a real UNIX socket.
struct CentroidRoutesTests {
    @Test func `what is asked and told comes out the same at the other side`() async throws {
        let centroid = FalseCentroid()
        try await withDaemon(centroid: centroid) { daemon in
            let client = daemon.client
            let report = try await client.centroids()
            #expect(report.sessions == [FalseCentroid.session] && report.limit == 16 && report.lost == 2)
            var request = CentroidRequest(receiver: "röver")
            (request.change[\.samples], request.change[\.method]) = (30, "compatible")
            request.change[\.filter.maximumHDOP] = 1.5
            (request.isContinuous, request.standardError) = (true, 0.25)
            _ = try await client.startCentroid(request)
            _ = try await client.startCentroid(CentroidRequest())
            #expect(centroid.requests.withLock { $0 } == [request, CentroidRequest()])
            _ = try await client.stopCentroid(7)
            _ = try await client.stopCentroid(nil)
            _ = try await client.resetCentroid(7)
            await #expect(throws: ControlClientError.refused(status: 404, text: "no sampling 9 runs")) {
                try await client.stopCentroid(9)
            }
            #expect(try await client.centroidSettings().changed == ["filter.max_hdop"])
            _ = try await client.changeCentroidSettings(request.change)
            _ = try await client.resetCentroidSettings(nil)
            _ = try await client.resetCentroidSettings("filter.max_hdop")
            #expect(
                centroid.asked.withLock { $0 } == [
                    "stop 7", "stop -", "reset 7", "samples method filter.max_hdop", "reset settings -",
                    "reset settings filter.max_hdop",
                ])
        }
    }

    @Test func `JSON has the names that are documented, and a misspelt key is refused`() async throws {
        let centroid = FalseCentroid()
        try await withDaemon(centroid: centroid) { daemon in
            let path = daemon.socketPath
            let list = try await RawClient.request("GET", "/v1/centroid", body: "", from: path)
            for part in [
                #""follows_active":true"#, #""rejected":{"hdop":2}"#, #""latitude_deg":52.5"#,
                #""standard_error_ellipse":{"azimuth_deg":90,"semi_major_m":2,"semi_minor_m":1}"#,
                #""reason":"hdop""#, #""message":{"code":"centroid.rejected.hdop"}"#,
                #""started":"2026-05-04T12:30:05.250Z""#,
            ] {
                #expect(list.contains(part), "\(part) in \(list)")
            }
            let samples = try await RawClient.request("GET", "/v1/centroid/7/samples", body: "", from: path)
            let columns =
                #""latitude_deg":[52.5,52.5000001],"longitude_deg":[-13.25,-13.2500002],"session":7"#
            #expect(samples.contains(columns), "\(samples)")
            for other in ["8", "rover", "-7", "18446744073709551616"] {
                let answer = try await RawClient.request("GET", "/v1/centroid/\(other)/samples", body: "", from: path)
                #expect(answer.contains("404"), "\(answer)")
            }
            let empty = try await RawClient.request("POST", "/v1/centroid/stop", body: "", from: path)
            #expect(empty.contains("200") && centroid.asked.withLock { $0 } == ["stop -"])
            let wrong = [
                ("PUT", "/v1/centroid/settings", #"{"sample":3}"#),
                ("PUT", "/v1/centroid/settings", #"{"filter":{"hdop":3}}"#),
                ("PUT", "/v1/centroid/settings", #"{"samples":"many"}"#),
                ("POST", "/v1/centroid/start", #"{"reciever":"rover"}"#),
            ]
            for (method, route, body) in wrong {
                let answer = try await RawClient.request(method, route, body: body, from: path)
                #expect(answer.contains("400") && answer.contains("does not have the form"), "\(answer)")
            }
            for (method, route) in [("PUT", "/v1/centroid/settings"), ("POST", "/v1/centroid/start")] {
                let answer = try await RawClient.request(
                    method, route, body: #"{"filter":{"min_fix":3},"filter.min_fix":2}"#, from: path)
                #expect(answer.contains("400") && answer.contains("filter.min_fix: more than one key"), "\(answer)")
            }
            #expect(centroid.requests.withLock { $0.isEmpty })
        }
    }

    @Test func `a watch starts a sampling and tells of it to its end`() async throws {
        let centroid = FalseCentroid()
        try await withDaemon(centroid: centroid) { daemon in
            async let publishing: Void = Self.publish(once: centroid, on: daemon.hub)
            // A signal of its own: signals are the whole process's, and RecorderTests sends SIGUSR2.
            let end = try await CentroidWatch(CentroidRequest(receiver: "rover"), client: daemon.client)
                .runUntilSignalled(by: [.sigusr1]) { session in centroid.told.withLock { $0.append(session.event.code) }
                }
            try await publishing
            #expect(end.state == .finished && end.session == 7)
        }
        #expect(centroid.told.withLock { $0 } == ["accepted", "finished"])
    }

    private static func publish(once centroid: FalseCentroid, on hub: ObservationHub) async throws {
        try await waited { centroid.requests.withLock { $0.count } == 1 }
        var sampling = FalseCentroid.sampling
        for (session, event, state) in [
            (7, SampledCentroid.Event.accepted, SampledCentroid.State.collecting), (8, .accepted, .collecting),
            (7, .finished, .finished),
        ] {
            (sampling.session, sampling.event, sampling.state) = (UInt64(session), event, state)
            hub.publish([
                Observation(
                    source: .stage("centroid", of: sampling.receiver), sequence: 1, hostTime: startTime,
                    payload: .centroid(sampling))
            ])
        }
    }
}

struct CentroidChangeTests {
    @Test func `a change is applied where all of it is allowed`() throws {
        var change = CentroidChange()
        (change[\.samples], change[\.method]) = (50, "compatible")
        change[\.filter.maximumHDOP] = 2.5
        change[\.filter.osnma] = .verified
        let new = try CentroidPreferences().changed(by: change)
        #expect(new.samples == 50 && new.method == "compatible")
        #expect(new.filter.maximumHDOP == 2.5 && new.filter.osnma == .verified && new.filter.minimumFix == 2)
        let wrong: [(inout CentroidChange) -> Void] = [
            { $0[\.samples] = 0 }, { $0[\.samples] = 51 }, { $0[\.method] = "mean" },
            { $0[\.filter.maximumHDOP] = -1 }, { $0[\.filter.maximumHDOP] = .nan }, { $0[\.filter.minimumFix] = 1 },
            { $0[\.filter.minimumSatellites] = 100 }, { $0[\.filter.minimumCN0] = 100 },
            { $0[\.filter.maximumAccuracy] = .infinity }, { try? $0.set("filter.osnma", to: "yes") },
        ]
        for spoil in wrong {
            var bad = change
            spoil(&bad)
            #expect(throws: ControlError.self) { try CentroidPreferences().changed(by: bad) }
        }
    }

    @Test func `changes add up, and are taken back by name or by group`() {
        var first = CentroidChange()
        first[\.samples] = 5
        first[\.filter.maximumHDOP] = 2
        first[\.filter.minimumCN0] = 30
        var second = CentroidChange()
        second[\.filter.maximumHDOP] = 3
        var sum = first.followed(by: second)
        #expect(sum.names == ["samples", "filter.max_hdop", "filter.min_cn0_dbhz"] && sum[\.filter.maximumHDOP] == 3)
        #expect(sum.remove("filter.max_hdop") == true && sum.names == ["samples", "filter.min_cn0_dbhz"])
        #expect(sum.remove("filter") == true && sum.names == ["samples"] && sum.values.count == 1)
        #expect(sum.remove("sample") == false && sum.remove("samples") == true && sum == CentroidChange())
    }
}
