// SPDX-License-Identifier: Apache-2.0

extension ServicePlan {
    /// The chain whose root key is transmitted in a subframe before the chain is in force; nil if no such root key is
    /// transmitted.
    func comingChain(_ subframe: Int) -> Int? {
        let phase = phase(subframe)
        for case .rootKey(let chain, _) in phase.messages where chain > phase.chain { return chain }
        return nil
    }

    /// The plan of a forger who knows only the transmitted data. While the root key of a coming chain is announced,
    /// hashing it yields keys for the preceding subframes, which replace the keys in force.
    ///
    /// The forger does not know keys that follow the root key; zeros are used instead.
    func forgedFromComingRoots() -> ServicePlan {
        var plan = self
        for phase in phases {
            guard let coming = comingChain(phase.first) else { continue }
            let known = chains[coming].hashedDown(to: span.lowerBound)
            plan.replaceChain(phase.chain, with: known)
            // Slow-MAC tags transmitted now use keys from after the change, which the forger does not know either.
            plan.replaceChain(coming, with: known)
        }
        return plan
    }
}
