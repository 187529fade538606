// SPDX-License-Identifier: Apache-2.0

import ControlModel
import Corrections
import Foundation
import GNSSTypes
import Testing

/// The chain from the caster to the receivers' positions.
struct CorrectionsChainTests {
    private static let start = Timestamp(milliseconds: 1_777_897_805_000)

    private func report(_ state: CorrectionsReport.State, _ change: (inout CorrectionsReport) -> Void = { _ in })
        -> CorrectionsReport
    {
        var report = CorrectionsReport(stream: "ntrip://caster.example:2101/NEAR", since: Self.start)
        report.state = ReportCode(state)
        change(&report)
        return report
    }

    private var streaming: CorrectionsReport {
        report(.streaming) {
            $0.messageNumbers = ["1005": 1, "1077": 20]
            ($0.messages, $0.lastMessageAge, $0.station) = (21, 0.5, 42)
            $0.stationPosition = StationPosition(x: 4_076_700, y: 791_600, z: 4_825_600)
        }
    }

    private func receiver(
        _ quality: FixQuality, age: Double? = nil, station: UInt16? = nil, messages: UInt64 = 20,
        state: ReceiverState = .running
    ) -> ReceiverReport {
        var receiver = ReceiverReport(
            id: "rover", driver: "ubx", identity: "rover", origin: "configured", isolation: "in-process", priority: 10,
            state: state, reason: "", since: Self.start)
        var fix = Fix(kind: .threeDimensional, quality: quality)
        fix.position = GeodeticPosition(latitude: Angle(degrees: 49.45), longitude: Angle(degrees: 11.08))
        fix.height = Height(ellipsoidal: Length(metres: 355))
        var report = FixReport(fix)
        (report.correctionAge, report.correctionStation) = (age, station)
        receiver.fix = report
        var tally = CorrectionTally()
        tally.messages = messages
        receiver.corrections = messages > 0 ? tally : nil
        return receiver
    }

    private func chain(_ report: CorrectionsReport, _ receiver: ReceiverReport?, after seconds: Double = 1)
        -> CorrectionsReport
    {
        var report = report
        report.stateAge = seconds
        return CorrectionsChain.complete(report, receivers: receiver.map { [(id: $0.id, report: $0)] } ?? [])
    }

    private func states(_ report: CorrectionsReport) -> [String] { (report.chain ?? []).map(\.state.code) }

    @Test func `all four steps succeed when the receiver says that it uses corrections`() throws {
        let whole = chain(streaming, receiver(.rtkFixed, age: 1.2, station: 42))
        #expect(whole.chain?.map(\.name.code) == ["caster", "data", "messages", "use"])
        #expect(states(whole) == ["ok", "ok", "ok", "ok"])
        #expect(whole.chain?.allSatisfy { $0.cure == nil } == true)
        #expect(whole.chain?.last?.text == "the receiver uses corrections 1.2 s old from station 42")
        let use = try #require(whole.receivers?.first)
        #expect(use.receiver == "rover" && use.quality?.value == .rtkFixed && use.correctionAge == 1.2)
        #expect(use.delivered?.messages == 20)
        // From Nürnberg to Fürth.
        #expect((5000...9000).contains(use.baseline ?? 0), "\(use.baseline ?? 0)")
        #expect(states(chain(streaming, receiver(.rtkFloat))) == ["ok", "ok", "ok", "ok"])
        #expect(states(chain(streaming, receiver(.differential, age: 3))) == ["ok", "ok", "ok", "ok"])
    }

    @Test func `a receiver that is silent about them is waited for, then told with what to do`() throws {
        let early = chain(streaming, receiver(.autonomous))
        #expect(states(early) == ["ok", "ok", "ok", "waiting"] && early.chain?.last?.cure == nil)
        let late = chain(streaming, receiver(.autonomous), after: 121)
        #expect(states(late) == ["ok", "ok", "ok", "failed"])
        #expect(late.chain?.last?.message.code == "corrections.chain.not_used")
        #expect(late.chain?.last?.cureMessage?.code == "corrections.cure.not_used")
        #expect(states(chain(streaming, receiver(.autonomous, messages: 0))) == ["ok", "ok", "ok", "waiting"])
        // What the gateway did not pass to it are other corrections.
        #expect(states(chain(streaming, receiver(.rtkFixed, age: 1, messages: 0)))[3] == "waiting")
    }

