// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NMEA

extension EpochDraft {
    /// Maximum number of attitudes per epoch: enough for sentences at 100 Hz with a fix at 1 Hz.
    private static var mostAttitudes: Int { 128 }

    /// Adds the attitude in a sentence. Sentences without a time are merged to one attitude with the last value of
    /// each kind; each sentence with its own time makes a separate one.
    mutating func addAttitude(_ sentence: NMEASentence) {
        switch sentence.kind {
        case .hdt: merge(sentence) { $0.heading = HDTSentence($1)?.heading ?? $0.heading }
        case .ths:
            guard let ths = THSSentence(sentence), ths.isValid else { return }
            merge(sentence) { attitude, _ in attitude.heading = ths.heading }
        case .hdm: merge(sentence) { $0.magneticHeading = HDMSentence($1)?.magneticHeading ?? $0.magneticHeading }
        case .hdg:
            guard let hdg = HDGSentence(sentence), let magnetic = hdg.magneticHeading else { return }
            merge(sentence) { attitude, _ in
                attitude.magneticHeading = magnetic
                attitude.heading = attitude.heading ?? hdg.heading
            }
        case .rot:
            guard let rot = ROTSentence(sentence), rot.isValid else { return }
            merge(sentence) { attitude, _ in attitude.rateOfTurn = rot.rate }
        case .attitude: add(PASHRAttitudeSentence(sentence))
        case .skytraqAttitude: add(PSTIAttitudeSentence(sentence))
        case .txt, .mediaTek, .garminSensor: addIdentity(sentence)
        default: break
        }
    }

    private mutating func merge(
        _ sentence: NMEASentence, _ change: (inout Attitude, NMEASentence) -> Void
    ) {
        let index = attitudes.firstIndex { $0.time == nil } ?? attitudes.endIndex
        if index == attitudes.endIndex { attitudes.append((Attitude(), nil)) }
        change(&attitudes[index].attitude, sentence)
        let address = sentence.address
        if !attitudes[index].attitude.sources.contains(address) { attitudes[index].attitude.sources.append(address) }
    }

    private mutating func add(_ pashr: PASHRAttitudeSentence?) {
        guard let pashr, attitudes.count < Self.mostAttitudes else { return }
        var attitude = Attitude()
        attitude.heading = pashr.heading
        attitude.roll = pashr.roll
        attitude.pitch = pashr.pitch
        attitude.heave = pashr.heave
        attitude.sources = ["PASHR"]
        attitudes.append((attitude, pashr.time))
    }

    private mutating func add(_ psti: PSTIAttitudeSentence?) {
        guard let psti, psti.mode?.quality != .invalid, attitudes.count < Self.mostAttitudes else { return }
        var attitude = Attitude()
        attitude.heading = psti.heading
        attitude.roll = psti.roll
        attitude.pitch = psti.pitch
        attitude.sources = ["PSTI"]
        attitudes.append((attitude, psti.time))
    }

    // MARK: Identity

    /// Adds the information about the receiver in a sentence.
    private mutating func addIdentity(_ sentence: NMEASentence) {
        switch sentence.kind {
        case .garminSensor:
            guard let product = PGRMTSentence(sentence)?.product else { return }
            identity = ReceiverIdentity(vendor: "Garmin", model: product)
        case .mediaTek:
            guard case .firmware(let release)? = MediaTekSentence(sentence)?.content else { return }
            identity = ReceiverIdentity(vendor: "MediaTek", firmware: release)
        default:
            guard let text = TXTSentence(sentence)?.text else { return }
            addUBloxIdentity(text)
        }
    }

    /// At startup, u-blox receivers identify themselves in lines `FWVER=SPG 3.01`, `MOD=NEO-M8N-0`,
    /// `EXT CORE 1.00 (59842)`.
    private mutating func addUBloxIdentity(_ text: String) {
        var known = identity ?? ReceiverIdentity()
        if text.hasPrefix("MOD=") {
            known.model = String(text.dropFirst(4))
        } else if text.hasPrefix("FWVER=") {
            known.firmware = String(text.dropFirst(6))
        } else if text.hasPrefix("EXT CORE") || text.hasPrefix("ROM CORE") || text.hasPrefix("ROM BASE") {
            known.firmware = known.firmware ?? text
        } else if !text.hasPrefix("u-blox") {
            return
        }
        known.vendor = "u-blox"
        identity = known
    }
}
