// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import OSNMA
import OSNMASimulation
import Testing

/// Our engine, which shares no code with the generator, authenticates what that makes.
@Suite struct ServiceTests {
    private func scenario(_ minutes: Int, _ chain: ChainSettings = ChainSettings()) -> OSNMAScenario {
        var scenario = OSNMAScenario(start: Moment.noon + 600, duration: 60 * minutes, satellites: [2, 3, 5, 8, 11])
        scenario.silentSatellites = [14]
        scenario.chain = chain
        return scenario
    }

    /// All is right, nothing is odd.
    private func expectFlawless(_ verdict: Judgement, _ location: SourceLocation = #_sourceLocation) {
        let counters = verdict.engine.counters
        #expect(verdict.failures.isEmpty && verdict.anomalies.isEmpty, sourceLocation: location)
        #expect(counters.rootKeysFailed == 0 && counters.sequencesFailed == 0, sourceLocation: location)
        #expect(counters.publicKeysFailed == 0 && counters.pagesBadCRC == 0, sourceLocation: location)
        #expect(counters.byOldestWords == 0, sourceLocation: location)
    }

    @Test func `ordinary service: every tag of every kind is right`() throws {
        let scenario = scenario(12)
        var signal = try OSNMASignal(scenario, source: PlainSource())
        let verdict = signal.judged(by: Judgement(signal.trustFiles(at: scenario.start)))
        expectFlawless(verdict)
        #expect(verdict.tags[.inavEphemeris] ?? 0 > 300)
        #expect(verdict.tags[.inavTiming] ?? 0 > 50)
        #expect(verdict.tags[.inavSlowMAC] ?? 0 > 80)
        // Also of the satellite that sends none.
        #expect(verdict.sets.contains { $0.hasPrefix("E14") })
    }

    @Test(
        "every look-up table with every function and size it goes with",
        arguments: [
            ChainSettings(hash: .sha256, mac: .hmac, keyBits: 96, tagBits: 40, table: 27),
            ChainSettings(hash: .sha3, mac: .hmac, keyBits: 112, tagBits: 20, table: 28),
            ChainSettings(hash: .sha256, mac: .hmac, keyBits: 192, tagBits: 40, table: 31),
            ChainSettings(hash: .sha3, mac: .cmac, keyBits: 128, tagBits: 40, table: 33),
            ChainSettings(hash: .sha256, mac: .hmac, keyBits: 120, tagBits: 40, table: 34),
            ChainSettings(hash: .sha256, mac: .cmac, keyBits: 128, tagBits: 40, table: 35),
            ChainSettings(hash: .sha3, mac: .hmac, keyBits: 160, tagBits: 40, table: 36),
            ChainSettings(hash: .sha256, mac: .hmac, keyBits: 224, tagBits: 32, table: 37),
            ChainSettings(hash: .sha256, mac: .hmac, keyBits: 192, tagBits: 40, table: 38),
            ChainSettings(hash: .sha3, mac: .hmac, keyBits: 256, tagBits: 40, table: 39),
            ChainSettings(hash: .sha256, mac: .hmac, keyBits: 224, tagBits: 40, table: 40),
            ChainSettings(hash: .sha256, mac: .hmac, keyBits: 256, tagBits: 40, table: 41),
            ChainSettings(hash: .sha256, mac: .hmac, keyBits: 104, tagBits: 20, table: 28),
            ChainSettings(hash: .sha256, mac: .hmac, keyBits: 256, tagBits: 28, table: 36),
            ChainSettings(hash: .sha256, mac: .hmac, keyBits: 256, tagBits: 24, table: 31),
        ])
    func tables(_ chain: ChainSettings) throws {
        let scenario = scenario(8, chain)
        var signal = try OSNMASignal(scenario, source: PlainSource())
        var configuration = OSNMAConfiguration.recording(.all)
        configuration.minimumTagBits = 20
        let verdict = signal.judged(by: Judgement(signal.trustFiles(at: scenario.start), configuration))
        expectFlawless(verdict)
        #expect(verdict.engine.rootKeys.first?.parameters.lookupTableID == UInt8(chain.table))
        for adkd in [ADKD.inavEphemeris, .inavTiming, .inavSlowMAC] {
            #expect(verdict.tags[adkd] ?? 0 > 10, "ADKD \(adkd)")
        }
        // From the second subframe on: before it no data were sent that a tag could be about.
        let first = scenario.start.secondsSinceEpoch / 30
        #expect(verdict.subframes.isSuperset(of: first + 1..<first + 15))
    }

    @Test func `every look-up table is among those that are tried`() {
        #expect(MACTable.numbers == [27, 28, 31, 33, 34, 35, 36, 37, 38, 39, 40, 41])
    }

    @Test("both curves, from the key and from the tree alone", arguments: SigningCurve.allCases)
    func curves(_ curve: SigningCurve) throws {
        var scenario = scenario(15)
        // From noon on the public key is sent for seven minutes.
        scenario.start = Moment.noon
        scenario.curve = curve
        var signal = try OSNMASignal(scenario, source: PlainSource())
        let files = signal.trustFiles(at: scenario.start)
        expectFlawless(signal.judged(by: Judgement(files)))
        let cold = signal.judged(by: Judgement(Array(files.prefix(1).map { $0.withoutKey })))
        expectFlawless(cold)
        #expect(cold.happened { if case .publicKeyVerified = $0 { true } else { false } })
        #expect(cold.tags[.inavEphemeris] ?? 0 > 300)
        #expect(cold.engine.trustedPublicKeys.map(\.id) == [1])
    }

