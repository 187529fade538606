// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import SerialReceiver
internal import Transport
internal import UBX

/// The section `config` of a Bluetooth receiver; `schema.json` defines ranges and defaults.
struct BluetoothSettings: Sendable {
    /// The identification of an adapter.
    enum AdapterName: Hashable, Sendable, CustomStringConvertible {
        /// The number of the adapter, as in `hci0`.
        case number(Int)
        case address(BluetoothAddress)

        var description: String {
            switch self {
            case .number(let number): "hci\(number)"
            case .address(let address): "\(address)"
            }
        }
    }

    let address: BluetoothAddress
    /// Nil to let the kernel choose.
    var adapter: AdapterName?
    /// Nil to ask the receiver for it.
    var channel: Int?
    var security = BluetoothSecurity.medium
    /// The time limit for a connection in nanoseconds.
    var connectTimeout: Int64 = 30_000_000_000
    /// The time in nanoseconds without a byte that ends a connection; nil for no limit.
    var silence: Int64? = 30_000_000_000
    /// True to wait for a missing adapter.
    var waitsForAdapter = true
    /// Whether the driver may configure a u-blox receiver.
    var leave = UBXCompanion.Leave.listen
    /// The settings for reading the channel.
    var line: LineConfiguration

    private struct Section: Decodable {
        var address: String
        var adapter: String?
        var channel: Channel?
        var security: String?
        var connectTimeout: Int?
        var reconnectAfter: Int?
        var withoutAdapter: String?
        var configure: String?
        var checksum: String?

        enum CodingKeys: String, CodingKey {
            case address, adapter, channel, security, configure, checksum
            case connectTimeout = "connect_timeout_s"
            case reconnectAfter = "reconnect_after_s"
            case withoutAdapter = "without_adapter"
        }
    }

    /// A number or a word.
    private enum Channel: Decodable {
        case number(Int)
        case word(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int.self) {
                self = .number(number)
            } else {
                self = .word(try container.decode(String.self))
            }
        }
    }

    /// The defaults for an address.
    private init(probing address: BluetoothAddress) {
        self.address = address
        line = LineConfiguration(probing: address.description)
    }

    /// The settings for a probe: no security unless the device requires it.
    static func look(at address: BluetoothAddress) -> BluetoothSettings {
        var settings = BluetoothSettings(probing: address)
        settings.security = .low
        return settings
    }

    init(_ configuration: DriverConfiguration) throws(DriverError) {
        let section = try configuration.decode(Section.self)
        guard let address = BluetoothAddress(section.address) else {
            throw .failed("config.address: '\(section.address)' is not a Bluetooth address: write 00:1D:43:5F:A0:2C")
        }
        self.init(probing: address)
        adapter = try Self.adapter(section.adapter)
        channel = try Self.channel(section.channel)
        guard let security = BluetoothSecurity(rawValue: section.security ?? "medium") else {
            throw .failed("config.security: allowed: low, medium")
        }
        self.security = security
        connectTimeout = try Self.seconds("connect_timeout_s", section.connectTimeout ?? 30, 5...120)
        let silence = try Self.seconds("reconnect_after_s", section.reconnectAfter ?? 30, 0...3600)
        self.silence = silence > 0 ? silence : nil
        waitsForAdapter = try Self.choice("without_adapter", section.withoutAdapter, "wait", "exit")
        if try !Self.choice("configure", section.configure, "none", "ram") {
            var options = ProvisionOptions()
            // Changing the rate behind the radio might cut off the receiver permanently.
            options.mayRaiseRate = false
            leave = .configure(options)
        }
        line.allowsMissingChecksum = try !Self.choice("checksum", section.checksum, "required", "optional")
    }

    /// Returns true if the setting has the first of two words or is missing.
    private static func choice(
        _ key: String, _ word: String?, _ first: String, _ second: String
    ) throws(DriverError) -> Bool {
        guard let word, word != first else { return true }
        guard word == second else { throw .failed("config.\(key): allowed: \(first), \(second)") }
        return false
    }

    private static func seconds(
        _ key: String, _ value: Int, _ range: ClosedRange<Int>
    ) throws(DriverError) -> Int64 {
        guard range.contains(value) else {
            throw .failed("config.\(key): \(value) is out of range; allowed: \(range.lowerBound)...\(range.upperBound)")
        }
        return Int64(value) * 1_000_000_000
    }

    private static func adapter(_ text: String?) throws(DriverError) -> AdapterName? {
        guard let text, text != "any" else { return nil }
        if let address = BluetoothAddress(text) { return .address(address) }
        let digits = text.dropFirst(3)
        guard text.hasPrefix("hci"), (1...3).contains(digits.count), digits.allSatisfy(\.isASCII),
            let number = Int(digits), number >= 0
        else {
            throw .failed("config.adapter: '\(text)' is not an adapter: write hci0, its address, or any")
        }
        return .number(number)
    }

    private static func channel(_ channel: Channel?) throws(DriverError) -> Int? {
        switch channel {
        case nil, .word("auto")?: return nil
        case .number(let number)? where BluetoothSocket.channels.contains(number): return number
        default: throw .failed("config.channel: allowed: 1...30 or auto")
        }
    }
}
