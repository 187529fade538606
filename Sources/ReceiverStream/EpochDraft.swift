// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NMEA
internal import UBX

/// The key of an epoch: the time of day in its sentences and the time of week in its UBX messages.
struct EpochKey: Sendable {
    var time: TimeOfDay?
    var week: WeekTime?
}

/// The sentences and messages received so far for one epoch.
struct EpochDraft: Sendable {
    /// The time of day in the epoch's sentences; nil until one of them contains a time.
    var key: TimeOfDay?
    /// True if `key` is only from a sentence that may refer to another instant (ZDA, GST and the like).
    var isKeyTentative = true
    /// True if `key` was computed from the time of week of a UBX message, possibly with assumed leap seconds.
    var isKeyOfWeek = false
    /// The addresses of its sentences in order of arrival, without duplicates.
    private(set) var addresses: [UInt64] = []
    /// The addresses of its position sentences.
    private(set) var positionAddresses: [UInt64] = []
    /// Sentences and frames as received, and their total length in bytes.
    var sentences: [Payload] = []
    var keptBytes = 0
    /// Number of sentences that report a solution but whose position is unreadable.
    var unreadablePositions = 0
    /// The arrival time of its last byte.
    var hostTime = HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)

    var rmc: RMCSentence?
    var gga: GGASentence?
    var gns: GNSSentence?
    var gll: GLLSentence?
    var zda: ZDASentence?
    var gst: GSTSentence?
    @Rare var datum: DTMSentence?
    /// The manufacturers' sentences.
    var own = OwnSentences()
    /// Attitudes, with their own time of day if they have one.
    var attitudes: [(attitude: Attitude, time: TimeOfDay?)] = []
    var identity: ReceiverIdentity?
    /// The UBX messages.
    var ubx = UBXDraft()

    /// Manufacturers' sentences.
    struct OwnSentences: Sendable {
        @Rare var pubx: PUBXPositionSentence?
        @Rare var pubxTime: PUBXTimeSentence?
        @Rare var skytraq: PSTIVelocitySentence?
        @Rare var ashtech: PASHRPositionSentence?
        @Rare var garmin: PGRMFSentence?
        @Rare var garminError: PGRMESentence?
        @Rare var garminVelocity: PGRMVSentence?
        @Rare var garminHeight: PGRMZSentence?
    }

    /// The largest number of satellites used in a GGA.
    var mostSatellites: Int?
    var gsaKind: FixKind?
    var isDeadReckoning = false
    var used: [SatelliteID] = []
    var dop = DilutionOfPrecision()

    /// The position chosen so far, with the number of decimals and whether it is from GGA.
    private(set) var best: (position: GeodeticPosition, decimals: Int, isGGA: Bool)?

    /// True if there is nothing in the epoch.
    @inline(__always)
    var isEmpty: Bool { addresses.isEmpty && sentences.isEmpty && identity == nil && ubx.epoch == nil }

    /// True if a sentence contains a position, or reports that the receiver has none.
    var hasPositionSentence: Bool { !positionAddresses.isEmpty }

    /// True if a sentence or message contains a position, or reports that the receiver has none.
    var hasPosition: Bool { hasPositionSentence || ubx.hasPosition }

    /// The key that distinguishes this epoch from others.
    var epochKey: EpochKey { EpochKey(time: key, week: ubx.epoch) }

    /// Limit of the lists: more addresses than any receiver has.
    private static let mostAddresses = 64

    /// Returns true if a sentence with an address is in the epoch.
    func has(_ address: UInt64) -> Bool { addresses.contains(address) }

    mutating func note(_ address: UInt64, isPosition: Bool) {
        if !addresses.contains(address), addresses.count < Self.mostAddresses { addresses.append(address) }
        if isPosition, !positionAddresses.contains(address), positionAddresses.count < Self.mostAddresses {
            positionAddresses.append(address)
        }
    }

    /// True if it arrived after its epoch had been closed; then it does not make a second fix.
    var isLate = false
    /// True if the receiver only repeats its last position, which then counts as none.
    var isStuck = false
    private(set) var speed = Finest<Speed>()
    private(set) var course = Finest<Angle>()

    /// A value that several sentences of an epoch may contain: the value with the most decimals counts; of several such
    /// values, the last.
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

    /// Adds a position. The one with the most decimals counts; of several such, the last, but GGA's only if there is
    /// no other: some devices repeat GGA late.
    mutating func place(_ position: GeodeticPosition?, decimals: Int, isGGA: Bool = false) {
        guard let position else { return }
        if let best, best.decimals > decimals || (best.decimals == decimals && isGGA && !best.isGGA) { return }
        best = (position, decimals, isGGA)
    }

    /// Adds satellites used, without duplicates.
    mutating func use(_ satellites: [SatelliteID]) {
        for satellite in satellites where used.count < 255 && !used.contains(satellite) { used.append(satellite) }
    }

    /// Returns the addresses as texts; mutating for the same reason as the functions of `UBXDraft`.
    mutating func sources() -> [String] { addresses.map(Self.text) }

    /// Notes a UBX message.
    mutating func note(_ id: MessageID) { note(id.code, isPosition: false) }

    /// Returns the text of an address: at most eight letters, the last in the lowest byte; or the name of a UBX
    /// message.
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