    @Test func `dummy tags are right and authenticate nothing`() throws {
        var scenario = scenario(8)
        scenario.dummyTagsPerThousand = 1000
        var signal = try OSNMASignal(scenario, source: PlainSource())
        var verdict = signal.judged(by: Judgement(signal.trustFiles(at: scenario.start)))
        expectFlawless(verdict)
        #expect(verdict.tags.isEmpty && verdict.dummies > 100)
        scenario.dummyTagsPerThousand = 100
        signal = try OSNMASignal(scenario, source: PlainSource())
        verdict = signal.judged(by: Judgement(signal.trustFiles(at: scenario.start)))
        expectFlawless(verdict)
        #expect(verdict.dummies > 10 && verdict.tags[.inavEphemeris] ?? 0 > 150)
    }

    @Test func `the cut-off says since when data have been as they are`() throws {
        // An issue is sent for twenty subframes: the cut-off grows to fifteen and begins again.
        let scenario = scenario(25)
        var signal = try OSNMASignal(scenario, source: PlainSource())
        var reference = OSNMAConfiguration.recording(.reference)
        reference.minimumTagBits = 40
        let verdict = signal.judged(by: Judgement(signal.trustFiles(at: scenario.start), reference))
        expectFlawless(verdict)
        // Three issues of six satellites, and their timing that stays.
        #expect(verdict.sets.count > 3 * 6)
    }

    @Test func `the same scenario gives the same bytes, another seed others`() throws {
        func pages(_ seed: UInt64) throws -> [[UInt8]?] {
            var scenario = scenario(2)
            scenario.seed = seed
            var signal = try OSNMASignal(scenario, source: PlainSource())
            return (0..<60).map { signal.page(satellite: 3, at: scenario.start + 1 + 2 * $0) }
        }
        let (first, again, other) = (try pages(1), try pages(1), try pages(2))
        #expect(first == again && first != other)
    }

    @Test func `a page does not depend on what was asked for before`() throws {
        let scenario = scenario(30)
        var inOrder = try OSNMASignal(scenario, source: PlainSource())
        let moments = stride(from: 1, to: 1800, by: 14).map { scenario.start + $0 }
        let pages = moments.map { inOrder.page(satellite: 5, at: $0) }
        var backwards = try OSNMASignal(scenario, source: PlainSource())
        let reversed = moments.reversed().map { backwards.page(satellite: 5, at: $0) }
        #expect(pages == reversed.reversed())
    }

    @Test func `over the end of a week all goes on`() throws {
        var scenario = scenario(10)
        scenario.start = Moment.instant(1300, 604_800 - 300)
        var signal = try OSNMASignal(scenario, source: PlainSource())
        let verdict = signal.judged(by: Judgement(signal.trustFiles(at: scenario.start)))
        expectFlawless(verdict)
        #expect(verdict.subframes.contains { $0 >= 1301 * 20_160 })
    }

    @Test func `words that are never received are recovered from those with parity`() throws {
        let scenario = scenario(5)
        var signal = try OSNMASignal(scenario, source: PlainSource())
        var verdict = Judgement(signal.trustFiles(at: scenario.start))
        for second in stride(from: 1, to: 300, by: 2) {
            let time = scenario.start + second
            // Pages 0 and 11 of a satellite carry its words 2 and 3.
            for satellite in scenario.satellites where satellite != 3 || ![1, 23].contains(second % 30) {
                guard let page = signal.page(satellite: satellite, at: time) else { continue }
                verdict.take(satellite, time, page)
            }
        }
        #expect(verdict.failures.isEmpty)
        var whole = signal
        let reference = whole.judged(
            by: Judgement(signal.trustFiles(at: scenario.start)), satellites: scenario.satellites)
        #expect(verdict.sets == reference.sets && verdict.sets.contains { $0.hasPrefix("E03 ephemeris") })
    }

    @Test func `pages after the scenario's end carry words and no OSNMA`() throws {
        let scenario = scenario(2)
        var signal = try OSNMASignal(scenario, source: PlainSource())
        let late = signal.page(satellite: 3, at: scenario.start + 121)
        let silent = signal.page(satellite: 14, at: scenario.start + 1)
        for page in [try #require(late), try #require(silent)] {
            // Bits 138 to 177.
            #expect(page[17] & 0x3F == 0 && page[18...21].allSatisfy { $0 == 0 } && page[22] & 0xC0 == 0)
        }
    }
}

extension TrustAnchorFile {
    /// The file of a tree without the key in it.
    var withoutKey: TrustAnchorFile { TrustAnchorFile(name: name, content: Self.cut(content)) }

    private static func cut(_ text: String) -> String {
        guard let begin = text.range(of: "<PublicKey>"), let end = text.range(of: "</PublicKey>") else { return text }
        return String(text[..<begin.lowerBound] + text[end.upperBound...])
    }
}

extension String {
    /// Where a text stands in this one for the first time.
    fileprivate func range(of text: String) -> Range<Index>? {
        indices.first { self[$0...].hasPrefix(text) }.map { $0..<index($0, offsetBy: text.count) }
    }
}
