// SPDX-License-Identifier: Apache-2.0

/// Cuts the bytes of a client into requests.
///
/// A request begins with `?` and ends with `;`, a line end, or the brace that closes its object: real clients leave out
/// any of these, and what one of them sends may come in several pieces. Everything else up to a line end is passed over
/// in silence, since older clients send other things first.
struct RequestScanner {
    /// What a byte completed.
    enum Event: Equatable {
        /// A request, from its `?` to what ended it; CR is left out.
        case request([UInt8])
        /// A request was longer than `longest`: the rest of it is passed over.
        case tooLong
    }

    /// No request is longer, in bytes.
    static let longest = 4096

    private enum State {
        case between, ignoring, skipping, name, value, object, string, escaped
    }

    private var state = State.between
    private var text: [UInt8] = []
    private var depth = 0

    /// Takes the next byte.
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

    /// What the client sent at once is at its end: what is passed over up to a line end may lack it, as that of gpsd's
    /// old clients does. A request that has begun goes on.
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

    /// True where the byte ends the request.
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
