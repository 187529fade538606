// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

extension OSNMAScenario {
    /// Checks that the scenario can be played.
    ///
    /// - Throws: `OSNMAScenarioError` with the first defect.
    func check() throws(OSNMAScenarioError) {
        func fail(_ text: String) throws(OSNMAScenarioError) -> Never {
            throw OSNMAScenarioError(key: "osnma", problem: text)
        }
        guard (1...Self.longest).contains(duration) else {
            try fail("the duration is \(duration) s; allowed: 1 to \(Self.longest) (a week)")
        }
        guard !satellites.isEmpty else { try fail("no satellite transmits OSNMA") }
        for satellite in satellites + silentSatellites where !(1...36).contains(satellite) {
            try fail("\(satellite) is not a Galileo satellite; allowed: 1 to 36")
        }
        guard Set(satellites + silentSatellites).count == satellites.count + silentSatellites.count else {
            try fail("a satellite is listed twice")
        }
        guard (0...3).contains(chainID) else { try fail("the chain is \(chainID); allowed: 0 to 3") }
        guard start.week > 0, start.week < 65_000 else {
            try fail("the scenario begins in week \(start.week); allowed: 1 to 64999")
        }
        guard (0...1000).contains(dummyTagsPerThousand) else {
            try fail("dummy tags per thousand is \(dummyTagsPerThousand); allowed: 0 to 1000")
        }
        if let fault = chain.fault { try fail(fault) }
        try checkTransitions()
    }

    /// The longest scenario, in seconds.
    public static let longest = 604_800

    private func checkTransitions() throws(OSNMAScenarioError) {
        var last = start
        var settings = chain
        var (keys, trees) = (1, 1)
        for (index, transition) in transitions.enumerated() {
            func fail(_ text: String) throws(OSNMAScenarioError) -> Never {
                throw OSNMAScenarioError(
                    key: "osnma.changes[\(index)]",
                    problem: "\(transition.kind.rawValue) at \(transition.begin): \(text)")
            }
            for time in [transition.begin, transition.change, transition.end] where time.tow % 30 != 0 {
                try fail("\(time) is not the start of a 30 s subframe")
            }
            guard transition.begin > last else {
                try fail("it begins at the start of the scenario or before the previous change ends")
            }
            guard last < (start.advanced(by: duration) ?? start) else {
                try fail("the scenario ends before this change")
            }
            if transition.kind == .alert {
                guard transition == transitions.last else { try fail("no change can follow an alert") }
                return
            }
            guard transition.change > transition.begin else { try fail("its switchover must come after its beginning") }
            if transition.kind.changesChain {
                guard transition.change.tow % 3600 == 0 else { try fail("a chain must begin at a full hour") }
                let new = transition.chain ?? settings
                if let fault = new.fault { try fail(fault) }
                guard settings.mac == .hmac || new.keyBits == 128 else {
                    try fail(
                        "the previous chain uses CMAC, so the new chain needs keys of 128 bits, not of "
                            + "\(new.keyBits)"
                    )
                }
                settings = new
            }
            if transition.kind == .newPublicKey || transition.kind == .publicKeyRevoked { keys += 1 }
            if transition.kind == .newMerkleTree { (keys, trees) = (1, trees + 1) }
            guard keys <= Authority.alertLeaf, trees <= 8 else {
                try fail("allowed: \(Authority.alertLeaf) public keys in each Merkle tree, and 8 trees")
            }
            if transition.kind == .endOfChain {
                last = transition.change
            } else {
                guard transition.end > transition.change else { try fail("its end must come after its switchover") }
                last = transition.end
            }
        }
    }
}
