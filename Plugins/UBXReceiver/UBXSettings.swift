// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import SerialReceiver
internal import UBX

/// The section `config` of a u-blox receiver; `schema.json` defines ranges and defaults.
struct UBXSettings: Sendable {
    var line: LineConfiguration
    var leave: UBXCompanion.Leave
    var timing = SetupTiming()
    /// A remark for people about settings without effect; nil if there are none.
    var remark: String?

    private struct Section: Decodable {
        var configure: String?
        var rate: Rate?

        enum CodingKeys: String, CodingKey {
            case configure
            case rate = "rate_hz"
        }
    }

    /// A number or a word.
    private enum Rate: Decodable {
        case hertz(Double)
        case word(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let rate = try? container.decode(Double.self) {
                self = .hertz(rate)
            } else {
                self = .word(try container.decode(String.self))
            }
        }
    }

    init(_ configuration: DriverConfiguration) throws(DriverError) {
        line = try LineConfiguration(configuration)
        // Opened for writing corrections; a read-only port is acceptable too.
        (line.isWritable, line.isWritingOptional) = (true, true)
        let section = try configuration.decode(Section.self)
        var options = ProvisionOptions()
        switch section.rate {
        case nil, .word("keep")?: break
        case .hertz(let rate)? where ProvisionOptions.rates.contains(rate): options.rate = rate
        default: throw .failed("config.rate_hz: allowed: 0.1...25 or keep")
        }
        if options.rate != nil, section.configure != "ram" {
            remark = "rate_hz has no effect without configure: ram; add that, or remove rate_hz"
        }
        // A configured rate of the line is kept.
        options.mayRaiseRate = line.baud == nil
        switch section.configure {
        case nil, "none"?: leave = .listen
        case "ram"?:
            leave = .configure(options)
            line.isWritingOptional = false
        default: throw .failed("config.configure: allowed: none, ram")
        }
    }
}
