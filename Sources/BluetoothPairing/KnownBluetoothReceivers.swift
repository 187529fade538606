// SPDX-License-Identifier: Apache-2.0

/// A family of receivers, recognised by the names that they report.
struct BluetoothFamily: Sendable, Hashable {
    /// A description for people.
    var name: String
    /// The prefixes of the names, in lower case.
    var beginnings: [String]
    /// The manufacturer's default PIN; nil if the receivers request none.
    var pin: String?
}

/// Families of receivers, from manufacturers' manuals and users' reports. A name is only a hint.
enum KnownBluetoothReceivers {
    /// The default PINs of nearly all receivers, the most common first.
    static let usualPINs = ["0000", "1234"]

    /// The family of a device name; nil if unknown.
    static func family(of name: String) -> BluetoothFamily? {
        let name = name.lowercased()
        return table.first { family in family.beginnings.contains { name.hasPrefix($0) } }
    }

    static let table: [BluetoothFamily] = [
        BluetoothFamily(
            name: "logger or mouse (SiRF, MTK)",
            beginnings: [
                "bt-gps", "ibt-gps", "holux", "qstarz", "bt-q", "bt-338", "bt-359", "nokia ld-3w", "navilock",
            ],
            pin: "0000"),
        BluetoothFamily(name: "serial module (HC-05, HC-06)", beginnings: ["hc-05", "hc-06", "linvor"], pin: "1234"),
        BluetoothFamily(
            name: "serial module (Roving Networks)", beginnings: ["rnbt-", "firefly-", "rn42", "rn41"], pin: "1234"),
        BluetoothFamily(
            name: "SparkFun RTK",
            beginnings: [
                "facet ", "surveyor ", "express ", "express plus ", "torch ", "postcard ", "evk ", "sparkpnt ",
            ],
            pin: nil),
        BluetoothFamily(name: "ArduSimple", beginnings: ["ardusimple", "simplertk"], pin: "1234"),
        BluetoothFamily(name: "Garmin GLO", beginnings: ["garmin glo"], pin: nil),
        BluetoothFamily(name: "Dual XGPS", beginnings: ["xgps"], pin: nil),
        BluetoothFamily(name: "Bad Elf", beginnings: ["bad elf"], pin: nil),
        BluetoothFamily(name: "Emlid Reach", beginnings: ["reach"], pin: nil),
        BluetoothFamily(
            name: "Eos Arrow", beginnings: ["arrow 100", "arrow 200", "arrow gold", "arrow lite"], pin: nil),
        BluetoothFamily(name: "Trimble", beginnings: ["trimble", "r1 ", "r2,", "r2 "], pin: "0000"),
        BluetoothFamily(name: "Leica", beginnings: ["leica", "zeno "], pin: "0000"),
        BluetoothFamily(name: "Stonex, South, CHC", beginnings: ["stonex", "south", "chcnav", "gnss-"], pin: "1234"),
        BluetoothFamily(name: "Septentrio", beginnings: ["septentrio", "mosaic", "altus"], pin: nil),
    ]
}
