// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import TraccarUplink

struct OsmAndPositionTests {
    private let received = HostTime(monotonicNanoseconds: 0, wallNanoseconds: 1_800_000_000_123_456_789)

    private func fix(_ change: (inout Fix) -> Void = { _ in }) -> Fix {
        var fix = Fix(kind: .threeDimensional, quality: .autonomous)
        fix.position = GeodeticPosition(latitude: Angle(degrees: 48.5), longitude: Angle(degrees: -11.123456789))
        change(&fix)
        return fix
    }

    private func query(_ fix: Fix) throws -> String {
        String(
            decoding: try #require(OsmAndPosition(fix, received: received, objection: nil)).query, as: UTF8.self)
    }

    @Test func `a position has Traccar's names and units`() throws {
        let whole = fix { fix in
            fix.time = UTCTime(nanosecondsSince1970: 1_799_999_999_900_000_000)
            fix.horizontalAccuracy = Accuracy(Length(metres: 0.014), origin: .receiver)
            fix.height.orthometric = Length(metres: -3.6)
            fix.speed = Speed(knots: 12.5)
            fix.course = Angle(degrees: 359.7)
            fix.dop.hdop = 0.85
            fix.satellitesUsed = 17
        }
        #expect(
            try query(whole) == "lat=48.500000000&lon=-11.123456789&timestamp=1799999999900&valid=true&altitude=-3.60"
                + "&speed=12.500&bearing=359.70&accuracy=0.014&hdop=0.85&sat=17&authenticated=true")
    }

    @Test func `what the receiver did not state, and what is no number, is omitted`() throws {
        let least = "lat=48.500000000&lon=-11.123456789&timestamp=1800000000123&valid=true&authenticated=true"
        #expect(try query(fix()) == least)
        for bad in [Double.nan, .infinity, -.infinity, 1e300, -.greatestFiniteMagnitude] {
            let broken = fix { fix in
                fix.horizontalAccuracy = Accuracy(Length(metres: bad), origin: .receiver)
                fix.height.orthometric = Length(metres: bad)
                (fix.speed, fix.course) = (Speed(metresPerSecond: bad), Angle(degrees: bad))
                fix.dop.hdop = bad
            }
            #expect(try query(broken) == least)
        }
        #expect(OsmAndPosition(Fix(kind: .none, quality: .invalid), received: received, objection: nil) == nil)
        #expect(try query(fix { $0.quality = .invalid }).contains("valid=false"))
    }

    @Test(arguments: [
        ("tractor-7", "tractor-7"), ("a/b&c=d?#", "a%2Fb%26c%3Dd%3F%23"), ("süd 1", "s%C3%BCd%201"),
        ("%\r\n", "%25%0D%0A"),
    ])
    func `any id is one value of the query`(id: String, encoded: String) {
        let settings = TraccarUplinkSettings(url: "http://h:5055", server: "http://h:5055", device: id)
        #expect(settings.address(Array("lat=1".utf8)) == "http://h:5055/?id=\(encoded)&lat=1")
    }

    @Test func `a path of the address stays`() {
        let settings = TraccarUplinkSettings(url: "https://h/osmand", server: "https://h", device: "x")
        #expect(settings.address(Array("lat=1".utf8)) == "https://h/osmand?id=x&lat=1")
    }
}
