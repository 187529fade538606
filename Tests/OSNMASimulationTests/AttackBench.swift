// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import OSNMA
import OSNMAFiles
import OSNMASimulation
import Testing

/// A simulated Galileo that is attacked, and what our engine says of it beside what it says of the genuine one.
struct AttackBench {
    static let satellites = [2, 3, 5, 8, 11, 14]
    /// Two rounds of a root key of eight blocks from one satellite.
    static let twoRounds = 16

    let scenario: OSNMAScenario
    /// What is authenticated of the genuine signal.
    let genuine: Judgement

    init(_ scenario: OSNMAScenario) throws {
        self.scenario = scenario
        var signal = try OSNMASignal(scenario, source: PlainSource())
        genuine = signal.judged(by: Judgement(signal.trustFiles(at: scenario.start)))
        #expect(genuine.failures.isEmpty && genuine.sets.count > 5)
    }

    /// A service in which one thing changes: announced after six minutes, in force after twelve.
    static func changing(_ kind: OSNMATransition.Kind, minutes: Int = 30) throws -> AttackBench {
        let start = Moment.noon + 48 * 60
        var scenario = OSNMAScenario(start: start, duration: minutes * 60, satellites: satellites)
        scenario.transitions = [
            OSNMATransition(kind, begin: start + 6 * 60, change: start + 12 * 60, end: start + 18 * 60)
        ]
        return try AttackBench(scenario)
    }

    /// An instant so many minutes after the beginning.
    func minute(_ minute: Int) -> GST { scenario.start + minute * 60 }

    /// The subframes from one minute to another.
    func subframes(_ minutes: Range<Int>) -> Range<Int> {
        minute(minutes.lowerBound).secondsSinceEpoch / 30..<minute(minutes.upperBound).secondsSinceEpoch / 30
    }

    /// What the engine says of the sky under attack. Pages come when they are handed over and bear the time they are dated.
    ///
    /// - Parameters:
    ///   - uncertainty: of the trusted clock in milliseconds; nil: there is none, and none is asked for.
    ///   - first: the minute in which the receiver is switched on.
    func judged(
        _ attacks: [OSNMAAttack], uncertainty: Int64? = nil, from first: Int = 0
    ) throws -> Judgement {
        var sky = try AttackedSignal(scenario, source: PlainSource(), attacks: attacks)
        var judgement = Judgement(
            sky.genuine.trustFiles(at: minute(first)), uncertainty == nil ? .recording(.all) : OSNMAConfiguration())
        for second in stride(from: first * 60 + 1, to: scenario.duration, by: 2) {
            let time = scenario.start + second
            let trusted = uncertainty.map {
                TrustedTime(milliseconds: Int64(time.secondsSinceEpoch + 2) * 1000, uncertainty: $0)
            }
            for satellite in Self.satellites {
                guard let page = sky.page(satellite: satellite, at: time) else { continue }
                let dated = time + (sky.datingError(satellite: satellite, at: time) - sky.delay(at: time))
                judgement.take(satellite, dated, page, time: trusted)
            }
        }
        judgement.finish()
        return judgement
    }

    /// Nothing false is authenticated, and some minutes after the attack all subframes are again.
    ///
    /// - Parameter end: the minute in which the attack ends; nil: it does not.
    func expectHarmless(
        _ verdict: Judgement, until end: Int?, _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(
            verdict.sets.isSubset(of: genuine.sets), "\(verdict.sets.subtracting(genuine.sets))",
            sourceLocation: location)
        guard let end else { return }
        let first = minute(end).secondsSinceEpoch / 30 + Self.twoRounds
        let last = (scenario.start.secondsSinceEpoch + scenario.duration) / 30 - 2
        #expect(first < last, sourceLocation: location)
        let missing = Set(first..<max(first, last)).intersection(genuine.subframes).subtracting(verdict.subframes)
        #expect(missing.isEmpty, "no service in \(missing.map { $0 - first }.sorted())", sourceLocation: location)
    }
}
