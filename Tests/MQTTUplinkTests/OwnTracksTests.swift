// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Testing

@testable import MQTTUplink

struct OwnTracksTests {
    private var settings = MQTTUplinkSettings(
        server: "mqtt://broker:1883", host: "broker", port: 1883, prefix: "farm/machines", gateway: "tractor-7")
    private let received = Timestamp(milliseconds: 1_800_000_000_999)

    private func fix(_ change: (inout Fix) -> Void = { _ in }) -> Fix {
        var fix = Fix(kind: .threeDimensional, quality: .autonomous)
        fix.position = GeodeticPosition(latitude: Angle(degrees: 48.5), longitude: Angle(degrees: -11.25))
        change(&fix)
        return fix
    }

    private func object(_ fix: Fix) throws -> [String: AnyHashable] {
        let location = try #require(OwnTracksLocation(fix, received: received, settings))
        return try #require(
            try JSONSerialization.jsonObject(with: Data(location.json)) as? [String: AnyHashable])
    }

    @Test func `the topics that the broker would keep for ever are those of other programs`() {
        var settings = settings
        #expect(settings.lastingTopics.isEmpty)
        (settings.publishesOwnTracks, settings.homePrefix) = (true, "home")
        #expect(
            settings.lastingTopics == [
                HomeAssistantDevice.topic(settings, "home"), OwnTracksLocation.topic(settings),
            ])
    }

    @Test func `a position has the units of OwnTracks`() throws {
        let whole = fix { fix in
            fix.time = UTCTime(nanosecondsSince1970: 1_799_999_999_900_000_000)
            fix.horizontalAccuracy = Accuracy(Length(metres: 1.01), origin: .receiver)
            fix.verticalAccuracy = Accuracy(Length(metres: 2), origin: .receiver)
            fix.height.orthometric = Length(metres: -3.6)
            fix.speed = Speed(metresPerSecond: 10)
            fix.course = Angle(degrees: 359.7)
        }
        let location = try #require(OwnTracksLocation(whole, received: received, settings))
        #expect(
            String(decoding: location.json, as: UTF8.self)
                == #"{"_type":"location","acc":2,"alt":-4,"cog":0,"created_at":1800000000,"lat":48.5,"lon":-11.25,"#
                + #""tid":"r7","tst":1799999999,"vac":2,"vel":36}"#)
    }

    @Test func `what the receiver did not state, and what is no number, is omitted`() throws {
        let keys: Set = ["_type", "lat", "lon", "tst", "created_at", "tid"]
        #expect(Set(try object(fix()).keys) == keys)
        #expect(try object(fix())["tst"] as? Int == 1_800_000_000)
        for bad in [Double.nan, .infinity, -.infinity, 1e300, -.greatestFiniteMagnitude] {
            let broken = fix { fix in
                fix.horizontalAccuracy = Accuracy(Length(metres: bad), origin: .receiver)
                fix.verticalAccuracy = fix.horizontalAccuracy
                fix.height.orthometric = Length(metres: bad)
                (fix.speed, fix.course) = (Speed(metresPerSecond: bad), Angle(degrees: bad))
            }
            #expect(Set(try object(broken).keys) == keys)
        }
        #expect(OwnTracksLocation(Fix(kind: .none, quality: .invalid), received: received, settings) == nil)
    }

    @Test func `the height above the sea is computed only from both parts`() throws {
        let part = fix { $0.height = Height(ellipsoidal: Length(metres: 500)) }
        #expect(try object(part)["alt"] == nil)
        let both = fix {
            $0.height = Height(ellipsoidal: Length(metres: 500), geoidSeparation: Length(metres: 46))
        }
        #expect(try object(both)["alt"] as? Int == 454)
    }

    @Test(arguments: [
        (nil, "owntracks/farm-machines/tractor-7"), ("ann", "owntracks/ann/tractor-7"),
        ("a/b+#\u{0}", "owntracks/a-b---/tractor-7"), ("ü", "owntracks/ü/tractor-7"),
    ])
    func `the user is one level of the topic`(user: String?, topic: String) {
        var settings = settings
        settings.user = user
        #expect(OwnTracksLocation.topic(settings) == topic)
    }

    @Test(arguments: [("tractor-7", "r7"), ("7", "w7"), ("-", "gw"), ("süd", "üd"), ("a-b", "ab")])
    func `the tracker has two characters`(name: String, tracker: String) throws {
        let settings = MQTTUplinkSettings(server: "", host: "", port: 1, prefix: "p", gateway: name)
        #expect(try #require(OwnTracksLocation(fix(), received: received, settings)).tracker == tracker)
    }
}
