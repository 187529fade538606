// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The service of a scenario, subframe by subframe. Subframes are counted from the epoch of Galileo time.
struct ServicePlan: Sendable {
    /// The number of subframes (seven minutes) for which the public key is transmitted at 0, 6, 12 and 18 h.
    static let keyRepetition = 14
    private static let sixHours = 720

    /// The subframes in which OSNMA is transmitted.
    let span: Range<Int>
    private(set) var phases: [ServicePhase] = []
    private(set) var chains: [TESLAChain] = []
    private(set) var trees: [Authority] = []
    /// The DSM ID of each transmitted message.
    private(set) var numbers: [DSM: UInt8] = [:]

    init(_ scenario: OSNMAScenario) throws(OSNMAScenarioError) {
        try scenario.check()
        let first = scenario.start.secondsSinceEpoch / 30
        span = first..<(scenario.start.secondsSinceEpoch + scenario.duration + 29) / 30
        var draft = PlanDraft(scenario, first: first)
        for transition in scenario.transitions { draft.add(transition) }
        phases = draft.phases
        let seed = Seed(scenario.seed)
        for (index, chain) in draft.chains.enumerated() {
            // Slow-MAC tags use the key of eleven subframes later.
            let end = index + 1 < draft.chains.count ? draft.chains[index + 1].hour * 120 : span.upperBound
            chains.append(
                TESLAChain(
                    id: chain.id, settings: chain.settings, hour: chain.hour, end: max(end, chain.hour * 120) + 12,
                    seed: seed.part("chain \(index)")))
        }
        trees = draft.curves.enumerated().map { Authority(curves: $1, seed: seed.part("tree \($0)")) }
        for index in phases.indices {
            let end = index + 1 < phases.count ? phases[index + 1].first : span.upperBound
            phases[index].divide(
                blocks: phases[index].messages.map(blockCount), length: max(1, end - phases[index].first))
        }
        numberMessages()
    }

    /// The phase to which a subframe belongs; for subframes before the span, the first phase.
    func phase(_ subframe: Int) -> ServicePhase { phases.last { $0.first <= subframe } ?? phases[0] }

    /// Replaces a chain.
    mutating func replaceChain(_ index: Int, with chain: TESLAChain) { chains[index] = chain }

    /// The chain in force.
    func chain(_ subframe: Int) -> TESLAChain { chains[phase(subframe).chain] }

    /// The first byte of HKROOT.
    func header(_ phase: ServicePhase) -> UInt8 {
        phase.status.rawValue << 6 | chains[phase.chain].id << 4 | phase.change.rawValue << 1
    }

    /// The message transmitted in a subframe.
    func message(_ subframe: Int) -> DSM {
        let phase = phase(subframe)
        var message = phase.message(subframe)
        if phase.messages.count == 1, subframe % Self.sixHours < Self.keyRepetition, phase.status != .dontUse {
            message = .publicKey(phase.key)
        }
        guard case .rootKey(let chain, _) = message else { return DSM(message: message) }
        // The root key advances every hour once the chain has started.
        return DSM(message: message, header: header(phase), hour: max(chains[chain].hour, subframe / 120))
    }

    /// The key that signs the root key message of a subframe; if there is no such message, the key in force.
    func signer(_ subframe: Int) -> KeyPlace {
        let phase = phase(subframe)
        for case .rootKey(_, let signer) in phase.messages { return signer }
        return phase.key
    }

    private func blockCount(_ message: AnnouncedMessage) -> Int {
        switch message {
        case .publicKey(let place): trees[place.tree].publicKeyMessage(leaf: place.leaf).count / 13
        case .alert(let tree): trees[tree].publicKeyMessage(leaf: Authority.alertLeaf).count / 13
        case .rootKey(let chain, let signer):
            RootKeyMessage.blockCount(
                keyBytes: chains[chain].settings.keyBytes, signer: trees[signer.tree].keys[signer.leaf].curve)
        }
    }

    /// The bytes of a message, in whole blocks of thirteen.
    func bytes(_ dsm: DSM) -> [UInt8] {
        switch dsm.message {
        case .publicKey(let place): trees[place.tree].publicKeyMessage(leaf: place.leaf)
        case .alert(let tree): trees[tree].publicKeyMessage(leaf: Authority.alertLeaf)
        case .rootKey(let chain, let signer):
            RootKeyMessage(chains[chain], hour: dsm.hour, header: dsm.header)
                .bytes(signer: trees[signer.tree].keys[signer.leaf], id: Authority.keyID(leaf: signer.leaf))
        }
    }

