// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

@testable import OSNMA

/// The seeds: two satellites over several subframes, unchanged and with one change; messages of each length; a state.
func seeds() -> [[UInt8]] {
    var seeds: [[UInt8]] = []
    // The choices after the pages, read from the end: pages, all improvements, not live.
    let tail = [UInt8](repeating: 0, count: Improvements.names.count + 1) + [2]
    for change in [UInt8(0), 1, 2, 3, 0x50, 0x60, 0x70] {
        var input: [UInt8] = []
        for subframe in 0..<4 {
            for place in UInt8(0)..<15 {
                for satellite in UInt8(0)..<2 {
                    let isNew = subframe > 0 && place == 0 && satellite == 0
                    let isChanged = satellite == 1 && subframe == 2
                    input += [(isChanged ? change : 0) | (isNew ? 0x0C : 0), satellite << 4 | place, 9, 1]
                }
            }
        }
        seeds.append(input + tail)
    }
    for count in UInt8(7)...16 {
        let first = count > 12 ? (count - 6) << 4 | 1 : (count - 6) << 4 | 2
        seeds.append([first, 0x40, 0x49, 34] + [UInt8](repeating: 3, count: Int(count) * 13 - 4) + [0])
    }
    var state = HotStartState()
    if let time = GST(week: 1300, tow: 30) {
        state.chains = [
            HotStartState.Chain(
                header: 0x92, rootKeyMessage: [UInt8](repeating: 0x22, count: 104), keyTime: time,
                key: [UInt8](repeating: 1, count: 16), isInForce: true, revokedFrom: time)
        ]
    }
    state.publicKeyMessages = [[UInt8](repeating: 0x71, count: 169)]
    if let fingerprint = TrustFingerprint([UInt8](repeating: 5, count: 32)), let time = GST(week: 1300, tow: 60) {
        for cause in Withdrawals.Cause.allCases {
            state.withdrawals.insert(
                Withdrawals.Anchor(
                    fingerprint: fingerprint, cause: cause, domain: fingerprint, time: time, message: [1, 2, 3]))
        }
        state.withdrawals.insert(
            Withdrawals.Chain(
                chainID: 2, domain: fingerprint, before: time, time: time, header: 0xD6, message: [4, 5]))
    }
    return seeds + [state.bytes + [1]]
}
