// SPDX-License-Identifier: Apache-2.0

import BackOffice
import Foundation
import GNSSTypes
import Testing

@Suite struct BackOfficeCallTests {
    private static let time = UTCTime(nanosecondsSince1970: 1_768_903_872_250_000_000)
    private static let photo = BackOfficePhoto(
        image: [0xFF, 0xD8, 0xFF, 0xD9], created: "2026-01-20T10:11:12.000Z", digest: "f0cf", latitude: 50.0875,
        longitude: 14.4213, note: "")

    @Test(
        arguments: [
            (
                .signIn(login: "a&b=c+d e", password: "ü%\u{0}\""), "login",
                "login=a%26b%3Dc%2Bd%20e&pswd=%C3%BC%25%00%22"
            ),
            (.tasks(person: "10"), "tasks", "user_id=10"),
            (
                .status(task: "7", .dataProvided, note: "fertig\n✓"), "status",
                "task_id=7&status=data%20provided&note=fertig%0A%E2%9C%93"
            ),
            (.status(task: "7", .open, note: ""), "status", "task_id=7&status=open&note="),
            (.photosWithoutTask(person: "10"), "unassigned", "user_id=10"),
            (.storedPhoto(id: "31"), "get_photo", "photo_id=31"),
            (.recordedPaths(person: "1 0"), "get_paths", "user_id=1%200"),
        ] as [(BackOfficeCall, String, String)])
    func `a form has the fields of the interface, with every other byte encoded`(
        call: BackOfficeCall, name: String, body: String
    ) {
        #expect(call.name == name)
        #expect(String(decoding: call.body, as: UTF8.self) == body)
    }

    @Test func `no description contains the password`() {
        let call = BackOfficeCall.signIn(login: "anna", password: "swordfish")
        var dumped = ""
        dump(call, to: &dumped)
        for text in ["\(call)", String(reflecting: call), "\([call])", dumped] {
            #expect(!text.contains("swordfish") && !text.contains("anna"))
        }
    }

    @Test func `a photo of which little is known is sent without the rest`() throws {
        let form = try SentForm(.photo(Self.photo, task: nil, person: "10"))
        #expect(form.fields.map(\.name) == ["user_id", "photo"])
        #expect(form["user_id"] == "10")
        let expected: SentJSON = [
            "note": "", "created": "2026-01-20T10:11:12.000Z", "digest": "f0cf", "lat": 50.0875, "lng": 14.4213,
            "photo": "/9j/2Q==",
        ]
        #expect(try form.json("photo") == expected)
    }

    @Test func `a photo has all upload keys of what is known`() throws {
        var photo = Self.photo
        photo.note = "Feld & Wiese \"1\" + 50 %\r\n🌾\u{0}"
        (photo.altitude, photo.accuracy, photo.bearing) = (290.5, 1.25, 0.5)
        (photo.heading, photo.magneticHeading) = (181.5, 177.25)
        (photo.pitch, photo.roll, photo.tilt, photo.orientation) = (-3.5, 0.0, 88.0, 6)
        (photo.horizontalView, photo.verticalView) = (65.5, 50.25)
        photo.centroid = (50.0875001, 14.4213001)
        (photo.maker, photo.model, photo.platform, photo.version) = ("u-blox", "ZED-F9P", "Linux", "1.0")
        photo.satellites = [
            .init(name: "E12_E1", band: "E1", strength: 44.5, elevation: 30, azimuth: nil, time: Self.time),
            .init(name: "G05_L1", band: nil, strength: .nan, elevation: 30, azimuth: 40),
        ]
        (photo.satelliteCount, photo.sentences, photo.provider) = (12, "$GNGGA*00\r\n", "ubx")
        (photo.isAuthenticationOn, photo.isAuthenticated, photo.authenticatedSatellites) = (true, false, 0)
        photo.pages = [.init(satellite: 12, time: Self.time, message: [1, 2, 3])]
        let form = try SentForm(.photo(photo, task: "7", person: "10"))
        #expect(form.fields.map(\.name) == ["user_id", "task_id", "photo"] && form["task_id"] == "7")
        let satellite: SentJSON = [
            "prn": "E12_E1", "band": "E1", "snr": 44.5, "elevation": 30.0, "timestamp": 1_768_903_872_250.0,
        ]
        let page: SentJSON = ["svid": 12.0, "timestamp": 1_768_903_872.0, "message": "AQID"]
        let expected: SentJSON = [
            "created": "2026-01-20T10:11:12.000Z", "digest": "f0cf", "photo": "/9j/2Q==",
            "note": "Feld & Wiese \"1\" + 50 %\r\n🌾\u{0}", "lat": 50.0875, "lng": 14.4213, "altitude": 290.5,
            "accuracy": 1.25, "bearing": 0.5, "photo_heading": 181.5, "magnetic_azimuth": 177.25, "pitch": -3.5,
            "roll": 0.0, "photo_angle": 88.0, "orientation": 6.0, "horizontalViewAngle": 65.5,
            "verticalViewAngle": 50.25, "centroidLat": 50.0875001, "centroidLng": 14.4213001,
            "deviceManufacture": "u-blox", "deviceModel": "ZED-F9P", "devicePlatform": "Linux", "deviceVersion": "1.0",
            "satsInfo": [satellite], "extraSatCount": 12.0, "NMEAMessage": "$GNGGA*00\r\n", "provider": "ubx",
            "osnmaEnabled": 1.0, "osnmaValidated": 0.0, "validatedSats": 0.0, "inavMessages": [page],
        ]
        #expect(try form.json("photo") == expected)
    }

