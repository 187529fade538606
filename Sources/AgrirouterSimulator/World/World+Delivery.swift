// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats

extension World {
    /// Delivers a data message to its recipients.
    mutating func deliver(_ message: RequestMessage, from id: String) -> Outcome {
        guard let sender = endpoints[id] else { return failure("VAL_000011") }
        let type = message.type
        guard sender.capabilities?[type]?.sends == true else {
            return failure("VAL_000002", ["technicalMsgType": type])
        }
        if let outcome = checkDevices(message, id) { return outcome }
        let published = message.mode == 0 ? [] : order.filter { receives($0, type, from: sender, published: true) }
        let direct = message.mode == 1 ? [] : message.recipients
        let reached = direct.filter { receives($0, type, from: sender, published: false) }
        let lost = direct.filter { !reached.contains($0) }
        var done: Set<String> = []
        for recipient in published + reached where done.insert(recipient).inserted {
            hand(message, from: id, to: recipient)
        }
        if !lost.isEmpty, reached.isEmpty, published.isEmpty {
            return failure("VAL_000004", ["endpointId": lost.joined(separator: ",")])
        }
        if !lost.isEmpty {
            return .results(201, .ackWithMessages, [result("VAL_000005", ["endpointId": lost.joined(separator: ",")])])
        }
        if done.isEmpty, options.publishWithoutRecipientFails { return failure("VAL_000004") }
        return .ack(201)
    }

    /// Returns true if an endpoint receives messages of this type from the sender.
    func receives(_ id: String, _ type: String, from sender: Endpoint, published: Bool) -> Bool {
        guard id != sender.id, let other = endpoints[id], other.account == sender.account, other.status == .active,
            other.capabilities?[type]?.receives == true, routes.allows(from: sender.id, to: id, type: type)
        else { return false }
        return !published || other.subscriptions?.contains(type) == true
    }

    /// Checks the device description that EFDI requires before time logs.
    private mutating func checkDevices(_ message: RequestMessage, _ id: String) -> Outcome? {
        switch message.type {
        case MessageTypeTable.deviceDescription:
            if message.teamSet.isEmpty { return failure("VAL_000016") }
            if message.payload?.messages(17).isEmpty ?? true { return failure("VAL_000015") }
            endpoints[id]?.teamSets.insert(message.teamSet)
            return nil
        case MessageTypeTable.timeLog:
            guard endpoints[id]?.teamSets.contains(message.teamSet) == true else {
                return failure("VAL_000020", ["teamSetContextId": message.teamSet])
            }
            return nil
        default: return nil
        }
    }

    private mutating func hand(_ message: RequestMessage, from sender: String, to recipient: String) {
        hand(
            FeedEntry(
                messageID: random.uuid(), applicationMessageID: message.id, sender: sender, receiver: recipient,
                type: message.type, teamSet: message.teamSet, typeURL: message.typeURL, content: message.content,
                sent: message.timestamp ?? now, sequence: message.sequence, created: now), decoded: message.payload)
    }

    /// Delivers a message to an endpoint's feed, and copies it into the outbox if the endpoint wants pushes. A partner
    /// reads and confirms it immediately.
    ///
    /// - Parameters:
    ///   - decoded: The content, if already decoded.
    ///   - isBacklog: True to put the message only into the feed.
    mutating func hand(_ entry: FeedEntry, decoded: DecodedMessage? = nil, isBacklog: Bool = false) {
        let id = entry.receiver
        // Modified in place because copying a large feed or log would be slow.
        if endpoints[id]?.partner != nil {
            endpoints[id]?.partner?.receive(entry, decoded: decoded, at: now)
            return
        }
        endpoints[id]?.feed.append(entry)
        guard !isBacklog, let recipient = endpoints[id], recipient.pushes != 0, recipient.subscriptions != nil else {
            return
        }
        endpoints[id]?.traffic.pushed += 1
        if case .push(let waiting)? = recipient.outbox.last?.content, waiting.count < options.pushesPerItem,
            let last = recipient.outbox.indices.last
        {
            endpoints[id]?.outbox[last].content = .push(waiting + [entry])
            return
        }
        let due = now.adding(latency("push"))
        endpoints[id]?.outbox.append(OutboxItem(content: .push([entry]), created: due, due: due, stamp: clock.shown))
    }
}
