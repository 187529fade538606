// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import OSNMA
import OSNMAFiles
import Testing

@testable import OSNMASimulation
@testable import OSNMAValidation

/// A receiver that delivers the words of E1-B and of E5b-I, of which an attacker may forge one alone.
struct TwoBandTests {
    private static let satellites = [2, 3, 5, 8, 9]
    private static let victim = 3
    /// The word types on E5b-I, by the second in the subframe at which their pages begin.
    private static let schedule = [0: 1, 2: 3, 4: 5, 20: 2, 22: 4]

    private static func moment(_ second: Int) -> GST {
        guard let time = GST(week: 1300, tow: 391_680 + second) else { preconditionFailure("no such instant") }
        return time
    }

    private static func genuine(_ satellite: Int) -> OSNMASimulation.INAVContent {
        var content = OSNMASimulation.INAVContent()
        (content.iodNav, content.t0e, content.t0c) = (7, 70, 70)
        content.m0 = satellite * 59_652_323 - 1_000_000_000
        (content.e, content.sqrtA, content.i0) = (1_500_000, 2_852_457_000, 668_106_024)
        return content
    }

    private struct Source: INAVSource {
        func content(satellite: Int, subframe: GST) -> OSNMASimulation.INAVContent? { genuine(satellite) }
    }

    /// A simulated sky and the validation that receives it.
    private struct Reception {
        var signal: OSNMASignal
        var bench: Bench
        var second = 0

        init() throws {
            let scenario = OSNMAScenario(start: moment(0), duration: 24 * 60, satellites: satellites)
            signal = try OSNMASignal(scenario, source: Source())
            let files = signal.trustFiles(at: moment(0)).map { TrustFile(xml: $0.content) }
            bench = Bench(
                anchors: TrustAnchors(
                    roots: files.flatMap(\.roots), publicKeys: files.flatMap(\.keys).compactMap { $0.provisioned() }))
        }

        /// Receives the pages of some seconds.
        ///
        /// - Parameter data: The data that a satellite sends on E5b-I; nil if it sends nothing there.
        mutating func feed(_ seconds: Int, e5b data: (Int) -> OSNMASimulation.INAVContent?) throws {
            for _ in 0..<seconds {
                let time = moment(second)
                for satellite in satellites {
                    let isE5b = second.isMultiple(of: 2)
                    guard let bytes = isE5b ? e5b(satellite, data) : signal.page(satellite: satellite, at: time)
                    else { continue }
                    let page = NavigationPage(
                        satellite: try galileo(satellite), signal: isE5b ? .galileoE5bI : .galileoE1B, message: .inav,
                        bytes: bytes, bitCount: 240, time: time, timeOrigin: .galileoTime, check: .passed)
                    bench.take(.navigationPage(page), at: arrival(time))
                }
                second += 1
            }
        }

        /// The page that a satellite sends on E5b-I now; nil if it would carry no word of the ephemeris.
        private func e5b(_ satellite: Int, _ data: (Int) -> OSNMASimulation.INAVContent?) -> [UInt8]? {
            guard let type = schedule[second % 30], let content = data(satellite) else { return nil }
            let start = moment(second).secondsSinceEpoch
            let word =
                switch type {
                case 4: content.clockWord(satellite: satellite)
                case 5: content.healthWord(at: OSNMASimulation.PageTime(start))
                default: content.ephemerisWord(type)
                }
            return OSNMASimulation.INAVPage.bytes(word: word, osnma: 0, start: start)
        }

        func standing(_ number: Int) -> SatelliteAuthentication.Standing? {
            bench.last?.satellites.first { Int($0.satellite.number) == number }?.standing
        }
    }

    @Test func `satellites that send the same words on both signals are authenticated`() throws {
        var reception = try Reception()
        try reception.feed(240) { Self.genuine($0) }
        for satellite in Self.satellites { #expect(reception.standing(satellite) == .authenticated) }
        #expect(reception.bench.last?.tagsWrong == 0)
        // Without E5b-I they stay so.
        try reception.feed(90) { _ in nil }
        for satellite in Self.satellites { #expect(reception.standing(satellite) == .authenticated) }
    }

    /// Words 1, 3 and 5 come first on E5b-I and last on E1-B, so the newest word of a subframe is the genuine one.
    @Test("other words on E5b-I alone, under the same issue of data, are not authenticated", arguments: [1, 3, 5])
    func forged(_ type: Int) throws {
        var reception = try Reception()
        try reception.feed(240) { Self.genuine($0) }
        try #require(reception.standing(Self.victim) == .authenticated)
        var forged = Self.genuine(Self.victim)
        switch type {
        case 1: forged.m0 += 1000
        case 3: forged.omegaDot += 1000
        default: forged.bgdE5b += 8
        }
        let data = forged
        // The first false word arrives within five seconds.
        try reception.feed(6) { $0 == Self.victim ? data : Self.genuine($0) }
        for _ in 6..<120 {
            try reception.feed(1) { $0 == Self.victim ? data : Self.genuine($0) }
            #expect(reception.standing(Self.victim) != .authenticated, "\(reception.second) s")
        }
        #expect(reception.standing(2) == .authenticated)
        var silent = reception
        // The genuine words end it.
        try reception.feed(60) { Self.genuine($0) }
        #expect(reception.standing(Self.victim) == .authenticated)
        // Without E5b-I the false word counts for a minute.
        try silent.feed(40) { $0 == Self.victim ? nil : Self.genuine($0) }
        #expect(silent.standing(Self.victim) != .authenticated)
        try silent.feed(40) { $0 == Self.victim ? nil : Self.genuine($0) }
        #expect(silent.standing(Self.victim) == .authenticated)
    }
}
