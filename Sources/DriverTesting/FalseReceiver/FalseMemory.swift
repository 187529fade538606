// SPDX-License-Identifier: Apache-2.0

internal import UBX

/// The settings of a simulated receiver. They are stored by key for every generation; configuration messages change the
/// corresponding keys.
struct FalseMemory: Sendable {
    private(set) var ram: [UInt32: UInt64] = [:]
    /// The settings in battery-backed RAM, which take precedence over those in flash.
    private(set) var battery: [UInt32: UInt64] = [:]
    /// The settings in flash.
    private(set) var kept: [UInt32: UInt64] = [:]
    private let personality: UBXPersonality

    private static let period: UInt32 = 0x3021_0001
    private static let ratio: UInt32 = 0x3021_0002

    init(_ personality: UBXPersonality) {
        self.personality = personality
        restart()
    }

    /// Stores all settings permanently.
    mutating func store() { kept = ram }

    /// Restores the state after a restart: settings that are only in RAM are lost.
    mutating func restart() {
        ram = [
            Self.period: 1000, Self.ratio: 1, 0x4052_0001: UInt64(personality.baud),
            0x4053_0001: UInt64(personality.baud),
            // Galileo with E1 and E5b.
            0x1031_0021: 1, 0x1031_0007: 1, 0x1031_000A: 0,
        ]
        for system in FalseConstellation.table where ram[system.key] == nil { ram[system.key] = system.initial }
        for port in UInt32(0)..<5 {
            for message in FalseMessage.table where !personality.unknownMessages.contains(message.key) {
                ram[message.key + port] = message.initial
            }
            // Input and output protocols: UBX and NMEA enabled, RTCM 3 output disabled.
            let (input, output) = (0x1071_0000 + port * 0x2_0000, 0x1072_0000 + port * 0x2_0000)
            for (number, isOn) in [(UInt32(1), true), (2, true), (4, false)] {
                ram[input + number] = isOn ? 1 : 0
                ram[output + number] = isOn ? 1 : 0
            }
        }
        for key in personality.unknownKeys { ram[key] = nil }
        ram.merge(kept) { $1 }
        ram.merge(battery) { $1 }
    }

    func baud(_ port: ReceiverPortID) -> Int { Int(ram[port == .uart2 ? 0x4053_0001 : 0x4052_0001] ?? 0) }

    func interval(of id: MessageID, _ port: ReceiverPortID) -> Int {
        guard let message = FalseMessage.of(id) else { return 0 }
        // NMEA and UBX can each be disabled as a whole.
        let isOn = ram[0x1072_0000 + UInt32(port.rawValue) * 0x2_0000 + (id.messageClass == 0xF0 ? 2 : 1)] == 1
        return isOn ? Int(ram[message.key + UInt32(port.rawValue)] ?? 0) : 0
    }

    mutating func setInterval(of id: MessageID, _ interval: Int, _ port: ReceiverPortID) {
        guard let message = FalseMessage.of(id), ram[message.key] != nil else { return }
        ram[message.key + UInt32(port.rawValue)] = UInt64(max(0, interval))
    }

    mutating func setBaud(_ baud: Int, _ port: ReceiverPortID) {
        ram[port == .uart2 ? 0x4053_0001 : 0x4052_0001] = UInt64(max(0, baud))
    }

    var milliseconds: Int { Int(ram[Self.period] ?? 1000) * Int(ram[Self.ratio] ?? 1) }

    mutating func setMilliseconds(_ milliseconds: Int) {
        (ram[Self.period], ram[Self.ratio]) = (UInt64(max(1, milliseconds)), 1)
    }

    // MARK: Keys

    /// The answer to UBX-CFG-VALGET; nil if a key is unknown or not stored.
    func values(for request: [UInt8]) -> [UInt8]? {
        guard request.count >= 8, request[1] <= 2 else { return nil }
        let layer = request[1] == 0 ? ram : request[1] == 1 ? battery : kept
        var answer: [UInt8] = [1, request[1], 0, 0]
        for at in stride(from: 4, through: request.count - 4, by: 4) {
            let key = Self.number(request[at..<at + 4])
            guard let value = layer[UInt32(key)] else { return nil }
            answer += request[at..<at + 4]
            answer += (0..<Self.size(UInt32(key))).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
        }
        return answer
    }

    /// Executes UBX-CFG-VALSET completely, or not at all if a key is unknown or the last value is truncated.
    mutating func set(values request: [UInt8]) -> Bool {
        guard request.count > 4, request[1] & 7 != 0 else { return false }
        var at = 4
        while at < request.count {
            guard at + 4 <= request.count else { return false }
            let key = UInt32(Self.number(request[at..<at + 4]))
            let end = at + 4 + Self.size(key)
            guard end > at + 4, end <= request.count, ram[key] != nil else { return false }
            let value = Self.number(request[at + 4..<end])
            guard isAllowed(value, for: key) else { return false }
            if request[1] & 1 != 0 { ram[key] = value }
            if request[1] & 2 != 0 { battery[key] = value }
            if request[1] & 4 != 0 { kept[key] = value }
            at = end
        }
        return true
    }

    /// Returns true if a value is in its key's range: the measurement period has a minimum, and a navigation solution
    /// takes 1 to 127 measurements (interface descriptions, CFG-RATE).
    private func isAllowed(_ value: UInt64, for key: UInt32) -> Bool {
        switch key {
        case Self.period: value >= UInt64(personality.minimumPeriod)
        case Self.ratio: 1...127 ~= value
        default: true
        }
    }

