// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Simulation

/// The pages of a signal as a receiver receives them during an attack.
public struct AttackedSignal: NavigationPageSource {
    /// The genuine signal of the satellites.
    public internal(set) var genuine: OSNMASignal
    /// The attacks, ordered by their start; if several overlap, the last one applies.
    public let attacks: [OSNMAAttack]
    /// Forged words, with the genuine keys and with the forger's keys.
    private var forged: OSNMASignal
    private var foreign: OSNMASignal?
    /// Forged words with keys derived from the root keys of coming chains.
    private var coming: OSNMASignal?

    /// Creates a signal under attack.
    ///
    /// - Parameters:
    ///   - scenario: The behaviour of the service.
    ///   - source: The satellites' genuine navigation data.
    ///   - attacks: The attacks.
    ///   - forgery: The forged navigation data; nil for clocks that are fast by 3 µs.
    /// - Throws: `OSNMAScenarioError` if the scenario cannot be played.
    public init(
        _ scenario: OSNMAScenario, source: any INAVSource, attacks: [OSNMAAttack], forgery: (any INAVSource)? = nil
    ) throws(OSNMAScenarioError) {
        let forgery = forgery ?? ForgedSource(source)
        genuine = try OSNMASignal(scenario, source: source)
        forged = OSNMASignal(genuine, source: forgery)
        if attacks.contains(where: { $0.kind == .wrongKeys }) {
            var other = scenario
            other.seed = ~scenario.seed
            foreign = try OSNMASignal(other, source: forgery)
        }
        if attacks.contains(where: { $0.kind == .nextRootForgery }) {
            coming = OSNMASignal(genuine, source: forgery, plan: genuine.plan.forgedFromComingRoots())
        }
        self.attacks = attacks
    }

    /// Returns a page as it is received, see `OSNMASignal.page(satellite:at:)`.
    ///
    /// - Parameters:
    ///   - satellite: SVID, 1...36.
    ///   - time: An instant within the page, by a correct clock.
    public mutating func page(satellite: Int, at time: GST) -> [UInt8]? {
        let place = PagePlace(time)
        guard let attack = attack(at: place.seconds, on: satellite) else {
            return genuine.page(satellite, place)
        }
        switch attack.kind {
        case .forgedData: return forgedPage(satellite, place, osnma: genuine.field(satellite, place))
        case .forgedParity: return forgedParityPage(satellite, place)
        case .missingOSNMA: return forgedPage(satellite, place, osnma: 0)
        case .frozenOSNMA:
            let last = attack.begin.secondsSinceEpoch / 30 - 1
            let field = genuine.field(satellite, PagePlace(subframe: last, index: place.index))
            return forgedPage(satellite, place, osnma: field)
        case .wrongKeys: return foreign?.page(satellite, place)
        case .replay(let seconds): return genuine.page(satellite, place.earlier(by: max(0, seconds) / 2 * 2))
        case .meaconing: return genuine.page(satellite, place.earlier(by: attack.kind.delay))
        case .lateForgery: return forged.page(satellite, place.earlier(by: attack.kind.delay))
        case .latePages: return genuine.page(satellite, place.earlier(by: -attack.kind.datingError))
        case .lateForgedPages: return forged.page(satellite, place.earlier(by: -attack.kind.datingError))
        case .futurePages: return genuine.page(satellite, place)
        case .nextRootForgery: return nextRootPage(satellite, place)
        case .oldMessages(let seconds):
            return page(satellite, place, hkroot: oldMessage(satellite, place.subframe, seconds: seconds))
        case .falseFirstBlock: return page(satellite, place, hkroot: falseFirstBlock(satellite, place.subframe))
        case .falseBlocks: return page(satellite, place, hkroot: falseBlock(satellite, place.subframe))
        case .messageFlood: return page(satellite, place, hkroot: floodBlock(satellite, place.subframe))
        }
    }

    /// The number of seconds by which the page delivered at an instant is dated later than that instant.
    public func datingError(satellite: Int, at time: GST) -> Int {
        attack(at: PagePlace(time).seconds, on: satellite)?.kind.datingError ?? 0
    }

    /// The number of seconds by which a page is dated later than the instant; 0 for satellites of other systems.
    public func datingError(of satellite: SimulatedSatellite, at time: GST) -> Int {
        guard satellite.id.constellation == .galileo else { return 0 }
        return datingError(satellite: Int(satellite.id.number), at: time)
    }

    /// The number of seconds by which the whole sky is delayed at an instant. The receiver's own time, which follows
    /// the sky, is late by the same amount.
    public func delay(at time: GST) -> Int {
        attacks.last { $0.kind.delay > 0 && $0.isUnderWay(time.secondsSinceEpoch) }?.kind.delay ?? 0
    }

    /// The page of a simulated satellite; nil for satellites of other systems.
    public mutating func page(of satellite: SimulatedSatellite, at time: GST) -> [UInt8]? {
        guard satellite.id.constellation == .galileo else { return nil }
        return page(satellite: Int(satellite.id.number), at: time)
    }

    private func attack(at seconds: Int, on satellite: Int) -> OSNMAAttack? {
        attacks.last { $0.isUnderWay(seconds) && $0.concerns(satellite) }
    }

    /// A forged page while the root key of a coming chain is announced, otherwise the genuine page.
    private mutating func nextRootPage(_ satellite: Int, _ place: PagePlace) -> [UInt8]? {
        guard genuine.plan.comingChain(place.subframe) != nil, let mack = coming?.field(satellite, place) else {
            return genuine.page(satellite, place)
        }
        // HKROOT is relayed unchanged, because it announces the root key.
        let hkroot = genuine.field(satellite, place) & 0xFF_0000_0000
        return forgedPage(satellite, place, osnma: hkroot | mack & 0xFFFF_FFFF)
    }

    /// A page with the parity of forged data in place of words 1...4 and 17...20, otherwise the genuine page.
    private mutating func forgedParityPage(_ satellite: Int, _ place: PagePlace) -> [UInt8]? {
        guard let word = forged.parityWord(satellite, place) else { return genuine.page(satellite, place) }
        return INAVPage.bytes(word: word, osnma: genuine.field(satellite, place), start: place.seconds)
    }

    private mutating func forgedPage(_ satellite: Int, _ place: PagePlace, osnma: UInt64) -> [UInt8]? {
        forged.word(satellite, place).map { INAVPage.bytes(word: $0, osnma: osnma, start: place.seconds) }
    }
}
