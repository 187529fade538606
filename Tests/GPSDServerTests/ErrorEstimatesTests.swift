// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import GPSDServer

@Suite("Error estimates")
struct ErrorEstimatesTests {
    private let geometry = Dilutions(
        sky: DilutionOfPrecision(pdop: 2, hdop: 1, vdop: 1.7), fix: nil, geometry: nil)

    private func metres(_ value: Double) -> Length { Length(metres: value) }

    @Test("follow gpsd's model where the receiver states none")
    func model() {
        let plain = ErrorEstimates(SampleEpoch.fix(), geometry)
        #expect((plain.eph, plain.epv, plain.sep) == (19, 1.7 * 23, 38))
        #expect(plain.epx == nil)
        let corrected = ErrorEstimates(SampleEpoch.fix(quality: .differential), geometry)
        #expect((corrected.eph, corrected.epv, corrected.sep) == (4.75, 1.7 * 5.75, 9.5))
        #expect(ErrorEstimates(SampleEpoch.fix(quality: .rtkFixed), geometry).eph == 19)
    }

    @Test("of the speed are the receiver's where it states them, from the first fix on")
    func speed() {
        var (fix, tracker) = (SampleEpoch.fix(), MotionTracker())
        fix.speedAccuracy = Speed(metresPerSecond: 0.17)
        let errors = ErrorEstimates(fix, geometry)
        #expect(tracker.advance(fix, errors).eps == 0.17)
        #expect(tracker.advance(fix, errors).eps == 0.17)
    }

    @Test("are never a bare dilution, and absent where nothing tells")
    func nothingKnown() {
        let none = Dilutions(sky: nil, fix: nil, geometry: nil)
        let errors = ErrorEstimates(SampleEpoch.fix(), none)
        #expect(errors.eph == nil && errors.epv == nil && errors.sep == nil && errors.epx == nil)
    }

    @Test("leave the vertical out of a two-dimensional fix")
    func twoDimensional() {
        var fix = SampleEpoch.fix()
        fix.kind = .twoDimensional
        #expect(ErrorEstimates(fix, geometry).epv == nil)
    }

    @Test("are the receiver's where it states them")
    func stated() throws {
        var fix = SampleEpoch.fix()
        fix.horizontalAccuracy = Accuracy(metres(0.3), origin: .receiver)
        fix.verticalAccuracy = Accuracy(metres(0.4), origin: .receiver)
        let sky = try SampleEpoch.satellites()
        let errors = ErrorEstimates(fix, Dilutions(sky: nil, fix: nil, geometry: SkyGeometry(sky)))
        #expect((errors.eph, errors.epv, errors.sep) == (0.3, 0.4, 0.5))
        let (epx, epy) = (try #require(errors.epx), try #require(errors.epy))
        #expect(abs((epx * epx + epy * epy).squareRoot() - 0.3) < 1e-12)
    }

    @Test("are widened from the error statistics to about 95 %")
    func statistics() {
        var fix = SampleEpoch.fix()
        var statistics = ErrorStatistics()
        (statistics.latitude, statistics.longitude, statistics.height) = (metres(3), metres(4), metres(10))
        fix.errorStatistics = statistics
        let errors = ErrorEstimates(fix, geometry)
        #expect((errors.epx, errors.epy, errors.eph, errors.epv) == (4 * 1.96, 3 * 1.96, 10, 19.6))
    }

    @Test("do not take the host's own model for the receiver's word")
    func hostModel() {
        var fix = SampleEpoch.fix()
        fix.horizontalAccuracy = Accuracy(metres(5), origin: .dilutionOfPrecision)
        #expect(ErrorEstimates(fix, geometry).eph == 19)
        #expect(ErrorEstimates(fix, Dilutions(sky: nil, fix: nil, geometry: nil)).eph == 5)
    }
}
