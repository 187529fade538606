// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A code of the documentation's tables: what it means, and what to do.
struct AgrirouterCode: Sendable, CustomTestStringConvertible {
    var code: String
    var meaning: String
    /// What the gateway does; "" for codes of onboarding.
    var deed: String
    var cure: String
    var testDescription: String { "\(code): \(meaning)" }

    /// The rows of `docs/agrirouter.md` whose codes begin so.
    static func documented(_ beginnings: String...) -> [AgrirouterCode] {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../docs/agrirouter.md").standardizedFileURL
        let lines = ((try? String(contentsOf: path, encoding: .utf8)) ?? "").split(separator: "\n")
        return lines.compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count >= 3, beginnings.contains(where: { cells[0].hasPrefix($0) }) else { return nil }
            let cure = cells[cells.count - 1]
            return AgrirouterCode(
                code: cells[0], meaning: cells[1], deed: cells.count > 3 ? cells[2] : "", cure: cure == "–" ? "" : cure)
        }
    }

    static let answers = documented("ERR_", "SYS_", "VAL_")
    static func answers(where isMeant: (String) -> Bool) -> [AgrirouterCode] { answers.filter { isMeant($0.deed) } }

    /// Those that are told, and after which the message goes, or is dropped.
    static let told = answers { deed in
        ["tries again later", "tries once more", "sends again once", "drops the message"].contains {
            deed.hasPrefix($0)
        }
    }
    /// Those that are told with a message that was taken.
    static let warnings = answers { $0 == "continues" }
    /// Those that keep everything back until somebody does something.
    static let halting = answers { $0.contains("keeps the positions") }
    /// Those after which nothing is to be said.
    static let silent = answers { ["nothing: it is done", "counts it as sent"].contains($0) }
    /// Those that have something else done.
    static let others = answers { $0.hasPrefix("sends its capabilities again") || $0.hasPrefix("sends it in smaller") }
}

extension AgrirouterRounds {
    /// Each code of the documentation as the answer to a position: the gateway says and does what stands there.
    @Suite(
        .serialized,
        SharedRound {
            let round = try AgrirouterRound(speed: 200)
            try round.onboard()
            return round
        })
    struct AgrirouterCodeTests {
        private func arm(_ code: String, _ round: AgrirouterRound, _ more: String = "") throws {
            try round.bench.arm(#"{"kind":"ack","mode":"failure","code":"\#(code)","tmt":"gps:info"\#(more)}"#)
        }

        private func struck(_ round: AgrirouterRound) throws -> Bool {
            try round.bench.faults().allSatisfy { ($0["struck"] as? Int ?? 0) > 0 }
        }

        @Test func `every code of the documentation is tried here`() {
            let parts = [
                AgrirouterCode.told, AgrirouterCode.warnings, AgrirouterCode.halting, AgrirouterCode.silent,
                AgrirouterCode.others,
            ]
            #expect(parts.flatMap { $0 }.map(\.code).sorted() == AgrirouterCode.answers.map(\.code).sorted())
            #expect(AgrirouterCode.answers.count >= 45)
        }

        @Test(arguments: AgrirouterCode.told)
        func `a refusal is told with its meaning and cure, and then all goes on`(_ code: AgrirouterCode) throws {
            let round = try SharedRound.round
            let dropped = try round.dropped()
            try round.watch {
                try arm(code.code, round)
                let standing = try round.told(code.code)
                #expect(standing.says(code.meaning, code.cure), "\(standing.words)")
                try round.bench.wait("it to be dropped") {
                    try !code.deed.hasPrefix("drops") || round.dropped() > dropped
                }
                try round.bench.clearFaults()
                try round.rest()
            }
            if code.deed.hasPrefix("tries again later") { #expect(try round.dropped() == dropped) }
        }

        @Test(arguments: AgrirouterCode.warnings)
        func `a message that was taken with a warning is done, and the warning told`(_ code: AgrirouterCode) throws {
            let round = try SharedRound.round
            let dropped = try round.dropped()
            try arm(code.code, round)
            let standing = try round.told(code.code)
            #expect(standing.says(code.meaning, code.cure), "\(standing.words)")
            #expect(standing.state == "online")
            try round.bench.clearFaults()
            try round.rest()
            #expect(try round.dropped() == dropped)
        }

        @Test(arguments: AgrirouterCode.halting)
        func `what only people can mend is told with its cure, positions wait, and onboarding again sends them`(
            _ code: AgrirouterCode
        ) throws {
            let round = try SharedRound.round
            let dropped = try round.dropped()
            try round.watch {
                try arm(code.code, round)
                let standing = try round.told(code.code)
                #expect(standing.says(code.meaning, code.cure), "\(standing.words)")
                #expect(["halted", "reonboard"].contains(standing.state), "\(standing.state)")
                #expect((standing.state == "reonboard") == code.deed.contains("onboarded again"), "\(standing.state)")
                try round.bench.wait("positions to wait") { try round.standing().waiting >= 8 }
                try round.bench.clearFaults()
                #expect(try round.bench.onboarding("PUT").status == 200)
                try round.rest()
            }
            #expect(try round.dropped() == dropped)
        }

        @Test func `codes that mean success are no error`() throws {
            let round = try SharedRound.round
            let (dropped, said) = (try round.dropped(), round.bench.daemon.messages.utf8.count)
            for code in AgrirouterCode.silent { try arm(code.code, round, #","next":1"#) }
            try round.bench.wait("all of them to strike") { try struck(round) }
            try round.rest()
            try round.bench.clearFaults()
            let words = String(round.bench.daemon.messages.utf8.dropFirst(said)) ?? ""
            #expect(try round.dropped() == dropped)
            #expect(!words.contains("warning"), "\(words)")
        }

        @Test func `VAL_000001: capabilities and subscription are stated anew, and the message goes again`() throws {
            let round = try SharedRound.round
            let (dropped, mark) = (try round.dropped(), try round.bench.journalEnd())
            try arm("VAL_000001", round, #","next":1"#)
            try round.bench.wait("both to be stated") {
                let types = try round.bench.messages(since: mark).compactMap {
                    ($0["envelope"] as? [String: Any])?["technical_message_type"] as? String
                }
                return types.contains("dke:capabilities") && types.contains("dke:subscription")
            }
            try round.rest()
            #expect(try round.dropped() == dropped)
        }

        @Test(arguments: ["VAL_999999", "a failure without any message"])
        func `a code that nobody knows is told, tried once more, and then all goes on`(_ code: String) throws {
            let round = try SharedRound.round
            if code.hasPrefix("VAL") {
                try arm(code, round)
            } else {
                try round.bench.arm(#"{"kind":"ack","mode":"no_message","tmt":"gps:info"}"#)
            }
            let standing = try round.told("VAL_999999", "400")
            #expect(
                standing.words.contains(code.hasPrefix("VAL") ? code : "refused without a reason"), "\(standing.words)")
            try round.bench.clearFaults()
            try round.rest()
        }
    }
}
