// SPDX-License-Identifier: Apache-2.0

extension ServicePlan {
    /// The chain whose root key is sent in a subframe before the chain is in force; nil if no such root is sent.
    func comingChain(_ subframe: Int) -> Int? {
        let phase = phase(subframe)
        for case .rootKey(let chain, _) in phase.messages where chain > phase.chain { return chain }
        return nil
    }

    /// The plan of a forger who knows nothing but what is on the air: while the root key of a coming chain is announced,
    /// keys for the subframes before it follow from it by the hash function, and take the place of those in force.
    ///
    /// Keys after the root key are not known to him; in their place are zeros.
    func forgedFromComingRoots() -> ServicePlan {
        var plan = self
        for phase in phases {
            guard let coming = comingChain(phase.first) else { continue }
            let known = chains[coming].hashedDown(to: span.lowerBound)
            plan.replaceChain(phase.chain, with: known)
            // Slow tags of now take keys of after the change, which he does not know either.
            plan.replaceChain(coming, with: known)
        }
        return plan
    }
}
