// SPDX-License-Identifier: Apache-2.0

/// What came in one subframe: the OSNMA messages of all satellites.
struct SubframeRecord: Sendable {
    private(set) var number: Int
    var messages: [OSNMAMessage] = []
    /// For each satellite its place in `messages` and 1.
    private var places: [UInt8] = Array(repeating: 0, count: 37)
    private var headers: [(header: NMAHeader, votes: Int)] = []
    /// Contents that are no key of the chain.
    private(set) var rejected: [KeyBytes] = []
    /// The broadcast key was verified.
    var isKeyCounted = false
    /// Its tags with a key one subframe later were judged.
    var isJudged = false
    /// The least that the time allowed while it was received.
    var trust = TimeTrust.all
    /// The most by which its pages may have come later than their time says, in seconds.
    var margin = 0

    init(number: Int) { self.number = number }

    /// Empties it for another subframe.
    mutating func reset(number: Int) {
        self.number = number
        messages.removeAll(keepingCapacity: true)
        for index in places.indices { places[index] = 0 }
        headers.removeAll(keepingCapacity: true)
        rejected.removeAll(keepingCapacity: true)
        isKeyCounted = false
        isJudged = false
        trust = .all
        margin = 0
    }

    /// The place of a satellite's message, made if need be.
    mutating func place(of satellite: UInt8) -> Int {
        let known = Int(places[Int(satellite)])
        guard known == 0 else { return known - 1 }
        messages.append(OSNMAMessage(satellite: satellite))
        places[Int(satellite)] = UInt8(messages.count)
        return messages.count - 1
    }

    /// Counts a satellite's NMA header.
    mutating func vote(_ header: NMAHeader) {
        if let index = headers.firstIndex(where: { $0.header == header }) {
            headers[index].votes += 1
        } else if headers.count < 8 {
            headers.append((header, 1))
        }
    }

    /// The NMA header that most satellites sent.
    var header: NMAHeader? { headers.max { $0.votes < $1.votes }?.header }

    /// Takes note of a content that is no key; false if it was known, or there are too many.
    mutating func reject(_ key: KeyBytes) -> Bool {
        guard rejected.count < 16, !rejected.contains(key) else { return false }
        rejected.append(key)
        return true
    }

    /// Contents that were no key are looked at again: there is another chain.
    mutating func reconsiderKeys() {
        rejected.removeAll(keepingCapacity: true)
        for index in messages.indices { messages[index].isKeyChecked = false }
    }

    /// The key put together from the pages of all satellites, of each page what most of them sent.
    func mergedKey(_ parameters: ChainParameters) -> KeyBytes? {
        var merged = OSNMAMessage(satellite: 0)
        for page in parameters.keyPages {
            var pieces: [(piece: UInt32, votes: Int)] = []
            for message in messages where message.hasPage(page) {
                if let index = pieces.firstIndex(where: { $0.piece == message.keyPiece(page, parameters) }) {
                    pieces[index].votes += 1
                } else {
                    pieces.append((message.keyPiece(page, parameters), 1))
                }
            }
            guard let best = pieces.max(by: { $0.votes < $1.votes }) else { return nil }
            merged.insert(UInt64(best.piece), page: page)
        }
        return merged.key(parameters)
    }
}

extension OSNMAMessage {
    /// The MACK bits of a page that belong to the key, the others 0.
    fileprivate func keyPiece(_ page: Int, _ parameters: ChainParameters) -> UInt32 {
        let start = max(parameters.slotBits - page * 32, 0)
        let end = min(parameters.slotBits + parameters.keyByteCount * 8 - page * 32, 32)
        guard start < end else { return 0 }
        let mask = UInt32.max >> UInt32(start) & (end == 32 ? .max : ~(UInt32.max >> UInt32(end)))
        return piece(page) & mask
    }
}
