// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Creates NMEA sentences from data that a receiver sent in another protocol, for programs that only read NMEA.
///
/// Times are rounded to the 10 ms that the sentences resolve: receivers often state an epoch as some microseconds
/// before the second.
///
/// The format follows gpsd: talker GP for all systems and satellite numbers in the range shared by all systems
/// (Galileo from 301, BeiDou from 401), so that old plotters understand them. Only RMC, GGA, GSA, GSV and ZDA are
/// created.
public enum MadeSentences {
    /// Returns the sentences of an epoch, each with its CR LF.
    ///
    /// - Parameters:
    ///   - fix: The solution; nil if only satellites are known.
    ///   - sky: The satellites; nil if they are unknown.
    ///   - recent: The receiver's last solution if it is still valid and `fix` is nil. It states the dimension in GSA.
    ///     Without any solution there is no GSA, because "no fix" would be a claim that the receiver did not make.
    ///   - omitted: The kinds that the receiver sends itself; with `.position`, RMC and GGA are omitted.
    public static func of(
        _ fix: Fix?, _ sky: SkyView?, recent: Fix? = nil, omitting omitted: Set<SentenceHabit.Kind> = []
    ) -> [[UInt8]] {
        var sentences: [[UInt8]] = []
        let time = fix?.time?.rounded(toNanoseconds: resolution)
        if let fix, !omitted.contains(.position) { sentences += [rmc(fix, time), gga(fix, time, sky)] }
        if let sky, !omitted.contains(.gsa) {
            // The dilutions of satellites that came after their fix are newer than those of the fix.
            if let fix {
                sentences += gsa(sky, fix.kind, (fix.dop, sky.dop))
            } else if let recent {
                sentences += gsa(sky, recent.kind, (sky.dop, recent.dop))
            }
        }
        if let sky, !omitted.contains(.gsv) {
            sentences += GSVSentence.encoded(sky.satellites, talker: .gps, version: version)
        }
        if let time, !omitted.contains(.zda) { sentences.append(zda(time)) }
        return sentences
    }

    /// The resolution of the times, in nanoseconds.
    private static let resolution: Int64 = 10_000_000

    private static let version = NMEAVersion.v23

    private static func decimals(_ fix: Fix) -> Int { fix.quality == .rtkFixed || fix.quality == .rtkFloat ? 7 : 5 }

    private static func position(_ fix: Fix) -> GeodeticPosition? { fix.kind == .none ? nil : fix.position }

    private static func rmc(_ fix: Fix, _ time: UTCTime?) -> [UInt8] {
        var sentence = RMCSentence()
        (sentence.time, sentence.date) = (time?.timeOfDay, time?.date)
        sentence.position = position(fix)
        sentence.isValid = sentence.position != nil
        (sentence.speed, sentence.course) = (fix.speed, fix.course)
        sentence.magneticVariation = fix.magneticVariation
        sentence.mode = sentence.isValid ? ModeIndicator(fix.quality) : .notValid
        return sentence.encoded(talker: .gps, version: version, decimals: decimals(fix))
    }

    private static func gga(_ fix: Fix, _ time: UTCTime?, _ sky: SkyView?) -> [UInt8] {
        var sentence = GGASentence()
        sentence.time = time?.timeOfDay
        sentence.position = position(fix)
        sentence.quality = sentence.position == nil ? 0 : max(1, GGASentence.quality(fix.quality))
        sentence.satellitesUsed = fix.satellitesUsed ?? sky?.usedCount
        sentence.hdop = fix.dop.hdop ?? sky?.dop.hdop
        sentence.geoidSeparation = fix.height.geoidSeparation
        sentence.orthometricHeight = fix.height.orthometric
        sentence.correctionAge = fix.corrections?.age
        sentence.station = fix.corrections?.station
        return sentence.encoded(talker: .gps, version: version, decimals: decimals(fix))
    }

    private static func gsa(
        _ sky: SkyView, _ kind: FixKind, _ dops: (first: DilutionOfPrecision, second: DilutionOfPrecision)
    ) -> [[UInt8]] {
        var dop = dops.first
        dop.pdop = dop.pdop ?? dops.second.pdop
        dop.hdop = dop.hdop ?? dops.second.hdop
        dop.vdop = dop.vdop ?? dops.second.vdop
        return GSASentence.encoded(
            sky.satellites.filter(\.isUsed).map(\.id).sorted(), fixKind: kind, dop: dop, talker: .gps,
            systemID: nil, version: version)
    }

    private static func zda(_ time: UTCTime) -> [UInt8] {
        var sentence = ZDASentence()
        (sentence.time, sentence.date) = (time.timeOfDay, time.date)
        return sentence.encoded(talker: .gps, version: version)
    }
}
