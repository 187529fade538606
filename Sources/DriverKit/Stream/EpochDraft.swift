// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NMEA

/// The sentences of one epoch, as far as they have come.
struct EpochDraft: Sendable {
    /// The time of day that its sentences bear, nil while none has borne one.
    var key: TimeOfDay?
    /// Whether the key is only that of a sentence that may speak of another instant (ZDA, GST and the like).
    var isKeyTentative = true
    /// The addresses of its sentences in the order they came, each once.
    private(set) var addresses: [UInt64] = []
    /// Which of them speak of a position.
    private(set) var positionAddresses: [UInt64] = []
    /// Sentences as received.
    var sentences: [Payload] = []
    /// When the last of it came.
    var hostTime = HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)

    var rmc: RMCSentence?
    var gga: GGASentence?
    var gns: GNSSentence?
    var gll: GLLSentence?
    var vtg: VTGSentence?
    var zda: ZDASentence?
    var gst: GSTSentence?
    var datum: DTMSentence?
    var positionDecimals = PositionDecimals()

    var gsaKind: FixKind?
    var isDeadReckoning = false
    var used: [SatelliteID] = []
    var dop = DilutionOfPrecision()

    /// A sentence with date and time that was read here.
    struct PositionDecimals: Sendable {
        var rmc = 0
        var gga = 0
        var gns = 0
        var gll = 0
    }

    /// Whether nothing is in it.
    var isEmpty: Bool { addresses.isEmpty }

    /// Whether it says anything of a position, were it that there is none.
    var hasPositionSentence: Bool { !positionAddresses.isEmpty }

    /// More addresses than any receiver has; bounds the lists.
    private static let mostAddresses = 64

    mutating func note(_ address: UInt64, isPosition: Bool) {
        if !addresses.contains(address), addresses.count < Self.mostAddresses { addresses.append(address) }
        if isPosition, !positionAddresses.contains(address), positionAddresses.count < Self.mostAddresses {
            positionAddresses.append(address)
        }
    }

    /// Satellites used, each once.
    mutating func use(_ satellites: [SatelliteID]) {
        for satellite in satellites where used.count < 255 && !used.contains(satellite) { used.append(satellite) }
    }

    /// The addresses as text.
    var sources: [String] {
        addresses.map { code in
            var text = ""
            for shift in stride(from: UInt64(56), through: 0, by: -8) {
                let byte = UInt8(truncatingIfNeeded: code >> shift)
                if byte != 0 { text.unicodeScalars.append(Unicode.Scalar(byte)) }
            }
            return text
        }
    }
}
