// SPDX-License-Identifier: Apache-2.0

import CaptureFormat
import PhotoDocuments

let id = "20261127-231002-7f3a2b9c"

/// A record with all groups, and some satellites.
func record(satellites count: Int = 24, authenticated: Bool = true, replay: Bool = false) throws -> JSONValue {
    let satellites = (0..<count).map(satellite).joined(separator: ",")
    let statement =
        authenticated
        ? "Galileo (OSNMA) authenticated the navigation data of 7 of the satellites in this position"
        : "the position is not authenticated: no Galileo satellite is in view"
    let text = """
        {"capture":{"id":"\(id)","taken":"2026-11-27T23:10:02.250Z","countdown_s":5,"user":"anna",
          "gateway_version":"0.9.0","replay":\(replay)},
        "position":{"kind":"3d","quality":"rtk_fixed","time":"2026-11-27T23:10:02Z","latitude_deg":48.13712345678,
          "longitude_deg":-11.57512345,"ellipsoidal_height_m":565.4321,"orthometric_height_m":519.8765,
          "geoid_separation_m":45.5556,"horizontal_accuracy_m":6.5,"horizontal_accuracy_origin":"receiver",
          "vertical_accuracy_m":9.021,"vertical_accuracy_origin":"error_statistics","speed_m_s":0.01,
          "hdop":0.6,"vdop":0.9,"pdop":1.1,"satellites_used":18,"satellites_in_view":27,"age_s":0.25},
        "velocity":{"north_m_s":0.001,"east_m_s":-0.002,"up_m_s":0},
        "error_statistics":{"range_residual_m":0.4,"semi_major_m":0.012,"semi_minor_m":0.009,"orientation_deg":31},
        "time":{"gnss":"2026-11-27T23:10:02.000Z","origin":"receiver","arrival":"2026-11-27T23:10:02.085Z",
          "leap_seconds":18},
        "receiver":{"id":"rover","driver":"ubx-receiver","device":"usb:1546:01a9","vendor":"u-blox",
          "model":"ZED-F9P","firmware":"HPG 1.51","serial":"D3A1F29C04"},
        "satellites":[\(satellites)],
        "authentication":{"authenticated":\(authenticated),"statement":"\(statement)"
          \(authenticated ? "" : ",\"cause\":\"too_few_satellites\""),
          "verdict":{"receiver":"rover","state":"authenticated","reason":"authenticated",
          "text":"navigation data are authenticated","fresh":true,"clock":{"source":"ntp","tags":"all",
          "uncertainty_s":0.02},"satellites":[{"id":"E02","standing":"authenticated","sends_osnma":true,
          "ephemeris":{"authenticated":true,"adkd":[0],"bits":120,"tags":3}},{"id":"E05","standing":"stale",
          "sends_osnma":false}],"tags_right":512,"tags_wrong":0}},
        "centroid":{"session":3,"wanted":60,"count":60,"age_s":1.5,"estimate":{"position":
          {"latitude_deg":48.13722345,"longitude_deg":-11.57490345},"used":58,"standard_error_m":0.004,
          "osnma":"all"}},
        "conditions":{"fixes":7,"age_s":0.25,"spread_m":0.011,"interval_s":1,"accuracy_m":6.5},
        "camera":{"heading_deg":71.5,"heading_reference":"true","heading_source":"client","tilt_deg":88.5,
          "horizontal_view_deg":64,"maker":"Google","model":"Pixel 9"},
        "image":{"width":4000,"height":3000,"received_bytes":3812345,
          "received_sha256":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"},
        "note":"Winterweizen, Schlag 12: Übergang zur Blühfläche – Maßstab im Bild"}
        """
    return try JSONValue(parsing: Array(text.utf8))
}

private func satellite(_ index: Int) -> String {
    let isGalileo = index % 3 == 0
    let number = index / 3 + 1
    let id = (["E", "G", "C"][index % 3]) + (number < 10 ? "0" : "") + "\(number)"
    let standing = index % 9 == 6 ? "stale" : "authenticated"
    let osnma = isGalileo ? ",\"osnma\":{\"id\":\"\(id)\",\"standing\":\"\(standing)\",\"sends_osnma\":true}" : ""
    return """
        {"id":"\(id)","system":"\(["galileo", "gps", "beidou"][index % 3])","svid":\(number),
        "elevation_deg":\(5 + index * 37 % 80),"azimuth_deg":\(index * 71 % 360),"cn0_dbhz":\(30 + index % 20).5,
        "used":\(index % 4 != 3),"signals":[{"name":"E1 C","rinex":"1C","cn0_dbhz":\(30 + index % 20).5,"used":true},
        {"name":"E5b Q","rinex":"7Q","cn0_dbhz":41,"used":true}]\(osnma)}
        """
}

/// A record with other members in some groups.
func changed(_ record: JSONValue, _ group: String, _ changes: [String: JSONValue]) -> JSONValue {
    guard case .object(var groups) = record else { return record }
    var members: [String: JSONValue] = [:]
    if case .object(let known)? = groups[group] { members = known }
    groups[group] = .object(members.merging(changes) { $1 })
    return .object(groups)
}

func changed(_ record: JSONValue, note: String) -> JSONValue {
    guard case .object(var groups) = record else { return record }
    groups["note"] = .string(note)
    return .object(groups)
}

let sealing = PhotoPDF.Sealing(
    id: id, revision: 2, sequence: 57,
    manifestHash: "1b4f0e9851971998e732078544c96b36c3d01cedf7caa332359d6f1d83567014",
    publicKey: "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
    sealed: "2026-11-27T23:16:48.100Z")

/// The PDF of a record.
func pdf(
    _ record: JSONValue, photo: [UInt8] = [], sending: PhotoPDF.Sending = .unsent,
    language: PhotoPDF.Language = .english, tile: @escaping @Sendable (Int, Int, Int) -> [UInt8]? = { _, _, _ in nil }
) throws -> [UInt8] {
    try PhotoPDF.file(
        PhotoPDF.Content(
            photo: photo, record: record, sealing: sealing, verification: "checked: valid", sending: sending,
            language: language, tile: tile))
}
