// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Gateway

struct ClientSharesTests {
    @Test func `with descriptors enough each server has all the clients it may have`() {
        for descriptors in [2272, 4096, 1_048_576] {
            let shares = ClientShares(descriptors: descriptors)
            #expect((shares.gpsd, shares.nmea, shares.http) == (1024, 256, 640), "\(descriptors)")
        }
    }

    @Test(arguments: [1, 8, 64, 256, 512, 1024, 2000, 2271])
    func `with fewer each server has a share, and a reserve is kept`(_ descriptors: Int) {
        let shares = ClientShares(descriptors: descriptors)
        let clients = shares.gpsd + shares.nmea + shares.http
        #expect(min(shares.gpsd, shares.nmea, shares.http) >= 1)
        #expect(clients <= max(3, descriptors - min(ClientShares.reserve, descriptors / 2)))
        #expect(clients < 1920)
    }
}
