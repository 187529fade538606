// SPDX-License-Identifier: Apache-2.0

extension ScenarioText {
    /// Returns the faults of the line.
    ///
    /// - Throws: `ScenarioError` if a fault has a key that its kind does not use.
    func lineFaults() throws(ScenarioError) -> [StreamFault] {
        var list: [StreamFault] = []
        for (index, fault) in (faults ?? []).enumerated() {
            if let unused = fault.unusedKey {
                throw ScenarioError(
                    key: "faults[\(index)].\(unused)",
                    problem: "has no effect on '\(fault.kind.rawValue)'; remove it, or change the kind")
            }
            list.append(
                StreamFault(
                    at: fault.at, duration: fault.duration, fault.kind, share: fault.share, bytes: fault.bytes))
        }
        return list
    }
}

extension ScenarioText.Fault {
    /// The first key that the kind of fault does not use; nil if it uses all keys that are given.
    var unusedKey: String? {
        if share != nil, kind.number != .share { return CodingKeys.share.rawValue }
        if bytes != nil, kind.number != .bytes { return CodingKeys.bytes.rawValue }
        return nil
    }
}
