// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
public import Simulation

/// The pages of a signal as a receiver gets them during an attack.
public struct AttackedSignal: NavigationPageSource {
    /// What the satellites send.
    public internal(set) var genuine: OSNMASignal
    /// In order of their beginning; where several are under way at once, the last of them counts.
    public let attacks: [OSNMAAttack]
    /// Forged words, once with the genuine keys and once with those of the forger.
    private var forged: OSNMASignal
    private var foreign: OSNMASignal?
    /// Forged words under keys that follow from the root keys of coming chains.
    private var coming: OSNMASignal?

    /// A signal under attack.
    ///
    /// - Parameters:
    ///   - scenario: what the service does.
    ///   - source: what the satellites say of themselves.
    ///   - attacks: who sends what in their place.
    ///   - forgery: what forged words say; nil: clocks that are fast by 3 µs.
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

    /// A page as it is received, see `OSNMASignal.page(satellite:at:)`.
    ///
    /// - Parameters:
    ///   - satellite: SVID, 1...36.
    ///   - time: an instant within the page, by a clock that is right.
    public mutating func page(satellite: Int, at time: GST) -> [UInt8]? {
        let place = PagePlace(time)
        guard let attack = attack(at: place.seconds, on: satellite) else {
            return genuine.page(satellite, place)
        }
        switch attack.kind {
        case .forgedData: return forgedPage(satellite, place, osnma: genuine.field(satellite, place))
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

    /// By how many seconds the page that a satellite's channel hands over at an instant is dated later than that.
    public func datingError(satellite: Int, at time: GST) -> Int {
        attack(at: PagePlace(time).seconds, on: satellite)?.kind.datingError ?? 0
    }

    /// By how many seconds a page is dated later than the instant; 0 for satellites of other systems.
    public func datingError(of satellite: SimulatedSatellite, at time: GST) -> Int {
        guard satellite.id.constellation == .galileo else { return 0 }
        return datingError(satellite: Int(satellite.id.number), at: time)
    }

    /// By how many seconds all the sky is late at an instant: so much a receiver's own time is, which follows the sky.
    public func delay(at time: GST) -> Int {
        attacks.last { $0.kind.delay > 0 && $0.isUnderWay(time.secondsSinceEpoch) }?.kind.delay ?? 0
    }

    /// The page of a satellite of the simulation; nil for one of another system.
    public mutating func page(of satellite: SimulatedSatellite, at time: GST) -> [UInt8]? {
        guard satellite.id.constellation == .galileo else { return nil }
        return page(satellite: Int(satellite.id.number), at: time)
    }

    private func attack(at seconds: Int, on satellite: Int) -> OSNMAAttack? {
        attacks.last { $0.isUnderWay(seconds) && $0.concerns(satellite) }
    }

    /// A forged page while a root key of a coming chain is announced, otherwise the genuine one.
    private mutating func nextRootPage(_ satellite: Int, _ place: PagePlace) -> [UInt8]? {
        guard genuine.plan.comingChain(place.subframe) != nil, let mack = coming?.field(satellite, place) else {
            return genuine.page(satellite, place)
        }
        // HKROOT is relayed: it announces the root key.
        let hkroot = genuine.field(satellite, place) & 0xFF_0000_0000
        return forgedPage(satellite, place, osnma: hkroot | mack & 0xFFFF_FFFF)
    }

    private mutating func forgedPage(_ satellite: Int, _ place: PagePlace, osnma: UInt64) -> [UInt8]? {
        forged.word(satellite, place).map { INAVPage.bytes(word: $0, osnma: osnma, start: place.seconds) }
    }
}
