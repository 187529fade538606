// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import UBX

/// The tables show every field of a message, and the views read those that positions are made of. Both state offsets and
/// scales; here random payloads are read by both.
@Suite("Views and tables agree")
struct ViewTableTests {
    /// What a view makes of a payload, by the manufacturer's names; nil where it refuses the payload.
    private typealias Reading = @Sendable (Span<UInt8>) -> [String: Double]?

    @Test func `every field that a view reads is that of the table`() throws {
        for (id, length, reading) in Self.readings {
            var random = SplitMix(seed: UInt64(id.messageClass) << 8 | UInt64(id.id))
            let layout = try #require(UBXDictionary.all.first { $0.id == id && $0.length <= length })
            for _ in 0..<200 {
                var payload = TableTests.payload(for: layout, &random)
                while payload.count < length { payload.append(UInt8(truncatingIfNeeded: random.next())) }
                let fields = UBXMessage.fields(id, payload.span)
                let read = reading(payload.span)
                let values = try #require(read, "\(layout.name)")
                for (name, value) in values {
                    let expected = try #require(Self.number(fields[name]), "\(layout.name).\(name)")
                    #expect(abs(value - expected) <= 1e-9 * max(1, abs(expected)), "\(layout.name).\(name)")
                }
            }
        }
    }

    @Test func `a field that is read elsewhere is noticed`() throws {
        let payload = (0..<92).map { UInt8($0 + 1) }
        let fields = UBXMessage.fields(.navPVT, payload.span)
        let read = NavigationPVT(payload.span)
        let view = try #require(read)
        #expect(Self.number(fields["lat"]) != view.longitude.degrees)
    }

