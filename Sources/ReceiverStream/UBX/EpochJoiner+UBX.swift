// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import UBX
internal import Wire

extension EpochJoiner {
    /// The maximum age of an epoch, in milliseconds, to which a message belongs that was delayed in the buffers of a
    /// fast receiver.
    private static var oldest: Int64 { 5000 }

    /// Processes a UBX message.
    ///
    /// - Parameters:
    ///   - stated: Its identity.
    ///   - id: The identity as which it is read.
    ///   - content: Its decoded content.
    mutating func add(
        _ stated: MessageID, as id: MessageID, _ content: SharedContent, _ payload: Span<UInt8>, _ frame: Span<UInt8>
    ) {
        let epoch = id.epoch(of: payload)
        if let epoch {
            if memory.countedLeapSeconds == nil {
                // The epoch to which the message belongs is not known yet.
                var alone = UBXDraft()
                alone.epoch = epoch
                alone.add(id, content, payload)
                memory.countedLeapSeconds = alone.countedLeapSeconds()
            }
            place(id, epoch)
        }
        draft.hostTime = now
        keepUBX(frame)
        if id.isOfFix || id.isOfSky { draft.note(stated) }
        draft.ubx.add(id, content, payload)
        addState(id, payload)
        guard epoch != nil else { return }
        let mark = CycleLearner.Mark(address: id.code, isLastOfGroup: false, signal: nil)
        lastMark = mark
        guard closesEarly, draft.hasPosition else { return }
        if learner.isEnd(mark) || (id == .navEOE && !memory.isEndOfEpochWrong) { closeEarly() }
    }

    /// Returns the class NAV message as which a message is read: messages of NAV2, the second output without
    /// augmentation, count if the receiver sends no position in class NAV.
    mutating func solutionID(of id: MessageID) -> MessageID {
        if id.isPosition { memory.sawNavigation = true }
        guard id.messageClass == MessageID.secondOutput, !memory.sawNavigation else { return id }
        return MessageID(0x01, id.id)
    }

    /// Closes the open epoch if a message belongs to the next one.
    private mutating func place(_ id: MessageID, _ epoch: WeekTime) {
        compareWithClosed { $0.week?.isNear(epoch) == true }
        if let open = draft.ubx.epoch {
            if open.isNear(epoch) { return }
            let ahead = epoch.since(open)
            if ahead < 0, ahead > -Self.oldest, !id.isPosition { return }
            endByNext()
        }
        let time = timeOfDay(epoch)
        if let key = draft.key, let time, !key.isNear(time), !isSameAtLeapSecond(key, time),
            !draft.isKeyTentative || draft.hasPosition || !key.isAbout(time)
        {
            endByNext()
        }
        draft.ubx.epoch = epoch
        guard draft.key == nil, let time else { return }
        draft.key = time
        (draft.isKeyTentative, draft.isKeyOfWeek) = (false, true)
    }

    /// Returns true if a sentence's time and that of a message differ only by a leap second that is not counted yet.
    mutating func isSameAtLeapSecond(_ sentence: TimeOfDay, _ message: TimeOfDay) -> Bool {
        // A message already read may state the new leap seconds. The first of an epoch is compared with the last epoch.
        if let epoch = draft.ubx.epoch, let counted = timeOfDay(epoch), counted.isNear(sentence) { return true }
        guard sentence.isLeapSecond || sentence.nanoseconds < 1_000_000_000, let last = memory.instant,
            abs(sentence.distance(to: message) - 1_000_000_000) < 10_000_000
        else { return false }
        return sentence.isLeapSecond || last.isLeapSecond
            || (draft.ubx.epoch == nil && sentence.isLater(than: message) && !last.timeOfDay.isNear(message))
    }

    /// The time of day in UTC for a time of week, with the leap seconds that the receiver applies or, until it reports
    /// them, those in force since 2017.
    private mutating func timeOfDay(_ epoch: WeekTime) -> TimeOfDay? {
        let leap = draft.ubx.countedLeapSeconds() ?? memory.countedLeapSeconds ?? LeapSeconds.announced.latest
        let day: Int64 = 86_400_000
        let milliseconds = Int(((Int64(epoch.milliseconds) - Int64(leap) * 1000) % day + day) % day)
        let seconds = milliseconds / 1000
        return TimeOfDay(
            hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60,
            nanosecond: milliseconds % 1000 * 1_000_000)
    }

    /// Processes the parts of a message that concern more than its epoch.
    private mutating func addState(_ id: MessageID, _ payload: Span<UInt8>) {
        switch id {
        case .navPVT, .navTIMEUTC, .navTIMEGPS, .navTIMELS, .rxmRAWX:
            memory.countedLeapSeconds = draft.ubx.countedLeapSeconds() ?? memory.countedLeapSeconds
        case .rxmRTCM:
            // Version 2; checksum correct and message used: bits 0 and 1–2 of the flags.
            guard payload.count >= 8, payload[0] == 2, payload[1] & 0x07 == 0x04 else { return }
            memory.station = payload.little(at: 4)
        case .monHW, .monRF, .secSIG: memory.interference.note(id, payload, at: now)
        case .monVER:
            guard let version = ReceiverVersion(payload) else { return }
            var known = draft.identity ?? ReceiverIdentity()
            (known.vendor, known.model) = ("u-blox", version.model ?? known.model)
            known.firmware = version.value(of: "FWVER") ?? version.software
            draft.identity = known
        case .secUNIQID:
            guard let serial = ReceiverUniqueID(payload)?.text else { return }
            var known = draft.identity ?? ReceiverIdentity()
            (known.vendor, known.serial) = ("u-blox", serial)
            draft.identity = known
        default: break
        }
    }
}

extension ReceiverIdentity {
    /// Replaces the values that `other` states, and returns the result.
    mutating func completed(by other: ReceiverIdentity) -> ReceiverIdentity {
        (vendor, model) = (other.vendor ?? vendor, other.model ?? model)
        (firmware, serial) = (other.firmware ?? firmware, other.serial ?? serial)
        return self
    }
}
