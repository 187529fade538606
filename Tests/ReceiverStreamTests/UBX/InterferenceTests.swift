// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import ReceiverStream
import Testing
import UBX

/// The receiver's own findings about jamming and spoofing.
@Suite struct InterferenceTests {
    private static func radio(_ states: [Int]) -> [UInt8] {
        UBXMade.message(
            0x0A, 0x38, size: 4 + 24 * states.count,
            [.u1(1, states.count)] + states.enumerated().map { .u1(4 + 24 * $0 + 1, $1) })
    }

    private static func security(_ flags: Int) -> [UInt8] {
        UBXMade.message(0x27, 0x09, size: 4, [.u1(0, 2), .u1(1, flags)])
    }

    private static func status(_ second: Int, spoofing: Int) -> [UInt8] {
        UBXMade.message(
            0x01, 0x03, size: 16,
            [.u4(0, UBXMade.noon + second * 1000), .u1(4, 3), .u1(5, 0x0D), .u1(7, spoofing << 3)])
    }

    private func fix(_ bytes: [UInt8]) throws -> Fix {
        try #require(decode(bytes + UBXMade.pvt(0) + UBXMade.endOfEpoch(0)).compactMap(\.fix).first)
    }

    @Test(
        arguments: [
            ([0], nil), ([1], JammingState.ok), ([2, 1], .warning), ([1, 3], .critical), ([0, 1], .ok),
        ] as [([Int], JammingState?)])
    func `the worst band of MON-RF counts`(states: [Int], jamming: JammingState?) throws {
        let fix = try fix(Self.radio(states))
        #expect(fix.jamming == jamming && fix.spoofing == nil)
    }

    @Test(
        arguments: [
            (0x00, nil, nil), (0x03, .ok, nil), (0x05, .warning, nil), (0x1B, .ok, .ok), (0x28, nil, .indicated),
            (0x3F, .critical, .multiple),
        ] as [(Int, JammingState?, SpoofingState?)])
    func `SEC-SIG states both, unless detection is off`(flags: Int, jamming: JammingState?, spoofing: SpoofingState?)
        throws
    {
        let fix = try fix(Self.security(flags))
        #expect(fix.jamming == jamming && fix.spoofing == spoofing)
    }

    @Test func `messages of one receiver are joined, and the worse one counts`() throws {
        let epoch = Self.status(0, spoofing: 2) + UBXMade.pvt(0) + UBXMade.endOfEpoch(0)
        let bytes = Self.radio([1]) + Self.security(0x0D | 1 << 4) + epoch
        let fix = try #require(decode(bytes).compactMap(\.fix).first)
        #expect(fix.jamming == .warning || fix.jamming == .critical)
        #expect(fix.spoofing == .indicated)
        let hardware = UBXMade.message(0x0A, 0x09, size: 60, [.u1(22, 3 << 2)])
        #expect(try self.fix(hardware).jamming == .critical)
        // Undocumented lengths and versions say nothing.
        #expect(try self.fix(UBXMade.message(0x0A, 0x09, size: 56, [.u1(22, 3 << 2)])).jamming == nil)
        #expect(try self.fix(UBXMade.message(0x0A, 0x38, size: 24, [.u1(1, 1), .u1(5, 3)])).jamming == nil)
        #expect(try self.fix(UBXMade.message(0x27, 0x09, size: 4, [.u1(0, 3), .u1(1, 0x3F)])).jamming == nil)
    }

    @Test func `an old finding says nothing`() throws {
        let decoder = StreamDecoder(configuration: .bare)
        var fixes: [Fix] = []
        func feed(_ bytes: [UInt8], _ second: Int64) {
            let time = HostTime(monotonicNanoseconds: second * 1_000_000_000, wallNanoseconds: 0)
            decoder.consume(bytes.span, arrivedAt: time) { epoch in if let fix = epoch.fix { fixes.append(fix) } }
        }
        feed(Self.radio([2]), 0)
        for second in 0..<30 { feed(UBXMade.pvt(second) + UBXMade.endOfEpoch(second), Int64(second)) }
        decoder.finish { epoch in if let fix = epoch.fix { fixes.append(fix) } }
        #expect(fixes.count == 30 && fixes[10].jamming == .warning)
        #expect(fixes[20].jamming == nil)
    }

    @Test func `no message traps`() {
        for (message, number) in [(0x0A, 0x09), (0x0A, 0x38), (0x27, 0x09)] as [(UInt8, UInt8)] {
            for size in 0..<80 {
                for value in [0, 1, 2, 3, 0x7F, 0xFF] {
                    let puts = (0..<min(size, 8)).map { UBXMade.Put.u1($0, value) }
                    _ = decode(UBXMade.message(message, number, size: size, puts) + UBXMade.pvt(0))
                }
            }
        }
    }
}
