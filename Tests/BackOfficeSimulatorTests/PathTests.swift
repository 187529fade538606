// SPDX-License-Identifier: Apache-2.0

import StrictFormats
import Testing

@testable import BackOfficeSimulator

@Suite struct PathTests {
    private static let point =
        #"{"lat":50.0875431,"lng":14.5,"altitude":301.25,"accuracy":0.5,"created":"2026-05-04T12:30:05.250Z"}"#
    private static let fields = [
        "user_id": "10", "name": "north & south", "start": "2026-05-04T12:30:05.250Z",
        "end": "2026-05-04T12:31:00.999Z", "area": "12.5", "deviceManufacture": "m", "points": "[\(point),\(point)]",
    ]

    @Test(arguments: BackOfficeDialect.allCases)
    func `a path is stored each time that it arrives`(dialect: BackOfficeDialect) throws {
        let office = try TestOffice(dialect)
        for id in [501, 502] {
            let answer = office.post("path", Self.fields).json
            #expect(answer == ["status": "ok", "error_msg": .null, "path_id": office.id(id)])
        }
        #expect(office.violations.isEmpty, "\(office.violations)")
        let listed = try #require(office.post("get_paths", ["user_id": "10"]).json["paths"]?.items)
        #expect(listed.count == 2)
        #expect(listed[0].only("name", "id") == ["name": "north & south", "id": office.id(501)])
        // Cut to the second, in UTC, without a zone.
        #expect(
            listed[0].only("start", "end") == ["start": "2026-05-04 12:30:05", "end": "2026-05-04 12:31:00"])
        #expect(
            listed[0].only("area", "device_manufacture", "device_model")
                == ["area": office.either("12.5", 12.5), "device_manufacture": "m", "device_model": .null])
        let points = try #require(listed[0]["points"]?.items)
        #expect(points.count == 2)
        #expect(
            points[0] == [
                "id": office.id(1), "lat": office.either("50.087543", "50.0875431"),
                "lng": office.either("14.500000", "14.5"), "altitude": "301.25", "accuracy": "0.5",
                "created": "2026-05-04 12:30:05",
            ])
        #expect(office.admin("GET", "state").json["paths"]?.items?.count == 2)
    }

    @Test(arguments: [
        ("start", "", "missing mandatory data"), ("end", "", "missing mandatory data"),
        ("points", "", "missing mandatory data"), ("points", "x", "points json decode error"),
        ("points", "{}", "points json decode error"), ("points", "[]", "no points in the path"),
        ("user_id", "", "missing mandatory data"), ("user_id", "99", "no points in the path"),
    ])
    func `a path that lacks something is refused`(name: String, value: String, reason: String) throws {
        let office = try TestOffice()
        let answer = office.post("path", Self.fields.merging([name: value]) { $1 })
        #expect(answer.json["error_msg"] == .string(reason) && office.office.paths.isEmpty)
    }

    @Test(arguments: [
        ("start", "2026-05-04 12:30:05", "start is not a complete time"),
        ("end", "2026-05-04T12:00:00Z", "it ends before"),
        ("area", "much", "area is not a number"), ("colour", "red", "unknown field colour"),
        ("points", #"[{"lat":95,"lng":1,"created":"2026-05-04T12:30:05Z"}]"#, "lat is not a number"),
        ("points", #"[{"lng":1,"created":"2026-05-04T12:30:05Z"}]"#, "no position"),
        ("points", #"[{"lat":1,"lng":1,"created":"now"}]"#, "created is not"),
        ("points", "[5]", "not an object"),
    ])
    func `a path that makes no sense is stored, and noted`(name: String, value: String, words: String) throws {
        let office = try TestOffice()
        #expect(office.post("path", Self.fields.merging([name: value]) { $1 }).json["status"] == "ok")
        #expect(office.violations.contains { $0.contains(words) }, "\(office.violations)")
    }
}
