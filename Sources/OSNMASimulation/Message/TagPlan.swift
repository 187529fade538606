// SPDX-License-Identifier: Apache-2.0

/// Chooses the data that the tags of a satellite's message cover.
struct TagPlan: Sendable {
    /// The satellite, and the satellites whose data it may authenticate, the nearest first.
    let sender: Int
    let others: [Int]
    let subframe: Int
    /// True if the table has a slot for the sender's timing data, so that flexible slots need not cover it.
    let hasTiming: Bool

    /// The satellite and the ADKD of a slot. The other satellites take turns from slot to slot and from subframe to
    /// subframe.
    func subject(_ slot: MACTable.Slot, _ index: Int) -> (satellite: Int, adkd: Int) {
        switch slot {
        case .own(let adkd): (sender, adkd)
        case .other(let adkd): (other(index), adkd)
        case .flexible: flexible(index)
        }
    }

    /// The content of a flexible slot: usually another satellite's ephemeris, sometimes a slow-MAC tag or the sender's
    /// own timing data, so that every kind of tag that the tables allow occurs.
    private func flexible(_ index: Int) -> (satellite: Int, adkd: Int) {
        switch (subframe / 2 + index + sender) % 8 {
        case 5: (other(index), 12)
        case 7 where !hasTiming: (sender, 4)
        default: (other(index), 0)
        }
    }

    private func other(_ index: Int) -> Int {
        // A single satellite has no other satellites to authenticate.
        guard !others.isEmpty else { return sender }
        return others[(subframe * 3 + index + sender) % others.count]
    }
}
