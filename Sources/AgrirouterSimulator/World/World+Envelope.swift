// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats

extension World {
    /// Records all rule violations in a message, whether or not it is accepted.
    mutating func checkEnvelope(_ message: RequestMessage, from id: String) {
        if !message.id.isUUID { violate("M-7", "application_message_id \"\(message.id)\" is not a UUID") }
        checkSequence(message, from: id)
        let type = message.type
        if !MessageTypeTable.isCommand(type), !MessageTypeTable.isData(type) {
            violate("M-7", "unknown technical_message_type \"\(type)\"")
        }
        checkMode(message)
        checkTime(message)
        if message.hasChunk, MessageTypeTable.isWhole(type) { violate("M-7", "\(type) has a chunk_info") }
        checkPayload(message)
        for finding in message.findings { violate("M-7", finding) }
        if type == MessageTypeTable.gps, let list = message.payload { checkPositions(list) }
    }

    private mutating func checkSequence(_ message: RequestMessage, from id: String) {
        guard let endpoint = endpoints[id] else { return }
        let sequence = message.sequence
        if let known = endpoint.sent[message.id] {
            if known.sequence != sequence {
                violate("M-7", "message \(message.id) had sequence \(known.sequence) before and has \(sequence) now")
            }
            return
        }
        if sequence < 1 {
            violate("M-7", "application_message_seq_no is \(sequence)")
        } else if sequence <= endpoint.lastSequence, sequence != 1 {
            violate("M-7", "application_message_seq_no \(sequence) follows \(endpoint.lastSequence)")
        }
        endpoints[id]?.lastSequence = sequence
    }

    private mutating func checkMode(_ message: RequestMessage) {
        let isCommand = MessageTypeTable.isCommand(message.type)
        switch (message.mode, message.recipients.isEmpty) {
        case (0, false) where isCommand: violate("M-7", "\(message.type) is a command but has recipients")
        case (1, _) where isCommand, (2, _) where isCommand:
            violate("M-7", "\(message.type) is a command but is published")
        case (0, true) where !isCommand: violate("M-7", "\(message.type) is sent directly but has no recipient")
        case (1, false): violate("M-7", "\(message.type) is published but has recipients")
        case (2, true): violate("M-7", "\(message.type) is published and sent directly but has no recipient")
        default: break
        }
        for recipient in message.recipients where !recipient.isUUID {
            violate("M-7", "recipient \"\(recipient)\" is not a UUID")
        }
    }

    private mutating func checkTime(_ message: RequestMessage) {
        guard let time = message.timestamp else {
            return violate("M-7", "the envelope has no valid timestamp")
        }
        let difference = time.seconds(since: now)
        if abs(difference) > 60 { violate("M-7", "the envelope's timestamp is off by \(difference) s") }
    }

    private mutating func checkPayload(_ message: RequestMessage) {
        if let fault = message.payloadFault { violate("M-7", "the payload: \(fault)") }
        let details = message.wrapper.message(1)
        guard let form = MessageTypeTable.form(message.type) else {
            // A ping has no payload.
            if message.type == MessageTypeTable.ping, details != nil { violate("M-7", "a ping carries a payload") }
            return
        }
        guard details != nil else { return violate("M-7", "\(message.type) has no payload") }
        checkPeriod(message, form)
        let names =
            message.type == MessageTypeTable.feedDelete
            ? [form.name, FormTable.messageQuery.name] : [form.name]
        let url = message.typeURL
        let bare = url.hasPrefix(FormTable.prefix) ? String(url.dropFirst(FormTable.prefix.count)) : url
        if !names.contains(bare) { violate("M-7", "type_url \"\(url)\" does not fit \(message.type)") }
    }

    /// Checks a message's period. A period that begins near 1970 shows that the client's clock was not set.
    private mutating func checkPeriod(_ message: RequestMessage, _ form: MessageForm) {
        guard [FormTable.messageQuery.name, FormTable.messageDelete.name].contains(form.name),
            let period = message.payload?.message(3)
        else { return }
        for limit in [period.message(1), period.message(2)].compactMap({ $0 })
        where limit.integer(1) < 946_684_800 {
            violate("M-7", "\(message.type) requests a time before 2000")
        }
    }

    /// Checks the positions of a list (rule M-8).
    private mutating func checkPositions(_ list: DecodedMessage) {
        var found: [String: Int] = [:]
        var last: UTCTime?
        if list.messages(1).isEmpty { violate("M-8", "a list without positions") }
        for entry in list.messages(1) {
            for fault in PositionCheck.faults(entry, now: now) { found[fault, default: 0] += 1 }
            guard let time = entry.message(8)?.time else { continue }
            if let last, time < last { found["the times are not in ascending order", default: 0] += 1 }
            last = time
        }
        for (fault, count) in found.sorted(by: { $0.key < $1.key }) { violate("M-8", "\(count) entries: \(fault)") }
    }
}

/// The rules for a single position.
enum PositionCheck {
    static func faults(_ entry: DecodedMessage, now: UTCTime) -> [String] {
        var faults: [String] = []
        let (north, east, up) = (entry.real(1), entry.real(2), entry.integer(3))
        let status = entry.integer(4)
        if ![north, east, entry.real(5), entry.real(6)].allSatisfy(\.isFinite) {
            faults.append("a number is not finite")
        }
        if north.magnitude > 90 { faults.append("position_north is out of range") }
        if east.magnitude > 180 { faults.append("position_east is out of range") }
        if entry.real(5) < 0 || entry.real(6) < 0 { faults.append("a dilution of precision is negative") }
        if (1...8).contains(status), north == 0, east == 0 { faults.append("a fix at 0/0") }
        if [0, 14, 15].contains(status), north != 0 || east != 0 || up != 0 {
            faults.append("coordinates without a fix")
        }
        if !(-1_000_000...20_000_000).contains(up) {
            faults.append("position_up has an implausible value: is it in millimetres?")
        }
        if let time = entry.message(8)?.time {
            if time.seconds(since: now) > 60 { faults.append("a time in the future") }
            if time.posix.seconds < 946_684_800 { faults.append("a time before 2000") }
        } else {
            faults.append("no gps_utc_timestamp")
        }
        return faults
    }
}
