// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

extension OSNMAScenario {
    /// Throws what keeps the scenario from being played.
    func check() throws(OSNMAScenarioError) {
        func fail(_ text: String) throws(OSNMAScenarioError) -> Never { throw OSNMAScenarioError(description: text) }
        guard (1...Self.longest).contains(duration) else {
            try fail("osnma: it lasts \(duration) s; expected are 1 to \(Self.longest) (a week)")
        }
        guard !satellites.isEmpty else { try fail("osnma: no satellite sends it") }
        for satellite in satellites + silentSatellites where !(1...36).contains(satellite) {
            try fail("osnma: there is no Galileo satellite \(satellite); there are 1 to 36")
        }
        guard Set(satellites + silentSatellites).count == satellites.count + silentSatellites.count else {
            try fail("osnma: a satellite is named twice")
        }
        guard (0...3).contains(chainID) else { try fail("osnma: the chain is \(chainID), not 0 to 3") }
        guard start.week > 0, start.week < 65_000 else { try fail("osnma: it begins in week \(start.week)") }
        guard (0...1000).contains(dummyTagsPerThousand) else {
            try fail("osnma: \(dummyTagsPerThousand) dummy tags of a thousand")
        }
        if let fault = chain.fault { try fail("osnma: \(fault)") }
        try checkTransitions()
    }

    /// The longest scenario, in seconds.
    public static let longest = 604_800

    private func checkTransitions() throws(OSNMAScenarioError) {
        var last = start
        var settings = chain
        var (keys, trees) = (1, 1)
        for transition in transitions {
            func fail(_ text: String) throws(OSNMAScenarioError) -> Never {
                throw OSNMAScenarioError(
                    description: "osnma: \(transition.kind.rawValue) at \(transition.begin): \(text)")
            }
            for time in [transition.begin, transition.change, transition.end] where time.tow % 30 != 0 {
                try fail("\(time) is not the beginning of a subframe of 30 s")
            }
            guard transition.begin > last else {
                try fail("it begins before what came before it ends, or with the scenario")
            }
            guard last < (start.advanced(by: duration) ?? start) else { try fail("the scenario is over then") }
            if transition.kind == .alert {
                guard transition == transitions.last else { try fail("nothing follows an alert") }
                return
            }
            guard transition.change > transition.begin else { try fail("its change is not after its beginning") }
            if transition.kind.changesChain {
                guard transition.change.tow % 3600 == 0 else { try fail("a chain begins with a whole hour") }
                let new = transition.chain ?? settings
                if let fault = new.fault { try fail(fault) }
                guard settings.mac == .hmac || new.keyBits == 128 else {
                    try fail(
                        "the tags before the change need a key of 128 bits for CMAC, the new chain's have \(new.keyBits)"
                    )
                }
                settings = new
            }
            if transition.kind == .newPublicKey || transition.kind == .publicKeyRevoked { keys += 1 }
            if transition.kind == .newMerkleTree { (keys, trees) = (1, trees + 1) }
            guard keys <= Authority.alertLeaf, trees <= 8 else { try fail("there are no more keys in the tree") }
            if transition.kind == .endOfChain {
                last = transition.change
            } else {
                guard transition.end > transition.change else { try fail("its end is not after its change") }
                last = transition.end
            }
        }
    }
}
