// SPDX-License-Identifier: Apache-2.0

import RTCM
import Testing
import Wire

/// The captures against what gpsd makes of them.
@Suite(.enabled(if: Captures.areThere))
struct CaptureTests {
    /// gpsd's names of fields that both have.
    private static let names: [String: [String: String]] = [
        "1004": ["station_id": "DF003", "tow": "DF004"],
        "1005": ["station_id": "DF003", "x": "DF025", "y": "DF026", "z": "DF027"],
        "1006": ["station_id": "DF003", "x": "DF025", "y": "DF026", "z": "DF027", "h": "DF028"],
        "1008": ["station_id": "DF003", "desc": "DF030", "setup_id": "DF031", "serial": "DF033"],
        "1012": ["station_id": "DF003", "tow": "DF034"],
        "1013": ["station_id": "DF003", "mjd": "DF051", "sec": "DF052", "leapsecs": "DF054"],
        "1029": ["station_id": "DF003", "mjd": "DF051", "sec": "DF052", "len": "DF138", "units": "DF139"],
        "1033": [
            "station_id": "DF003", "desc": "DF030", "setup_id": "DF031", "serial": "DF033", "receiver": "DF228",
            "firmware": "DF230",
        ],
        "1077": [
            "station_id": "DF003", "tow": "DF004", "IODS": "DF409", "steering": "DF411", "extclk": "DF412",
            "smoothing": "DF417", "interval": "DF418", "MaskSat": "DF394", "MaskSig": "DF395", "MaskCell": "DF396",
        ],
        "1087": ["station_id": "DF003", "IODS": "DF409", "MaskSig": "DF395", "MaskCell": "DF396"],
        "1230": ["station_id": "DF003", "ind": "DF421"],
    ]

    @Test(arguments: [
        ("rtcm3-ntrip/rtcm3.log", 2), ("rtcm3-ntrip/rtcm3.bndm.log", 100), ("mixed/ublox-f9p-rtcm.log", 15),
    ])
    func `every frame reads as gpsd reads it`(name: String, count: Int) throws {
        let payloads = Captures.payloads(name)
        #expect(payloads.count == count)
        let reports = try Captures.reports(name)
        // gpsd counts one message less: it drops what it has only begun at the end of the file.
        try #require(reports.count >= count - 1, "\(reports.count) reports")
        for (payload, report) in zip(payloads, reports) {
            let type = try #require(report["type"] as? Int)
            #expect(RTCMMessage.number(of: payload.span) == type)
            let fields = fields(payload)
            #expect(fields["DF002"] as? Int == type)
            for (theirs, ours) in Self.names["\(type)"] ?? [:] {
                #expect(isEqual(fields[ours], report[theirs]), "\(theirs) of \(type)")
            }
            compareSatellites(fields, report)
            compareMasks(fields, report)
        }
    }

    private func isEqual(_ ours: Any?, _ theirs: Any?) -> Bool {
        guard let ours = ours as? Double, let theirs = theirs as? Double else {
            return "\(ours ?? "none")" == "\(theirs ?? "nothing")"
        }
        return ours == theirs
    }

    private func compareSatellites(_ fields: [String: Any], _ report: [String: Any]) {
        guard let theirs = report["satellites"] as? [[String: Any]] else { return }
        let ours = fields["satellites"] as? [[String: Any]] ?? []
        #expect(ours.count == theirs.count)
        let isGPS = fields["DF004"] != nil
        // Of L1 and L2: code, range, phase less range, lock time, carrier to noise.
        let first =
            isGPS ? ["DF010", "DF011", "DF012", "DF013", "DF015"] : ["DF039", "DF041", "DF042", "DF043", "DF045"]
        let second =
            isGPS ? ["DF016", "DF017", "DF018", "DF019", "DF020"] : ["DF046", "DF047", "DF048", "DF049", "DF050"]
        for (ours, theirs) in zip(ours, theirs) {
            #expect(ours[isGPS ? "DF009" : "DF038"] as? Int == theirs["ident"] as? Int)
            // gpsd prints the negative channels of GLONASS as unsigned.
            let channel = (theirs["channel"] as? UInt64).map { Int(Int32(truncatingIfNeeded: $0)) }
            if !isGPS { #expect(ours["DF040"] as? Int == channel) }
            compare(ours, first, theirs["L1"] as? [String: Any] ?? [:])
            compare(ours, second, theirs["L2"] as? [String: Any] ?? [:], isSecond: true)
        }
    }

    private func compare(_ ours: [String: Any], _ keys: [String], _ theirs: [String: Any], isSecond: Bool = false) {
        let names = ["ind", "prange", "delta", "lockt", "CNR"]
        for (key, name) in zip(keys, names) {
            guard let value = ours[key] as? Double, let expected = theirs[name] as? Double else {
                // Null is what gpsd shows as the number that stands there.
                let sent = theirs[name] as? Double
                #expect(name == "delta" ? sent == -262.144 : sent == 0 || sent == -163.84, "\(key)")
                continue
            }
            // gpsd takes some indicators of the time of lock as signed.
            if name == "lockt", value >= 64 { continue }
            // gpsd takes the difference of ranges as unsigned.
            let wrapped = isSecond && name == "prange" && value < 0 ? value + 327.68 : value
            #expect((wrapped - expected).magnitude < 0.0001, "\(key): \(value), expected \(expected)")
        }
    }

    private func compareMasks(_ fields: [String: Any], _ report: [String: Any]) {
        guard report["NSat"] != nil else { return }
        #expect((fields["satellites"] as? [Any])?.count == report["NSat"] as? Int)
        // gpsd's NCell is the width of the mask.
        #expect((fields["signals"] as? [Any])?.count == (report["MaskCell"] as? UInt64)?.nonzeroBitCount)
    }

    @Test func `every frame of a station that sends much is known and whole`() {
        let payloads = Captures.payloads("other/rtklib_GMSD7.rtcm3")
        #expect(payloads.count == 1143)
        #expect(payloads.allSatisfy { written($0).isKnown })
    }
}