    private static func number(_ value: FieldValue?) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .unsigned(let number): Double(number)
        case .real(let number): number
        default: nil
        }
    }

    private static func bit(_ value: Bool) -> Double { value ? 1 : 0 }

    private static let readings: [(MessageID, Int, Reading)] = [
        (.navPVT, 92, solution), (.navPOSLLH, 28, position), (.navHPPOSLLH, 36, finePosition),
        (.navVELNED, 36, velocity), (.navDOP, 18, dilutions), (.navSTATUS, 16, status), (.navSOL, 52, oldSolution),
        (.navTIMEGPS, 16, gpsTime), (.navTIMEGAL, 20, galileoTime), (.navTIMEUTC, 20, utc),
        (.navTIMELS, 24, leapSeconds), (.navCLOCK, 20, clock), (.navRELPOSNED, 64, relativePosition),
    ]

    private static func solution(_ payload: Span<UInt8>) -> [String: Double]? {
        NavigationPVT(payload).map { view in
            var values = [
                "iTOW": Double(view.iTOW), "year": Double(view.year), "month": Double(view.month),
                "day": Double(view.day), "hour": Double(view.hour), "min": Double(view.minute),
                "second": Double(view.second), "validDate": bit(view.validDate), "validTime": bit(view.validTime),
                "fullyResolved": bit(view.fullyResolved), "validMag": bit(view.validMag),
                "tAcc": Double(view.timeAccuracy), "nano": Double(view.nano), "fixType": Double(view.fixType.rawValue),
                "gnssFixOk": bit(view.gnssFixOK), "diffSoln": bit(view.isDifferential),
                "carrSoln": Double(view.carrierSolution.rawValue), "numSV": Double(view.satellitesUsed),
                "lon": view.longitude.degrees, "lat": view.latitude.degrees,
                "height": view.ellipsoidalHeight.metres * 1e3, "hMSL": view.orthometricHeight.metres * 1e3,
                "hAcc": view.horizontalAccuracy.metres * 1e3, "vAcc": view.verticalAccuracy.metres * 1e3,
                "velN": view.north.metresPerSecond * 1e3, "velE": view.east.metresPerSecond * 1e3,
                "velD": view.down.metresPerSecond * 1e3, "gSpeed": view.groundSpeed.metresPerSecond * 1e3,
                "headMot": view.course.degrees, "sAcc": view.speedAccuracy.metresPerSecond * 1e3,
                "headAcc": view.courseAccuracy.degrees, "pDOP": view.pdop, "invalidLlh": bit(view.isPositionInvalid),
                "lastCorrectionAge": Double(view.correctionAgeClass), "authTime": bit(view.isTimeAuthenticated),
                "nmaFixStatus": bit(view.isFixAuthenticated),
            ]
            // Only shown by the view while they are valid.
            values["headVeh"] = view.vehicleHeading?.degrees
            values["magDec"] = view.magneticDeclination?.degrees
            return values
        }
    }

    private static func position(_ payload: Span<UInt8>) -> [String: Double]? {
        NavigationPOSLLH(payload).map { view in
            [
                "iTOW": Double(view.iTOW), "lon": view.longitude.degrees, "lat": view.latitude.degrees,
                "height": view.ellipsoidalHeight.metres * 1e3, "hMSL": view.orthometricHeight.metres * 1e3,
                "hAcc": view.horizontalAccuracy.metres * 1e3, "vAcc": view.verticalAccuracy.metres * 1e3,
            ]
        }
    }

    private static func finePosition(_ payload: Span<UInt8>) -> [String: Double]? {
        NavigationHPPOSLLH(payload).map { view in
            [
                "iTOW": Double(view.iTOW), "invalidLlh": bit(view.isInvalid), "lon": view.longitude.degrees,
                "lat": view.latitude.degrees, "height": view.ellipsoidalHeight.metres * 1e3,
                "hMSL": view.orthometricHeight.metres * 1e3, "hAcc": view.horizontalAccuracy.metres * 1e3,
                "vAcc": view.verticalAccuracy.metres * 1e3,
            ]
        }
    }

    private static func velocity(_ payload: Span<UInt8>) -> [String: Double]? {
        NavigationVELNED(payload).map { view in
            [
                "iTOW": Double(view.iTOW), "velN": view.north.metresPerSecond * 100,
                "velE": view.east.metresPerSecond * 100, "velD": view.down.metresPerSecond * 100,
                "speed": view.speed.metresPerSecond * 100, "gSpeed": view.groundSpeed.metresPerSecond * 100,
                "heading": view.course.degrees, "sAcc": view.speedAccuracy.metresPerSecond * 100,
                "cAcc": view.courseAccuracy.degrees,
            ]
        }
    }

    private static func dilutions(_ payload: Span<UInt8>) -> [String: Double]? {
        NavigationDOP(payload).map { view in
            [
                "iTOW": Double(view.iTOW), "gDOP": view.gdop, "pDOP": view.pdop, "tDOP": view.tdop, "vDOP": view.vdop,
                "hDOP": view.hdop, "nDOP": view.ndop, "eDOP": view.edop,
            ]
        }
    }

    private static func status(_ payload: Span<UInt8>) -> [String: Double]? {
        NavigationStatus(payload).map { view in
            [
                "iTOW": Double(view.iTOW), "gpsFix": Double(view.fixType.rawValue), "gpsFixOk": bit(view.gpsFixOK),
                "diffSoln": bit(view.isDifferential), "wknSet": bit(view.isWeekSet),
                "towSet": bit(view.isTimeOfWeekSet), "spoofDetState": Double(view.spoofing),
                "carrSoln": Double(view.carrierSolution.rawValue), "ttff": Double(view.timeToFirstFix),
                "msss": Double(view.uptime),
            ]
        }
    }

    private static func oldSolution(_ payload: Span<UInt8>) -> [String: Double]? {
        NavigationSOL(payload).map { view in
            [
                "iTOW": Double(view.iTOW), "fTOW": Double(view.fTOW), "week": Double(view.week),
                "gpsFix": Double(view.fixType.rawValue), "gpsfixOK": bit(view.gpsFixOK),
                "diffSoln": bit(view.isDifferential), "wknSet": bit(view.isWeekSet),
                "towSet": bit(view.isTimeOfWeekSet), "ecefX": view.x.metres * 100, "ecefY": view.y.metres * 100,
                "ecefZ": view.z.metres * 100, "pAcc": view.positionAccuracy.metres * 100,
                "ecefVX": view.vx.metresPerSecond * 100, "ecefVY": view.vy.metresPerSecond * 100,
                "ecefVZ": view.vz.metresPerSecond * 100, "sAcc": view.speedAccuracy.metresPerSecond * 100,
                "pDOP": view.pdop, "numSV": Double(view.satellitesUsed),
            ]
        }
    }

    private static func gpsTime(_ payload: Span<UInt8>) -> [String: Double]? {
        NavigationTimeGPS(payload).map { view in
            [
                "iTOW": Double(view.iTOW), "fTOW": Double(view.fTOW), "week": Double(view.week),
                "leapS": Double(view.leapSeconds), "towValid": bit(view.isTimeOfWeekValid),
                "weekValid": bit(view.isWeekValid), "leapSValid": bit(view.areLeapSecondsValid),
                "tAcc": Double(view.accuracy),
            ]
        }
    }

    private static func galileoTime(_ payload: Span<UInt8>) -> [String: Double]? {
        NavigationTimeGalileo(payload).map { view in
            [
                "iTOW": Double(view.iTOW), "galTow": Double(view.timeOfWeek), "fGalTow": Double(view.nanoseconds),
                "galWno": Double(view.week), "leapS": Double(view.leapSeconds),
                "galTowValid": bit(view.isTimeOfWeekValid), "galWnoValid": bit(view.isWeekValid),
                "leapSValid": bit(view.areLeapSecondsValid), "tAcc": Double(view.accuracy),
            ]
        }
    }

    private static func utc(_ payload: Span<UInt8>) -> [String: Double]? {
        NavigationTimeUTC(payload).map { view in
            [
                "iTOW": Double(view.iTOW), "tAcc": Double(view.accuracy), "nano": Double(view.nano),
                "year": Double(view.year), "month": Double(view.month), "day": Double(view.day),
                "hour": Double(view.hour), "min": Double(view.minute), "sec": Double(view.second),
                "validTOW": bit(view.isTimeOfWeekValid), "validWKN": bit(view.isWeekValid),
                "validUTC": bit(view.isUTCValid), "authStatus": bit(view.isAuthenticated),
                "utcStandard": Double(view.standard),
            ]
        }
    }

    private static func leapSeconds(_ payload: Span<UInt8>) -> [String: Double]? {
        NavigationLeapSeconds(payload).map { view in
            [
                "iTOW": Double(view.iTOW), "srcOfCurrLs": Double(view.source), "currLs": Double(view.current),
                "lsChange": Double(view.change), "timeToLsEvent": Double(view.timeToEvent),
                "dateOfLsGpsWn": Double(view.eventWeek), "dateOfLsGpsDn": Double(view.eventDay),
                "validCurrLs": bit(view.isCurrentValid), "validTimeToLsEvent": bit(view.isTimeToEventValid),
            ]
        }
    }

    private static func clock(_ payload: Span<UInt8>) -> [String: Double]? {
        NavigationClock(payload).map { view in
            [
                "iTOW": Double(view.iTOW), "clkB": Double(view.bias), "clkD": Double(view.drift),
                "tAcc": Double(view.timeAccuracy), "fAcc": Double(view.frequencyAccuracy),
            ]
        }
    }

    private static func relativePosition(_ payload: Span<UInt8>) -> [String: Double]? {
        NavigationRELPOSNED(payload).map { view in
            [
                "iTOW": Double(view.iTOW), "refStationID": Double(view.station), "relPosN": view.north.metres * 100,
                "relPosE": view.east.metres * 100, "relPosD": view.down.metres * 100,
                "relPosLength": view.length.metres * 100, "relPosHeading": view.heading.degrees,
                "accN": view.northAccuracy.metres * 1e3, "accE": view.eastAccuracy.metres * 1e3,
                "accD": view.downAccuracy.metres * 1e3, "accLength": view.lengthAccuracy.metres * 1e3,
                "accHeading": view.headingAccuracy.degrees, "gnssFixOK": bit(view.gnssFixOK),
                "diffSoln": bit(view.isDifferential), "relPosValid": bit(view.isValid),
                "carrSoln": Double(view.carrierSolution.rawValue), "isMoving": bit(view.isMoving),
                "relPosHeadingValid": bit(view.isHeadingValid), "relPosNormalized": bit(view.isNormalized),
            ]
        }
    }
}
