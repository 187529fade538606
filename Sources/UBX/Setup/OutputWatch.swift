// SPDX-License-Identifier: Apache-2.0

/// Monitors a receiver's messages about its output: whether it has more to send than its line can carry.
public struct OutputWatch: Sendable {
    /// The state of the output.
    public enum Verdict: Hashable, Sendable {
        /// Frames were dropped because the line was full.
        case overflows
        /// This percentage of the line is in use, 90 or more.
        case nearlyFull(Int)
    }

    private var verdict: Verdict?
    private var saidAt: Int64 = 0
    /// The port in use, if known; only its values count then.
    public var port: ReceiverPortID?

    /// The validity of a message in nanoseconds; receivers repeat it every few seconds.
    private static let lasting: Int64 = 20_000_000_000

    public init() {}

    /// Processes a message of the receiver: MON-COMMS, MON-TXBUF or a notice; others are ignored.
    public mutating func take(_ id: MessageID, _ payload: Span<UInt8>, at now: Int64) {
        switch id {
        case .monCOMMS: if let state = CommunicationState(payload) { note(judge(state), at: now) }
        case .monTXBUF where payload.count >= 28: note(judge(buffers: payload), at: now)
        // UBX-INF-ERROR, -WARNING and -NOTICE: a line of text.
        case MessageID(0x04, 0x00), MessageID(0x04, 0x01), MessageID(0x04, 0x02):
            if payload.text(0..<payload.count).contains("txbuf") { note(.overflows, at: now) }
        default: break
        }
    }

    /// The current problem; nil if none exists.
    public func verdict(at now: Int64) -> Verdict? { now &- saidAt < Self.lasting ? verdict : nil }

    private mutating func note(_ verdict: Verdict?, at now: Int64) {
        // A complaint remains valid even if a gauge shows free capacity a second later.
        if verdict == nil, self.verdict == .overflows, now &- saidAt < Self.lasting { return }
        (self.verdict, saidAt) = (verdict, now)
    }

    private func judge(_ state: CommunicationState) -> Verdict? {
        let ours = state.ports.filter { port == nil || $0.id == port }
        let sent = ours.map(\.sent).max() ?? 0
        // The flag may be outdated or concern another port: a line that is half empty loses nothing.
        return state.isFull && sent >= 50 ? .overflows : full(sent)
    }

    /// UBX-MON-TXBUF, 28 bytes: six pending, six usages, six peaks, the total and its peak, errors.
    private func judge(buffers payload: Span<UInt8>) -> Verdict? {
        // b6 memory, b7 allocation.
        if payload.u1(26) & 0xC0 != 0 { return .overflows }
        let usages = ReceiverPortID.allCases.filter { port == nil || $0 == port }.map {
            Int(payload.u1(12 + Int($0.rawValue)))
        }
        return full(usages.max() ?? 0)
    }

    private func full(_ percent: Int) -> Verdict? { percent >= 90 ? .nearlyFull(percent) : nil }
}
