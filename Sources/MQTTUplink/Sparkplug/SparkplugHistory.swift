// SPDX-License-Identifier: Apache-2.0

/// Decides when positions of the history are borrowed from the outbox, and when the broker must prove that it has processed
/// them. At most one batch is borrowed at a time.
struct SparkplugHistory {
    /// The largest number of positions in a batch.
    static let most = 100

    private enum Phase {
        case idle, requested
        case sending([UInt64])
        case proving([UInt64], proof: UInt64)
    }

    private var phase = Phase.idle
    private var lastProof: UInt64 = 0
    /// True if a message was refused since the batch was borrowed.
    private var isRefused = false
    /// The size of the next batch, 1...`most`. Each end of a connection before a proof halves it, so that a network that is
    /// too slow for a large batch gets smaller ones.
    private(set) var size = most

    /// Records that a batch is requested.
    ///
    /// - Returns: The size of the batch; nil if one is requested or borrowed already.
    mutating func request() -> Int? {
        guard case .idle = phase else { return nil }
        phase = .requested
        return size
    }

    /// Records the tokens of a batch that was borrowed.
    mutating func borrowed(_ tokens: [UInt64]) {
        if !tokens.isEmpty { (phase, isRefused) = (.sending(tokens), false) }
    }

    /// Records that a message could not be sent. It may be one of the batch.
    mutating func refused() { isRefused = true }

    /// Records that all messages of the batch were passed to the connection.
    ///
    /// - Returns: The number of the proof to ask for; nil if no batch was being sent.
    mutating func sent() -> UInt64? {
        guard case .sending(let tokens) = phase else { return nil }
        // Messages have the number 0.
        lastProof = max(1, lastProof &+ 1)
        phase = .proving(tokens, proof: lastProof)
        return lastProof
    }

    /// Records a proof.
    ///
    /// - Returns: The tokens of the batch, and whether the broker has all its positions; nil if the number is not that of
    ///   the expected proof.
    mutating func proved(_ proof: UInt64) -> (tokens: [UInt64], isComplete: Bool)? {
        guard case .proving(let tokens, proof) = phase else { return nil }
        (phase, size) = (.idle, min(Self.most, size * 2))
        return (tokens, !isRefused)
    }

    /// Records the end of the connection.
    ///
    /// - Returns: True if a batch was requested or borrowed.
    mutating func ended() -> Bool {
        defer { phase = .idle }
        switch phase {
        case .idle: return false
        case .requested: break
        case .sending, .proving: size = max(1, size / 2)
        }
        return true
    }
}
