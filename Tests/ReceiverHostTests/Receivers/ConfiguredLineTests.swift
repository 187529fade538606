// SPDX-License-Identifier: Apache-2.0

import Settings
import Testing

@testable import ReceiverHost

@Suite struct ConfiguredLineTests {
    private static func line(_ members: [(String, ConfigurationValue)]) -> ConfiguredLine? {
        ConfiguredLine(.section(members.map { ConfigurationValue.Member(key: $0.0, value: $0.1) }))
    }

    @Test func `a stated rate makes a line, with the usual parity and stop bits unless others are stated`() {
        let usual = Self.line([("device", .text("/dev/ttyS0")), ("baud", .integer(38_400))])
        #expect(usual == ConfiguredLine(baud: 38_400))
        let found = Self.line([("device", .text("usb:1546:01a9:1")), ("baud", .integer(9600))])
        #expect(found == ConfiguredLine(baud: 9600))
        let odd = Self.line([
            ("device", .text("/dev/ttyS0")), ("baud", .integer(4800)), ("parity", .text("odd")),
            ("stop_bits", .integer(2)),
        ])
        #expect(odd == ConfiguredLine(baud: 4800, parity: "O", stopBits: 2))
    }

    @Test func `nothing is stated of a rate that the driver finds, and of what is no serial port`() {
        #expect(Self.line([("device", .text("/dev/ttyS0")), ("baud", .text("auto"))]) == nil)
        #expect(Self.line([("device", .text("tcp://rover:5000")), ("baud", .integer(9600))]) == nil)
        #expect(Self.line([("scenario", .text("drive"))]) == nil)
    }
}
