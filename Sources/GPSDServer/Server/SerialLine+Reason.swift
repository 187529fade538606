// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

extension GPSDDevice.SerialLine {
    /// Reads the settings that a driver states at the end of the reason for `running`: `… at 9600 baud`, or
    /// `… at 4800 baud 7E1` if it is not 8N1. Nil for other states and words.
    ///
    /// With `baud: auto`, only the driver knows which rate it found, and the reason is its only means to say so. The words
    /// are those of `LineSettings.description` in the module `Transport`.
    init?(_ report: DriverStateReport) {
        guard report.state == .running else { return nil }
        var words = report.reason.split(separator: " ").suffix(4)
        let last: Substring = words.last == "baud" ? "8N1" : words.popLast() ?? ""
        let format: [Character] = Array(last)
        guard words.popLast() == "baud", let speed = words.popLast().flatMap({ Int($0) }), words.popLast() == "at",
            (50...4_000_000).contains(speed), format.count == 3, format[0].isWholeNumber,
            ["N", "E", "O"].contains(format[1]), let stopBits = format[2].wholeNumberValue, (1...2).contains(stopBits)
        else { return nil }
        self.init(speed: speed, parity: format[1], stopBits: stopBits)
    }
}
