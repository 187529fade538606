// SPDX-License-Identifier: Apache-2.0

import RTCM
import Testing

struct MultipleSignalTests {
    /// A message with two satellites, two signals and three cells; all values count up.
    private func message(_ number: Int, satellites: [(Int, Int)], signals: [Int]) -> [UInt8] {
        var bits = BitWriter()
        bits.append(Int64(number), 12)
        bits.append(99, 12)
        bits.append(1_000, 30)
        bits.append(1, 1)
        bits.append(0, 3 + 7)
        bits.append(0, 2 + 2 + 1 + 3)
        bits.append(1 << 59 | 1 << 32, 64)  // satellites 5 and 32
        bits.append(1 << 30 | 1 << 16, 32)  // signals 2 and 16
        bits.append(0b1110, 4)
        for (value, width) in satellites { bits.append(Int64(value), width) }
        for (index, width) in signals.enumerated() {
            for cell in 0..<3 { bits.append(Int64(10 * (index + 1) + cell), width) }
        }
        return bits.bytes
    }

    @Test func `columns become satellites and signals`() throws {
        let rough = [(75, 8), (255, 8), (1, 4), (2, 4), (512, 10), (1, 10), (-5, 14), (-0x2000, 14)]
        let payload = message(1077, satellites: rough, signals: [20, 24, 10, 1, 10, 15])
        let text = written(payload).text
        #expect(
            text.contains(
                #""satellites":[{"satellite":"G05","DF397":75,"DF398":0.5,"DF399":-5},"#
                    + #"{"satellite":"G32","DF397":null,"DF398":0.0009765625,"DF399":null}]"#), "\(text)")
        #expect(text.contains(#"{"satellite":"G05","signal":"2L","DF405":2.0489096641540527e-08,"#), "\(text)")
        #expect(text.contains(#""DF407":32,"DF420":0,"DF408":3.25,"DF404":0.0062}]}"#), "\(text)")
        let cells = try #require(fields(payload)["signals"] as? [[String: Any]])
        #expect(cells.map { $0["satellite"] as? String } == ["G05", "G05", "G32"])
        #expect(cells.map { $0["signal"] as? String } == ["1C", "2L", "1C"])
        #expect(cells.map { $0["DF407"] as? Int } == [30, 31, 32])
        #expect(RTCMMessage.station(of: payload.span) == 99)
    }

    @Test(arguments: [
        (1, [15]), (2, [22, 4, 1]), (3, [15, 22, 4, 1]), (4, [15, 22, 4, 1, 6]), (5, [15, 22, 4, 1, 6, 15]),
        (6, [20, 24, 10, 1, 10]), (7, [20, 24, 10, 1, 10, 15]),
    ])
    func `each kind has its columns, and nothing cut is taken for whole`(kind: Int, widths: [Int]) {
        let columns = kind < 4 ? [10] : [4, 6].contains(kind) ? [8, 10] : [8, 4, 10, 14]
        let payload = message(1090 + kind, satellites: columns.flatMap { [(1, $0), (2, $0)] }, signals: widths)
        #expect(written(payload).isKnown)
        #expect((fields(payload)["signals"] as? [[String: Any]])?.last?.count == 2 + widths.count)
        for count in payload.indices { #expect(!written(Array(payload[..<count])).isKnown) }
    }

    @Test func `each system has its time and its letter`() {
        let epochs = [
            1071: ("DF004", "G05"), 1091: ("DF248", "E05"), 1101: ("DF004", "S124"), 1111: ("DF428", "J05"),
            1121: ("DF427", "C05"), 1131: ("DF546", "I05"),
        ]
        for (number, (key, satellite)) in epochs {
            let payload = message(number, satellites: [(1, 10), (2, 10)], signals: [15])
            #expect(fields(payload)[key] as? Int == 1000)
            #expect((fields(payload)["satellites"] as? [[String: Any]])?.first?["satellite"] as? String == satellite)
        }
        // 30 bits are a day and milliseconds here.
        let glonass = fields(message(1081, satellites: [(1, 10), (2, 10)], signals: [15]))
        #expect(glonass["DF416"] as? Int == 0)
        #expect(glonass["DF034"] as? Int == 1000)
    }

    @Test func `masks that name more cells than the standard allows are not believed`() {
        var payload = message(1074, satellites: [], signals: [])
        for index in 9..<21 { payload[index] = 0xFF }
        #expect(!written(payload + [UInt8](repeating: 0xFF, count: 1000)).isKnown)
    }

    @Test func `whatever follows the number, the text is one object`() {
        var generator = SystemRandomNumberGenerator()
        for number in RTCMMessage.known {
            for _ in 0..<20 {
                var payload = (0..<Int.random(in: 2...200)).map { _ in UInt8.random(in: 0...255, using: &generator) }
                payload[0] = UInt8(number >> 4)
                payload[1] = UInt8(number << 4 & 0xF0) | payload[1] & 0x0F
                #expect(!fields(payload).isEmpty, "\(payload)")
            }
        }
    }
}