    @Test func `corrections of another station or of long ago are not those of the caster`() {
        let other = chain(streaming, receiver(.differential, age: 4, station: 131))
        #expect(other.chain?.last?.message.code == "corrections.chain.other_station")
        let old = chain(streaming, receiver(.rtkFloat, age: 61, station: 42))
        #expect(old.chain?.last?.message.code == "corrections.chain.outdated")
        #expect(states(chain(streaming, receiver(.rtkFixed, age: 1, station: 0)))[3] == "ok")
    }

    @Test(arguments: [ReceiverState.lost, .stopped, .starting])
    func `a receiver that does not run uses nothing`(_ state: ReceiverState) {
        let whole = chain(streaming, receiver(.rtkFixed, age: 1, station: 42, state: state))
        #expect(whole.chain?.last?.message.code == "corrections.chain.not_running")
        #expect(whole.receivers?.first?.correctionAge == nil && whole.receivers?.first?.baseline == nil)
    }

    @Test func `no receiver, an unknown one and one whose driver refuses are told`() {
        #expect(chain(streaming, nil).chain?.last?.message.code == "corrections.chain.no_receiver")
        let unknown = CorrectionsChain.complete(streaming, receivers: [(id: "gone", report: nil)])
        #expect(unknown.receivers?.first?.use.message.code == "corrections.chain.unknown_receiver")
        var refusing = receiver(.autonomous, messages: 0)
        refusing.corrections = CorrectionTally()
        refusing.corrections?.refused = 3
        #expect(chain(streaming, refusing).chain?.last?.message.code == "corrections.chain.refused")
    }

    @Test func `the receiver in the best state stands for all`() {
        var second = receiver(.rtkFixed, age: 1)
        second.id = "second"
        let whole = CorrectionsChain.complete(
            streaming, receivers: [(id: "gone", report: nil), (id: "second", report: second)])
        #expect(states(whole)[3] == "ok" && whole.receivers?.count == 2)
    }

    @Test func `messages without observations or without the station are found after a minute`() {
        for (numbers, code) in [
            (["1005": 3, "1230": 1], "no_observations"), (["1077": 3, "1087": 3], "no_station"),
            (["1057": 9], "no_observations"), ([:], "no_observations"),
        ] as [([String: UInt64], String)] {
            var stream = streaming
            stream.messageNumbers = numbers
            #expect(states(chain(stream, receiver(.autonomous))) == ["ok", "ok", "waiting", "unknown"], "\(numbers)")
            let late = chain(stream, receiver(.autonomous), after: 61)
            #expect(states(late) == ["ok", "ok", "failed", "unknown"])
            #expect(late.chain?[2].message.code == "corrections.chain.\(code)", "\(numbers)")
        }
    }

    @Test(arguments: CorrectionsReport.Cause.allCases)
    func `each cause fails one step, with what to do`(_ cause: CorrectionsReport.Cause) throws {
        let failed = report(.failed) {
            ($0.problem, $0.reason) = (ReportCode(cause), "ntrip://x: it failed; trying again in 5 s")
        }
        let whole = chain(failed, receiver(.autonomous, messages: 0))
        let found = states(whole)
        #expect(found.prefix(3).filter { $0 == "failed" }.count == 1, "\(found)")
        let index = try #require(found.firstIndex(of: "failed"))
        #expect(found[..<index].allSatisfy { $0 != "unknown" } && found[(index + 1)...].allSatisfy { $0 == "unknown" })
        let link = try #require(whole.chain?[index])
        #expect(link.message.code == "corrections.cause.\(cause.code)" && link.text == failed.reason)
        #expect(link.cureMessage?.code == "corrections.cure.\(cause.code)" && link.cure?.isEmpty == false)
    }

    @Test func `before the caster has answered all else is open`() {
        for state in [CorrectionsReport.State.connecting, .waitingForPosition, .stopped] {
            #expect(
                states(chain(report(state), receiver(.autonomous, messages: 0))) == [
                    "waiting", "unknown", "unknown", "unknown",
                ])
        }
        #expect(
            states(chain(report(.connected), receiver(.autonomous, messages: 0))) == [
                "ok", "waiting", "unknown", "unknown",
            ])
    }

    @Test func `a report of an earlier version has no chain`() throws {
        let text = try JSONEncoder().encode(report(.connecting))
        #expect(!String(decoding: text, as: UTF8.self).contains("chain"))
        #expect(try JSONDecoder().decode(CorrectionsReport.self, from: text).chain == nil)
        let whole = chain(streaming, receiver(.rtkFixed, age: 1, station: 42))
        #expect(try JSONDecoder().decode(CorrectionsReport.self, from: JSONEncoder().encode(whole)) == whole)
    }
}
