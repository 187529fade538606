// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import ReceiverStream
import Testing

@Suite struct SkyViewTests {
    private static func rmc(_ second: Int) -> String {
        "GPRMC,12000\(second).00,A,4552.6540,S,17030.0066,E,1.00,12.5,120419,3.5,W,A"
    }

    /// The satellites of each epoch's view; nil where there is none.
    private static func views(_ bodies: [String]) -> [[String]?] {
        decode(bodies).map { $0.skyView?.satellites.map(\.id.description) }
    }

    @Test func `a view is published in the epoch that brings it, and no other`() {
        let views = Self.views([
            Self.rmc(1), "GPGSV,1,1,01,05,10,100,30", Self.rmc(2), Self.rmc(3), "GPGSV,1,1,01,06,10,100,30",
        ])
        #expect(views == [["G05"], nil, ["G06"]])
    }

    @Test func `a view persists for the epochs that state only what is used`() throws {
        let epochs = decode([
            Self.rmc(1), "GPGSV,1,1,02,05,10,100,30,06,20,200,31", "GPGSA,A,3,05,,,,,,,,,,,,1,1,1", Self.rmc(2),
            "GPGSA,A,3,06,,,,,,,,,,,,1,1,1",
        ])
        let used = epochs.map { $0.skyView?.satellites.filter(\.isUsed).map(\.id.description) }
        #expect(used == [["G05"], ["G06"]])
    }

    @Test func `a system that is not sent any more is gone from the view`() {
        let views = Self.views([
            Self.rmc(1), "GPGSV,1,1,01,05,10,100,30", "GLGSV,1,1,01,70,10,100,30", Self.rmc(2),
            "GPGSV,1,1,01,05,10,100,30",
        ])
        #expect(views == [["G05", "R06"], ["G05"]])
    }

    @Test func `groups that come in turns make one view`() {
        let views = Self.views([
            Self.rmc(1), "GPGSV,1,1,01,05,10,100,30", Self.rmc(2), "GLGSV,1,1,01,70,10,100,30", Self.rmc(3),
            "GPGSV,1,1,01,07,10,100,30", Self.rmc(4), "GLGSV,1,1,01,71,10,100,30",
        ])
        #expect(views == [["G05"], ["G05", "R06"], ["G07", "R06"], ["G07", "R07"]])
    }

    @Test func `a group may be spread over epochs`() {
        let views = Self.views([
            Self.rmc(1), "GPGSV,2,1,05,01,10,100,30,02,10,100,30,03,10,100,30,04,10,100,30", Self.rmc(2),
            "GPGSV,2,2,05,05,10,100,30",
        ])
        #expect(views == [nil, ["G01", "G02", "G03", "G04", "G05"]])
    }

    @Test func `a group with a lost sentence is not half published`() {
        let views = Self.views([
            Self.rmc(1), "GPGSV,1,1,01,09,10,100,30", "GLGSV,1,1,01,70,10,100,30", Self.rmc(2),
            "GPGSV,3,1,09,01,10,100,30", "GPGSV,3,3,09,05,10,100,30", "GLGSV,1,1,01,71,10,100,30",
        ])
        #expect(views == [["G09", "R06"], ["G09", "R07"]])
    }

    @Test func `a blank view of SiRF II is thrown away`() {
        #expect(Self.views([Self.rmc(1), "GPGSV,1,1,02,01,00,000,,02,00,000,"]) == [[]])
        #expect(Self.views([Self.rmc(1), "GPGSV,1,1,02,25,89,000,36,27,12,000,00"]) == [[]])
    }

    @Test func `the same satellites in two sentences are counted once`() throws {
        let epoch = decode([
            Self.rmc(1), "GPGSV,1,1,01,05,10,100,30", "GPGSA,A,3,05,,,,,,,,,,,,1,1,1", "GNGSA,A,3,05,,,,,,,,,,,,1,1,1",
        ])[0]
        #expect(epoch.fix?.satellitesUsed == 1 && epoch.skyView?.usedCount == 1)
    }

    @Test func `u-blox's own sentence of satellites is a view with used ones`() {
        let view = decode([Self.rmc(1), "PUBX,03,02,12,U,207,43,28,009,14,-,049,06,,000"])[0].skyView
        #expect(view?.satellites.map(\.isUsed) == [true, false])
    }
}
