// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import OSNMASimulation

/// DSM-KROOT byte by byte, as Galileo sends it.
@Suite struct RootKeyMessageTests {
    @Test(arguments: [UInt8(0), 1, 2, 3])
    func `the fields stand where Galileo has them, and the reserved bits are those that it sends`(_ id: UInt8) throws {
        var scenario = OSNMAScenario(start: Moment.noon, duration: 600, satellites: [2])
        scenario.chainID = id
        let plan = try ServicePlan(scenario)
        let subframe = Moment.noon.secondsSinceEpoch / 30 + ServicePlan.keyRepetition
        let dsm = plan.message(subframe)
        let bytes = plan.bytes(dsm)
        // NB 8 blocks of a key of 128 bits and P-256, PKID 1.
        #expect(bytes.count == 8 * 13 && bytes[0] == 0x21)
        // CIDKR, reserved 01, SHA-256, HMAC-SHA-256.
        #expect(bytes[1] == id << 6 | 0b01 << 4)
        // Keys of 128 bits, tags of 40, table 34, reserved 0 and the week.
        #expect(bytes[2] == 0x49 && bytes[3] == 34)
        #expect(bytes[4] == UInt8(Moment.noon.week >> 8) && bytes[5] == UInt8(Moment.noon.week & 0xFF))
        #expect(bytes[6] == UInt8(Moment.noon.tow / 3600))
    }
}
