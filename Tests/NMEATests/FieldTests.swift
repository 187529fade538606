// SPDX-License-Identifier: Apache-2.0

import NMEA
import Testing
import Wire

struct FieldTests {
    private func sentence(_ body: String) -> NMEASentence {
        let frame = Array("$\(body)*00\r\n".utf8)
        return NMEASentence(frame.span, bodyEnd: body.utf8.count + 1)
    }

    private func fields(_ body: String) -> String {
        var writer = FieldWriter()
        sentence(body).writeFields(into: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// A sentence in one line, its fields in the next.
    private static let examples = #"""
        GPGGA,120000.00,4807.03800,N,01131.32400,W,4,08,0.90,545.4,M,-46.9,M,1.2,0031
        {"time":"120000.00","lat":48.1173,"NS":"N","lon":-11.522066666666667,"EW":"W","quality":4,"numSV":8,\#
        "HDOP":0.9,"alt":545.4,"altUnit":"M","sep":-46.9,"sepUnit":"M","diffAge":1.2,"diffStation":31}
        GNRMC,120000,V,,,,,,,010326,,
        {"time":"120000","status":"V","lat":null,"NS":null,"lon":null,"EW":null,"spd":null,"cog":null,\#
        "date":"010326","mv":null,"mvEW":null}
        GPGSV,2,2,06,31,,,30,,,,,193,10,100,,8
        {"numMsg":2,"msgNum":2,"numSV":6,"satellites":[{"svid":31,"elv":null,"az":null,"cno":30},\#
        {"svid":193,"elv":10,"az":100,"cno":null}],"signalId":8}
        PQGSV,1,1,00,1,4
        {"numMsg":1,"msgNum":1,"numSV":0,"satellites":[],"signalId":1,"systemId":4}
        GNGSA,A,3,01,02,,,,,,,,,,,2.5,1.3,2.1,B
        {"opMode":"A","navMode":3,"satellites":[{"svid":1},{"svid":2}],"PDOP":2.5,"HDOP":1.3,"VDOP":2.1,\#
        "systemId":11}
        GNGRS,120000.00,1,0.5,,-0.5,,,,,,,,,,1,1
        {"time":"120000.00","mode":1,"residuals":[{"residual":0.5},{"residual":null},{"residual":-0.5},\#
        {"residual":null},{"residual":null},{"residual":null},{"residual":null},{"residual":null},\#
        {"residual":null},{"residual":null},{"residual":null},{"residual":null}],"systemId":1,"signalId":1}
        GNTXT,01,01,02,a, b"c,
        {"numMsg":1,"msgNum":1,"msgType":2,"text":"a, b\"c,"}
        PUBX,03,02,12,U,207,43,28,009,14,-,,,,000
        {"msgId":"03","n":2,"satellites":[{"sv":12,"s":"U","az":207,"el":43,"cno":28,"lck":9},\#
        {"sv":14,"s":"-","az":null,"el":null,"cno":null,"lck":0}]}
        PMTK001,314,3
        {"cmd":314,"flag":3}
        GPVTG,54.7,34.4,5.5,10.2
        {"cogt":54.7,"cogm":34.4,"sogn":5.5,"sogk":10.2}
        GPZDA,1,xx,3,2026,+01,30,7,
        {"time":"1","day":"xx","month":3,"year":2026,"ltzh":1,"ltzn":30,"more":["7",""]}
        GPGLL,4807.03,X,01131.3
        {"lat":"4807.03","NS":"X","lon":"01131.3"}
        GPXYZ,a,,\b
        ["a","","\\b"]
        PUBX,40,GGA,1
        ["40","GGA","1"]
        PABCDEFGHIJ
        []
        """#

    @Test func `fields have the names of the document, and what is no number stands as sent`() {
        let lines = Self.examples.split(separator: "\n").map(String.init)
        #expect(lines.count % 2 == 0)
        for index in stride(from: 0, to: lines.count - 1, by: 2) {
            #expect(fields(lines[index]) == lines[index + 1])
        }
    }

    @Test(arguments: [
        ("GPGGA,1", "GPGGA"), ("PUBX,00,1", "PUBX,00"), ("PUBX,40", "PUBX,40"), ("PSTI,030", "PSTI,030"),
        ("PASHR,POS,1", "PASHR,POS"), ("PASHR,120000", "PASHR"), ("PMTK001,1", "PMTK001"),
    ])
    func `sentences are called what their makers call them`(body: String, name: String) {
        #expect(sentence(body).name == name)
    }

    @Test func `distances of VLW have names, old and new`() {
        #expect(fields("GPVLW,,N,,N,15.8,N,1.2,N").contains(#""tgd":15.8,"tgdUnit":"N","gd":1.2,"gdUnit":"N""#))
        #expect(fields("VWVLW,3.5,N,0.5,N").contains(#""twd":3.5,"twdUnit":"N","wd":0.5,"wdUnit":"N""#))
    }

    @Test func `every kind that is decoded has names for its fields`() {
        let bodies = [
            "GPRMC", "GPGGA", "GPGNS", "GPGLL", "GPGSA", "GPGSV", "GPVTG", "GPZDA", "GPGST", "GPGBS", "GPGRS", "GPHDT",
            "GPTHS", "GPHDM", "GPHDG", "GPROT", "GPDTM", "GPTXT", "GPVLW", "PUBX,00", "PUBX,03", "PUBX,04", "PGRME",
            "PGRMT",
            "PGRMV", "PGRMZ", "PGRMF", "PSTI,030", "PSTI,032", "PSTI,035", "PSTI,036", "PASHR,120000,1,T", "PASHR,POS",
            "PMTK001", "PMTK705", "PAIR001",
        ]
        for body in bodies {
            #expect(sentence(body).kind != .unknown)
            #expect(fields(body).hasPrefix("{"), "\(body)")
            // However many fields there are, each is shown.
            let marks = (0..<60).map { "f\($0)" }
            let text = fields(body + "," + marks.joined(separator: ","))
            #expect(marks.allSatisfy { text.contains("\($0)\"") || text.contains("\($0),") }, "\(body): \(text)")
        }
        let kinds = Set(bodies.map { sentence($0).kind })
        // Of Skytraq's 033 no document is at hand: its fields are shown by their order.
        #expect(kinds.union([.unknown, .skytraqRTK, .airoha]) == Set(SentenceKind.allCases))
    }
}
