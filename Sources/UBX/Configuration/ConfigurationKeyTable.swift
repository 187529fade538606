// SPDX-License-Identifier: Apache-2.0

/// The names and types of the keys, parsed from the tables once.
enum ConfigurationKeyTable {
    struct Entry: Sendable {
        let name: String
        let type: ConfigurationKey.ValueType
    }

    static let byKey: [UInt32: Entry] = {
        var entries: [UInt32: Entry] = [:]
        readNames(into: &entries)
        readRates(into: &entries)
        return entries
    }()

    static let byName: [String: UInt32] = Dictionary(
        byKey.map { ($0.value.name, $0.key) }, uniquingKeysWith: { first, _ in first })

    static let byFieldName: [String: UInt32] = Dictionary(
        byKey.map { (ConfigurationKey(rawValue: $0.key).fieldName, $0.key) }, uniquingKeysWith: { first, _ in first })

    static let ports = ["I2C", "UART1", "UART2", "USB", "SPI"]

    private static func readNames(into entries: inout [UInt32: Entry]) {
        var group = ""
        for line in ConfigurationKeyNames.text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 1 {
                group = String(line.dropFirst().dropLast())
            } else if words.count == 3, let key = UInt32(words[0], radix: 16), let type = type(of: words[1]) {
                entries[key] = Entry(name: "CFG-\(group)-\(words[2])", type: type)
            }
        }
    }

    private static func readRates(into entries: inout [UInt32: Entry]) {
        for line in MessageRateKeys.text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, let first = UInt32(words[0], radix: 16) else { continue }
            for (index, port) in ports.enumerated() {
                entries[first + UInt32(index)] = Entry(name: "CFG-MSGOUT-\(words[1])_\(port)", type: .unsigned)
            }
        }
    }

    private static func type(of letter: Substring) -> ConfigurationKey.ValueType? {
        switch letter {
        case "L": .flag
        case "U": .unsigned
        case "I": .signed
        case "R": .real
        default: nil
        }
    }
}
