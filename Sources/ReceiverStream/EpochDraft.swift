// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NMEA
internal import UBX

/// What tells one epoch from another: the time of day that its sentences bear, the time of week of its UBX messages.
struct EpochKey: Sendable {
    var time: TimeOfDay?
    var week: WeekTime?
}

/// The sentences and messages of one epoch, as far as they have come.
struct EpochDraft: Sendable {
    /// The time of day that its sentences bear, nil while none has borne one.
    var key: TimeOfDay?
    /// Whether the key is only that of a sentence that may speak of another instant (ZDA, GST and the like).
    var isKeyTentative = true
    /// Whether the key was made of the time of week of a UBX message, and leap seconds that may be assumed.
    var isKeyOfWeek = false
    /// The addresses of its sentences in the order they came, each once.
    private(set) var addresses: [UInt64] = []
    /// Which of them speak of a position.
    private(set) var positionAddresses: [UInt64] = []
    /// Sentences and frames as received, and the sum of their bytes.
    var sentences: [Payload] = []
    var keptBytes = 0
    /// Sentences that state a solution with a position that cannot be read.
    var unreadablePositions = 0
    /// When the last of it came.
    var hostTime = HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)

    var rmc: RMCSentence?
    var gga: GGASentence?
    var gns: GNSSentence?
    var gll: GLLSentence?
    var zda: ZDASentence?
    var gst: GSTSentence?
    var datum: DTMSentence?
    /// What makers' own sentences say.
    var own = OwnSentences()
    /// Attitudes, with the time of day that they state.
    var attitudes: [(attitude: Attitude, time: TimeOfDay?)] = []
    var identity: ReceiverIdentity?
    /// What UBX messages say.
    var ubx = UBXDraft()

    /// Makers' own sentences.
    struct OwnSentences: Sendable {
        var pubx: PUBXPositionSentence?
        var pubxTime: PUBXTimeSentence?
        var skytraq: PSTIVelocitySentence?
        var ashtech: PASHRPositionSentence?
        var garmin: PGRMFSentence?
        var garminError: PGRMESentence?
        var garminVelocity: PGRMVSentence?
        var garminHeight: PGRMZSentence?
    }

    /// The largest count of satellites used in a GGA.
    var mostSatellites: Int?
    var gsaKind: FixKind?
    var isDeadReckoning = false
    var used: [SatelliteID] = []
    var dop = DilutionOfPrecision()

    /// The position that counts, with what it is known by.
    private(set) var best: (position: GeodeticPosition, decimals: Int, isGGA: Bool)?

    /// Whether nothing is in it.
    var isEmpty: Bool { addresses.isEmpty && sentences.isEmpty && identity == nil && ubx.epoch == nil }

    /// Whether it says anything about a position, even that the receiver has none.
    var hasPositionSentence: Bool { !positionAddresses.isEmpty }

    /// Whether a sentence or a message says anything of a position.
    var hasPosition: Bool { hasPositionSentence || ubx.hasPosition }

    /// What tells it from other epochs.
    var epochKey: EpochKey { EpochKey(time: key, week: ubx.epoch) }

    /// More addresses than any receiver has; bounds the lists.
    private static let mostAddresses = 64

    /// Whether a sentence with that address is in it.
    func has(_ address: UInt64) -> Bool { addresses.contains(address) }

    mutating func note(_ address: UInt64, isPosition: Bool) {
        if !addresses.contains(address), addresses.count < Self.mostAddresses { addresses.append(address) }
        if isPosition, !positionAddresses.contains(address), positionAddresses.count < Self.mostAddresses {
            positionAddresses.append(address)
        }
    }

    /// Whether it came after its epoch had been closed: no second fix is made of it.
    var isLate = false
    /// Whether the receiver only repeats its last position.
    var isStuck = false
    private(set) var speed = Finest<Speed>()
    private(set) var course = Finest<Angle>()

    /// A value that several sentences of an epoch may state: the one with the most decimals counts, of those the last.
    struct Finest<Value: Sendable>: Sendable {
        private(set) var value: Value?
        private var decimals = 0

        mutating func take(_ value: Value?, decimals: Int) {
            guard let value, self.value == nil || decimals >= self.decimals else { return }
            self.value = value
            self.decimals = decimals
        }
    }

    mutating func move(_ speed: Speed?, _ course: Angle?, decimals: (speed: Int, course: Int)) {
        self.speed.take(speed, decimals: decimals.speed)
        self.course.take(course, decimals: decimals.course)
    }

    /// Takes a position. The one with the most decimals counts; of those the last, but GGA's only where it is alone:
    /// there are devices that repeat GGA late.
    mutating func place(_ position: GeodeticPosition?, decimals: Int, isGGA: Bool = false) {
        guard let position else { return }
        if let best, best.decimals > decimals || (best.decimals == decimals && isGGA && !best.isGGA) { return }
        best = (position, decimals, isGGA)
    }

    /// Satellites used, each once.
    mutating func use(_ satellites: [SatelliteID]) {
        for satellite in satellites where used.count < 255 && !used.contains(satellite) { used.append(satellite) }
    }

    /// The addresses as text.
    var sources: [String] { addresses.map(Self.text) }

    /// Notes a UBX message.
    mutating func note(_ id: MessageID) { note(id.code, isPosition: false) }

    /// The text of an address: at most eight letters, the last in the lowest byte; or the name of a UBX message.
    static func text(_ address: UInt64) -> String {
        if let id = MessageID(code: address) { return id.sourceName }
        return letters(address)
    }

    private static func letters(_ address: UInt64) -> String {
        withUnsafeBytes(of: address.bigEndian) { letters in
            String(decoding: UnsafeRawBufferPointer(rebasing: letters.drop { $0 == 0 }), as: UTF8.self)
        }
    }
}