    /// Assigns DSM IDs: each new root key message gets the next ID of 0...11, each new public key message the next ID
    /// of 12...15.
    private mutating func numberMessages() {
        var (roots, keys): (UInt8, UInt8) = (0, 0)
        for subframe in span {
            let message = message(subframe)
            guard numbers[message] == nil else { continue }
            if message.isRootKey {
                numbers[message] = roots % 12
                roots = (roots + 1) % 12
            } else {
                numbers[message] = 12 + keys % 4
                keys = (keys + 1) % 4
            }
        }
    }
}

/// A plan under construction.
private struct PlanDraft {
    struct Chain {
        var id: UInt8
        var settings: ChainSettings
        var hour: Int
    }

    var phases: [ServicePhase] = []
    var chains: [Chain]
    /// The curves of each tree's keys, by leaf.
    var curves: [[Int: SigningCurve]]
    private let nominal: NMAStatus
    private var key = KeyPlace(tree: 0, leaf: 0)

    init(_ scenario: OSNMAScenario, first: Int) {
        nominal = scenario.isTest ? .test : .operational
        // The chain has been running for a while when the scenario starts.
        chains = [Chain(id: scenario.chainID, settings: scenario.chain, hour: max(1, first / 120) - 1)]
        curves = [[0: scenario.curve]]
        phases = [phase(first, nominal, .nominal, [.rootKey(chain: 0, signer: key)])]
    }

    private var chain: Int { chains.count - 1 }

    private func phase(
        _ first: Int, _ status: NMAStatus, _ change: ChainAndKeyStatus, chain: Int? = nil,
        _ messages: [AnnouncedMessage]
    ) -> ServicePhase {
        ServicePhase(
            first: first, status: status, change: change, chain: chain ?? self.chain, key: key, messages: messages)
    }

    mutating func add(_ transition: OSNMATransition) {
        let begin = transition.begin.secondsSinceEpoch / 30
        let change = transition.change.secondsSinceEpoch / 30
        let old = chain
        let signer = key
        if transition.kind.changesChain {
            chains.append(
                Chain(
                    id: (chains[old].id + 1) % 4, settings: transition.chain ?? chains[old].settings,
                    hour: change / 120))
        }
        renewKey(transition)
        let root = AnnouncedMessage.rootKey(chain: chain, signer: key)
        let before = AnnouncedMessage.rootKey(chain: old, signer: signer)
        switch transition.kind {
        case .endOfChain:
            phases.append(phase(begin, nominal, .endOfChain, chain: old, [before, root]))
            phases.append(phase(change, nominal, .nominal, [root]))
            return
        case .chainRevoked:
            phases.append(phase(begin, .dontUse, .chainRevoked, chain: old, [root]))
            phases.append(phase(change, nominal, .chainRevoked, [root]))
        case .newPublicKey:
            phases.append(phase(begin, nominal, .newPublicKey, [before, .publicKey(key)]))
            phases.append(phase(change, nominal, .newPublicKey, [root, .publicKey(key)]))
        case .publicKeyRevoked:
            phases.append(phase(begin, .dontUse, .publicKeyRevoked, chain: old, [.publicKey(key), root]))
            phases.append(phase(change, nominal, .publicKeyRevoked, [.publicKey(key), root]))
        case .newMerkleTree:
            phases.append(phase(begin, nominal, .newMerkleTree, [before, .publicKey(key)]))
            phases.append(phase(change, nominal, .newMerkleTree, [root, .publicKey(key)]))
        case .alert:
            phases.append(phase(begin, .dontUse, .alert, [.alert(tree: key.tree), root]))
            return
        }
        phases.append(phase(transition.end.secondsSinceEpoch / 30, nominal, .nominal, [root]))
    }

    private mutating func renewKey(_ transition: OSNMATransition) {
        switch transition.kind {
        case .newPublicKey, .publicKeyRevoked: key.leaf += 1
        case .newMerkleTree:
            key = KeyPlace(tree: key.tree + 1, leaf: 0)
            curves.append([:])
        default: return
        }
        curves[key.tree][key.leaf] = transition.curve ?? .p256
    }
}
