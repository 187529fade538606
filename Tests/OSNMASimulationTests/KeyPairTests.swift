// SPDX-License-Identifier: Apache-2.0

import Crypto
import OSNMASimulation
import Testing

@Suite struct KeyPairTests {
    @Test func `points are as long as the interface document says`() {
        #expect(KeyPair.p256(.init()).compressedPoint.count == 33)
        #expect(KeyPair.p521(.init()).compressedPoint.count == 67)
    }
}
