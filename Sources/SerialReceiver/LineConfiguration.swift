// SPDX-License-Identifier: Apache-2.0

public import DriverKit
internal import Transport

/// The line's settings in a section `config`; each driver's `schema.json` defines ranges and defaults.
public struct LineConfiguration: Sendable {
    /// The path of a port, or `tcp://host:port`.
    public let device: String
    /// The rate in bits per second; nil to search for it.
    public let baud: Int?
    let dataBits: Int
    let parity: LineSettings.Parity
    let stopBits: Int
    /// True if sentences without a checksum are accepted.
    public var allowsMissingChecksum: Bool
    /// True if the line is also opened for writing.
    public var isWritable = false
    /// True if a port that the user may only read is acceptable too.
    public var isWritingOptional = false

    private struct Section: Decodable {
        var device: String
        var baud: Baud?
        var dataBits: Int?
        var parity: String?
        var stopBits: Int?
        var checksum: String?

        enum CodingKeys: String, CodingKey {
            case device, baud, parity, checksum
            case dataBits = "data_bits"
            case stopBits = "stop_bits"
        }
    }

    /// A number or a word.
    private enum Baud: Decodable {
        case rate(Int)
        case word(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let rate = try? container.decode(Int.self) {
                self = .rate(rate)
            } else {
                self = .word(try container.decode(String.self))
            }
        }
    }

    /// Reads the keys `device`, `baud`, `data_bits`, `parity`, `stop_bits` and `checksum`.
    ///
    /// - Throws: `DriverError.failed`, naming the invalid key.
    public init(_ configuration: DriverConfiguration) throws(DriverError) {
        let section = try configuration.decode(Section.self)
        guard !section.device.isEmpty, !section.device.utf8.contains(0) else {
            throw .failed("config.device: give the path of a serial port, such as /dev/ttyUSB0")
        }
        if NetworkAddress.isMeant(by: section.device), NetworkAddress(section.device) == nil {
            throw .failed("config.device: '\(section.device)' is not an address: write tcp://host:port")
        }
        device = section.device
        switch section.baud {
        case nil, .word("auto")?: baud = nil
        case .rate(let rate)? where LineSettings.rates.contains(rate): baud = rate
        case .rate(let rate)?: throw .failed("config.baud: \(rate) is out of range; allowed: 50...4000000 or auto")
        case .word(let word)?: throw .failed("config.baud: '\(word)' is not a rate; allowed: 50...4000000 or auto")
        }
        dataBits = section.dataBits ?? 8
        guard (7...8).contains(dataBits) else { throw .failed("config.data_bits: allowed: 7, 8") }
        stopBits = section.stopBits ?? 1
        guard (1...2).contains(stopBits) else { throw .failed("config.stop_bits: allowed: 1, 2") }
        guard let parity = LineSettings.Parity(rawValue: section.parity ?? "none") else {
            throw .failed("config.parity: allowed: none, odd, even")
        }
        self.parity = parity
        switch section.checksum {
        case nil, "required"?: allowsMissingChecksum = false
        case "optional"?: allowsMissingChecksum = true
        default: throw .failed("config.checksum: allowed: required, optional")
        }
    }

    /// Creates the settings for probing an unknown device.
    public init(probing device: String) {
        self.device = device
        baud = nil
        (dataBits, parity, stopBits) = (8, .none, 1)
        allowsMissingChecksum = false
    }

    /// The line settings at a rate.
    func line(at baud: Int) -> LineSettings {
        LineSettings(baud: baud, dataBits: dataBits, parity: parity, stopBits: stopBits)
    }
}
