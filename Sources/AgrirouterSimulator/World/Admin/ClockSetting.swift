// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats

/// The body of `PUT /clock`.
struct ClockSetting {
    private var time: UTCTime?
    private var advance: Double?
    private var skew: Double?
    private var rate: Double?
    private var following: VirtualClock.Following??

    init(_ json: JSONValue) throws(OptionError) {
        for (name, value) in json.members ?? [:] {
            switch name {
            case "time":
                time =
                    value.text.flatMap { UTCTime(iso8601: $0) }
                    ?? value.integer.flatMap { UTCTime(posixSeconds: Int64($0)) }
                guard time != nil else {
                    throw OptionError(
                        description: "time must have the form 2026-11-20T12:00:00Z, or be seconds since 1970")
                }
            case "advance_s": advance = try Self.number(name, value, -4e9...4e9)
            case "skew_s": skew = try Self.number(name, value, -4e9...4e9)
            case "rate": rate = try Self.number(name, value, 0...100_000)
            case "follow":
                if value == .null || value.text == "none" {
                    following = .some(nil)
                } else if value.text == "requests" {
                    following = .some(VirtualClock.Following(backwards: json["backwards"]?.flag ?? false))
                } else {
                    throw OptionError(description: "follow must be \"requests\" or \"none\"")
                }
            case "backwards": break
            default:
                throw OptionError(
                    description: "the clock's settings are time, advance_s, skew_s, rate, follow and backwards")
            }
        }
    }

    private static let origin = UTCTime(nanosecondsSince1970: 0)
    /// The largest distance of the time from 1970, in seconds.
    private static let farthest = 9e9

    private static func number(
        _ name: String, _ value: JSONValue, _ range: ClosedRange<Double>
    ) throws(OptionError) -> Double {
        guard let number = value.number, range.contains(number) else {
            throw OptionError(description: "\(name) must be a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Changes the clock.
    ///
    /// - Throws: `OptionError` if `advance_s` would move the time too far; nothing is changed then.
    func apply(to clock: VirtualClock) throws(OptionError) {
        if let advance, abs((time ?? clock.now).seconds(since: Self.origin) + advance) > Self.farthest {
            throw OptionError(description: "advance_s must leave the time between the years 1685 and 2255")
        }
        if let following { clock.following = following }
        if let time { clock.set(time) }
        if let advance { clock.advance(by: .seconds(advance)) }
        if let skew { clock.skew = .seconds(skew) }
        if let rate { clock.rate = rate }
    }

    static func json(of clock: VirtualClock) -> JSONValue {
        [
            "time": .string(clock.now.iso8601), "shown": .string(clock.shown.iso8601), "rate": .number(clock.rate),
            "skew_s": .number(clock.shown.seconds(since: clock.now).rounded()),
            "follow": clock.following == nil ? "none" : "requests",
            "backwards": .bool(clock.following?.backwards ?? false),
        ]
    }
}