    @Test func `numbers that are not finite and empty texts count as unknown`() throws {
        var photo = Self.photo
        (photo.altitude, photo.accuracy, photo.maker, photo.provider) = (Double.nan, Double.infinity, "", "")
        photo.centroid = (-Double.infinity, Double.nan)
        let form = try SentForm(.photo(photo, task: nil, person: "10"))
        let plain = try SentForm(.photo(Self.photo, task: nil, person: "10"))
        #expect(try form.json("photo") == plain.json("photo"))
    }

    @Test func `sentences are sent whole, at most 10,000 characters of them`() throws {
        var photo = Self.photo
        let sentence = "$GNGSA,A,3,12,,,,,,,,,,,,1.1,0.9,0.6,3*3C\r\n"
        photo.sentences = String(repeating: sentence, count: 300)
        let sent = try SentForm(.photo(photo, task: nil, person: "10")).json("photo")
        let count = BackOfficePhoto.longestSentences / sentence.utf8.count
        #expect(sent["NMEAMessage"] == .text(String(repeating: sentence, count: count)))
        photo.sentences = String(repeating: "é", count: 6000)
        #expect(try SentForm(.photo(photo, task: nil, person: "10")).json("photo")["NMEAMessage"] == nil)
    }

    @Test func `a path is sent with its points`() throws {
        var track = BackOfficeTrack(
            name: "Rand & Weg", start: Self.time, end: UTCTime(nanosecondsSince1970: 1_768_903_902_000_000_000),
            area: 7974.5,
            points: [
                .init(latitude: 50.0875, longitude: 14.4213, altitude: 290.5, accuracy: 0.5, created: Self.time),
                .init(latitude: -33.0005, longitude: -179.5, altitude: nil, accuracy: .nan, created: Self.time),
            ])
        (track.maker, track.model, track.platform, track.version) = ("u-blox", "ZED-F9P", "Linux", "1.0")
        let form = try SentForm(.recordedPath(track, person: "10"))
        #expect(
            form.fields.map(\.name) == [
                "user_id", "name", "start", "end", "area", "deviceManufacture", "deviceModel", "devicePlatform",
                "deviceVersion", "points",
            ])
        #expect(
            form.fields.dropLast().map(\.value) == [
                "10", "Rand & Weg", "2026-01-20T10:11:12.250Z", "2026-01-20T10:11:42.000Z", "7974.5", "u-blox",
                "ZED-F9P", "Linux", "1.0",
            ])
        let points: SentJSON = [
            [
                "lat": 50.0875, "lng": 14.4213, "altitude": 290.5, "accuracy": 0.5,
                "created": "2026-01-20T10:11:12.250Z",
            ],
            ["lat": -33.0005, "lng": -179.5, "created": "2026-01-20T10:11:12.250Z"],
        ]
        #expect(try form.json("points") == points)
        let plain = BackOfficeTrack(name: "", start: Self.time, end: Self.time, area: nil, points: [])
        let fields = try SentForm(.recordedPath(plain, person: "10")).fields
        #expect(fields.map(\.name) == ["user_id", "name", "start", "end", "points"])
    }

    @Test func `whatever a text or a number is, the server reads the same`() throws {
        var random = Randomness()
        for _ in 0..<300 {
            let (login, password) = (random.text(), random.text())
            let signIn = try SentForm(.signIn(login: login, password: password))
            #expect(signIn.fields.map { Array($0.value.utf8) } == [Array(login.utf8), Array(password.utf8)])
            var photo = Self.photo
            photo.image = (0..<random.next(below: 20)).map { _ in UInt8(random.next(below: 256)) }
            photo.note = random.text()
            (photo.latitude, photo.altitude) = (random.number(), random.number())
            let json = try SentForm(.photo(photo, task: random.text(), person: "10")).json("photo")
            #expect(json["note"] == .text(photo.note) && json["lat"] == .number(photo.latitude))
            #expect(json["altitude"] == photo.altitude.map(SentJSON.number))
            #expect(json["photo"] == .text(Data(photo.image).base64EncodedString()))
        }
    }
}

/// Random values that are the same in each run.
struct Randomness {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    mutating func next(below limit: Int) -> Int { Int(next() >> 33) % limit }

    /// Up to 11 characters, among them all that have a meaning in a form or in JSON.
    mutating func text() -> String {
        let special = "&=+%;?#\"\\/'<>{}[]:, \n\r\t\u{0}\u{1F}\u{7F}\u{2028}\u{FEFF}"
        let marks = Array("\(special)aZ09-._~äß€🌾e\u{301}".unicodeScalars)
        var text = String.UnicodeScalarView()
        for _ in 0..<next(below: 12) { text.append(marks[next(below: marks.count)]) }
        return String(text)
    }

    /// A number with up to 17 digits.
    mutating func number() -> Double { Double(next(below: 1 << 30) - 1 << 29) / Double(1 + next(below: 1_000_000)) }

    /// The multiplier of MMIX; the high bits are random enough for tests.
    private mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state
    }
}
