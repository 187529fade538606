// SPDX-License-Identifier: Apache-2.0

/// Splits the bytes from a client into requests.
///
/// A request begins with `?` and ends with `;`, a line ending, or the closing brace of its object, because existing
/// clients omit some of these. A request may arrive in several pieces. Any other text up to a line ending is silently
/// ignored, because older clients send other data first.
struct RequestScanner {
    /// The result of processing a byte.
    enum Event: Equatable {
        /// A request, from its `?` to its last character, without CR.
        case request([UInt8])
        /// A request exceeded `longest`; the rest of it is ignored.
        case tooLong
    }

    /// Maximum length of a request in bytes.
    static let longest = 4096

    private enum State {
        case between, ignoring, skipping, name, value, object, string, escaped
    }

    private var state = State.between
    private var text: [UInt8] = []
    private var depth = 0

    /// Processes the next byte.
    mutating func consume(_ byte: UInt8) -> Event? {
        switch state {
        case .between: return begin(byte)
        case .ignoring, .skipping:
            if byte == 0x0A || byte == 0x3B { state = .between }
            return nil
        case .name, .value, .object, .string, .escaped:
            return append(byte)
        }
    }

    /// Ends ignored text where the received data end, because old gpsd clients omit the line ending. A request that
    /// has begun continues with the next data.
    mutating func endOfRead() {
        if state == .ignoring { state = .between }
    }

    private mutating func begin(_ byte: UInt8) -> Event? {
        switch byte {
        case 0x3F:
            text.removeAll(keepingCapacity: true)
            text.append(byte)
            depth = 0
            state = .name
        case 0x09, 0x0A, 0x0D, 0x20, 0x3B: break
        default: state = .ignoring
        }
        return nil
    }

    private mutating func append(_ byte: UInt8) -> Event? {
        if byte == 0x0D { return nil }
        guard text.count < Self.longest else {
            state = .skipping
            text.removeAll()
            return .tooLong
        }
        text.append(byte)
        return advance(byte) ? end() : nil
    }

    /// Returns true if the byte ends the request.
    private mutating func advance(_ byte: UInt8) -> Bool {
        if byte == 0x0A { return true }
        switch state {
        case .string:
            if byte == 0x22 { state = .object } else if byte == 0x5C { state = .escaped }
            return false
        case .escaped:
            state = .string
            return false
        case .object:
            if byte == 0x22 { state = .string } else if byte == 0x7B { depth += 1 }
            if byte == 0x7D { depth -= 1 }
            return byte == 0x3B || (byte == 0x7D && depth == 0)
        case .value:
            if byte == 0x7B {
                state = .object
                depth = 1
            }
            return byte == 0x3B
        default:
            if byte == 0x3D { state = .value }
            return byte == 0x3B
        }
    }

    private mutating func end() -> Event {
        state = .between
        return .request(text)
    }
}
