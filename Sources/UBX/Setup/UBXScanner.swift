// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// Finds UBX frames in a stream that may hold anything else too. Keeps at most one frame that is not yet whole.
public struct UBXScanner: Sendable {
    private var pending: [UInt8] = []

    /// At the beginning of a stream.
    public init() {}

    /// Takes the next bytes.
    ///
    /// - Parameters:
    ///   - bytes: any number of bytes.
    ///   - take: is called with the message and its payload, for each whole frame.
    public mutating func consume(_ bytes: Span<UInt8>, _ take: (MessageID, Span<UInt8>) -> Void) {
        bytes.withUnsafeBufferPointer { pending.append(contentsOf: $0) }
        var start = 0
        scan: while start < pending.count {
            let rest = pending.span.extracting(start..<pending.count)
            switch UBXFrame.candidate(rest) {
            case .frame(let count):
                let frame = rest.extracting(0..<count)
                if let id = UBXFrame.id(of: frame) { take(id, frame.extracting(UBXFrame.payload(of: frame))) }
                start += count
            case .incomplete: break scan
            case .none, .damaged: start += 1
            }
        }
        pending.removeFirst(start)
    }

    /// Gives up a frame that does not come to its end: a false start must not hide what follows it.
    public mutating func giveUp(_ take: (MessageID, Span<UInt8>) -> Void) {
        guard !pending.isEmpty else { return }
        let rest = Array(pending.dropFirst())
        pending.removeAll()
        consume(rest.span, take)
    }
}