    private static func size(_ key: UInt32) -> Int {
        switch key >> 28 {
        case 1, 2: 1
        case 3: 2
        case 4: 4
        case 5: 8
        default: 0
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    // MARK: Messages

    /// UBX-CFG-PRT.
    func portSettings(_ port: ReceiverPortID) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 20)
        bytes[0] = port.rawValue
        (bytes[4], bytes[5]) = (0xD0, 0x08)
        for index in 0..<4 { bytes[8 + index] = UInt8(truncatingIfNeeded: baud(port) >> (8 * index)) }
        let input = 0x1071_0000 + UInt32(port.rawValue) * 0x2_0000
        for (bit, number) in [(UInt8(1), UInt32(1)), (2, 2)] {
            if ram[input + number] == 1 { bytes[12] |= bit }
            if ram[input + 0x1_0000 + number] == 1 { bytes[14] |= bit }
        }
        return bytes
    }

    mutating func set(portSettings bytes: [UInt8]) -> Bool {
        guard bytes.count == 20, let port = ReceiverPortID(rawValue: bytes[0]) else { return false }
        if port == .uart1 || port == .uart2 {
            guard bytes[4] == 0xD0, bytes[5] == 0x08 else { return false }
            ram[port == .uart2 ? 0x4053_0001 : 0x4052_0001] = Self.number(bytes[8..<12])
        }
        let input = 0x1071_0000 + UInt32(port.rawValue) * 0x2_0000
        for (bit, number) in [(UInt8(1), UInt32(1)), (2, 2)] {
            ram[input + number] = bytes[12] & bit != 0 ? 1 : 0
            ram[input + 0x1_0000 + number] = bytes[14] & bit != 0 ? 1 : 0
        }
        return true
    }

    /// The long form of UBX-CFG-MSG; nil if the message is unknown.
    func intervals(_ id: MessageID) -> [UInt8]? {
        guard let message = FalseMessage.of(id), ram[message.key] != nil else { return nil }
        return [id.messageClass, id.id] + (UInt32(0)..<5).map { UInt8(truncatingIfNeeded: ram[message.key + $0] ?? 0) }
            + [0]
    }

    /// Executes UBX-CFG-MSG: for the port on which it arrives (3 bytes), or for all ports (8 bytes, the last
    /// reserved).
    mutating func set(interval bytes: [UInt8], _ port: ReceiverPortID) -> Bool {
        guard bytes.count == 3 || bytes.count == 8,
            let message = FalseMessage.of(MessageID(bytes[0], bytes[1])), ram[message.key] != nil
        else { return false }
        if bytes.count == 3 {
            ram[message.key + UInt32(port.rawValue)] = UInt64(bytes[2])
        } else {
            for number in 0..<5 { ram[message.key + UInt32(number)] = UInt64(bytes[2 + number]) }
        }
        return true
    }

    /// UBX-CFG-RATE.
    var rate: [UInt8] {
        let (period, ratio) = (ram[Self.period] ?? 1000, ram[Self.ratio] ?? 1)
        return [UInt8(truncatingIfNeeded: period), UInt8(truncatingIfNeeded: period >> 8)]
            + [UInt8(truncatingIfNeeded: ratio), 0, 1, 0]
    }

    mutating func set(rate bytes: [UInt8]) -> Bool {
        guard bytes.count == 6 else { return false }
        let (period, ratio) = (Self.number(bytes[0..<2]), Self.number(bytes[2..<4]))
        guard isAllowed(period, for: Self.period), isAllowed(ratio, for: Self.ratio) else { return false }
        (ram[Self.period], ram[Self.ratio]) = (period, ratio)
        return true
    }

    /// UBX-CFG-GNSS.
    var constellations: [UInt8] {
        [0, 32, 32, UInt8(FalseConstellation.table.count)]
            + FalseConstellation.table.flatMap { system -> [UInt8] in
                let isOn: UInt8 = ram[system.key] == 1 ? 1 : 0
                return [system.number, system.channels.lowerBound, system.channels.upperBound, 0, isOn, 0, 1, 1]
            }
    }

    /// Executes UBX-CFG-GNSS. Each block must name a known system; systems that no block names remain unchanged.
    mutating func set(constellations bytes: [UInt8]) -> Bool {
        guard bytes.count >= 4, bytes[0] == 0, bytes.count == 4 + 8 * Int(bytes[3]) else { return false }
        for at in stride(from: 4, to: bytes.count, by: 8) {
            guard let system = FalseConstellation.table.first(where: { $0.number == bytes[at] }),
                bytes[at + 1] <= bytes[at + 2]
            else { return false }
            ram[system.key] = UInt64(bytes[at + 4] & 1)
        }
        return true
    }

    /// Executes UBX-CFG-CFG: clears, saves and loads the settings selected by its masks, in this order.
    mutating func save(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 12 || bytes.count == 13 else { return false }
        var defaults = self
        (defaults.ram, defaults.battery, defaults.kept) = ([:], [:], [:])
        defaults.restart()
        for key in defaults.ram.keys {
            let section = Self.section(key)
            if bytes[0] & section != 0 { (battery[key], kept[key]) = (nil, nil) }
            if bytes[4] & section != 0 { kept[key] = ram[key] }
            if bytes[8] & section != 0 { ram[key] = battery[key] ?? kept[key] ?? defaults.ram[key] }
        }
        return true
    }

    /// The bits that select a key in the masks of UBX-CFG-CFG: ioPort, msgConf, or navConf and rxmConf together.
    private static func section(_ key: UInt32) -> UInt8 {
        switch key >> 16 {
        case 0x1071...0x107A, 0x4052, 0x4053: 1
        case 0, 0x2091: 2
        default: 0x18
        }
    }
}
