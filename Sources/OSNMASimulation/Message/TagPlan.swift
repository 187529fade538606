// SPDX-License-Identifier: Apache-2.0

/// What the tags of a satellite's message are about.
struct TagPlan: Sendable {
    /// The satellite, and those whose data it may authenticate, the nearest first.
    let sender: Int
    let others: [Int]
    let subframe: Int
    /// A slot of the message is for the sender's timing, so no flexible one needs to be.
    let hasTiming: Bool

    /// The satellite and the kind of a slot. Which other satellite it is goes round from slot to slot and from subframe to
    /// subframe.
    func subject(_ slot: MACTable.Slot, _ index: Int) -> (satellite: Int, adkd: Int) {
        switch slot {
        case .own(let adkd): (sender, adkd)
        case .other(let adkd): (other(index), adkd)
        case .flexible: flexible(index)
        }
    }

    /// Mostly the ephemeris of others, now and then a slow tag or the sender's own timing: all that tables allow.
    private func flexible(_ index: Int) -> (satellite: Int, adkd: Int) {
        switch (subframe / 2 + index + sender) % 8 {
        case 5: (other(index), 12)
        case 7 where !hasTiming: (sender, 4)
        default: (other(index), 0)
        }
    }

    private func other(_ index: Int) -> Int {
        // Of a single satellite there are no others.
        guard !others.isEmpty else { return sender }
        return others[(subframe * 3 + index + sender) % others.count]
    }
}
