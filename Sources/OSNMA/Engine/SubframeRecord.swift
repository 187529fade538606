// SPDX-License-Identifier: Apache-2.0

/// The OSNMA messages of all satellites in one subframe.
struct SubframeRecord: Sendable {
    private static let mergedLimit = 16

    private(set) var number: Int
    var messages: [OSNMAMessage] = []
    /// For each satellite, its index in `messages` plus 1; 0 if it has none.
    private var places: [UInt8] = Array(repeating: 0, count: 37)
    private var headers: [(header: NMAHeader, votes: Int)] = []
    /// Candidates that are not keys of the chain.
    private(set) var rejected: [KeyBytes] = []
    /// The last candidates assembled from the pages of all satellites that are not keys of a chain, each with the chain. They
    /// are apart from those that a satellite transmitted whole, which are counted.
    private(set) var rejectedMerged: [(key: KeyBytes, chain: ChainParameters)] = []
    /// True if the disclosed key was verified.
    var isKeyCounted = false
    /// True if the tags whose key follows one subframe later were judged.
    var isJudged = false
    /// The lowest trust in the time during reception.
    var trust = TimeTrust.all

    init(number: Int) { self.number = number }

    /// Empties the record for another subframe.
    mutating func reset(number: Int) {
        self.number = number
        messages.removeAll(keepingCapacity: true)
        for index in places.indices { places[index] = 0 }
        headers.removeAll(keepingCapacity: true)
        rejected.removeAll(keepingCapacity: true)
        rejectedMerged.removeAll(keepingCapacity: true)
        isKeyCounted = false
        isJudged = false
        trust = .all
    }

    /// The index of a satellite's message, which is created if necessary.
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

    /// The NMA header that most satellites transmitted.
    var header: NMAHeader? { headers.max { $0.votes < $1.votes }?.header }

    /// Records a candidate that is not a key; returns false if it was known or there are too many.
    mutating func reject(_ key: KeyBytes) -> Bool {
        guard rejected.count < 16, !rejected.contains(key) else { return false }
        rejected.append(key)
        return true
    }

    /// Returns true if an assembled candidate is known not to be a key of a chain.
    func isRejected(merged key: KeyBytes, _ chain: ChainParameters) -> Bool {
        rejected.contains(key) || rejectedMerged.contains { $0.key == key && $0.chain == chain }
    }

    /// Records an assembled candidate that is not a key of a chain, in place of the oldest one if there are too many.
    mutating func reject(merged key: KeyBytes, _ chain: ChainParameters) {
        if rejectedMerged.count == Self.mergedLimit { rejectedMerged.removeFirst() }
        rejectedMerged.append((key, chain))
    }

    /// Allows rejected candidates to be checked again, because another chain is known.
    mutating func reconsiderKeys() {
        rejected.removeAll(keepingCapacity: true)
        rejectedMerged.removeAll(keepingCapacity: true)
        for index in messages.indices { messages[index].isKeyChecked = false }
    }

    /// The key assembled from the pages of all satellites; for each page, the content that most of them transmitted.
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
    /// The MACK bits of a page that belong to the key, with all others set to 0.
    fileprivate func keyPiece(_ page: Int, _ parameters: ChainParameters) -> UInt32 {
        let start = max(parameters.slotBits - page * 32, 0)
        let end = min(parameters.slotBits + parameters.keyByteCount * 8 - page * 32, 32)
        guard start < end else { return 0 }
        let mask = UInt32.max >> UInt32(start) & (end == 32 ? .max : ~(UInt32.max >> UInt32(end)))
        return piece(page) & mask
    }
}
