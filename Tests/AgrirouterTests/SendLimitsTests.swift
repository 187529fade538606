// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Agrirouter

struct SendLimitsTests {
    @Test("The reserve for envelope and base64 is no less than what is written")
    func reserve() throws {
        for count in [1, 500, 20_000] {
            let list = GPSList([GPSEntry](repeating: Values.fix, count: count)).bytes
            let request = Request(
                id: Answer.id, sequence: .max, time: Values.time(1_795_000_000.9), .content(.gpsInfo, list),
                teamSetContext: Answer.id.description)
            if count > 10_000 {
                #expect(throws: RequestError.self) { try request.measure() }
                continue
            }
            let cost = MeasureRequest.cost(of: try request.measure())
            #expect(cost <= SendLimits.characters(ofContent: list.count))
        }
    }
}
