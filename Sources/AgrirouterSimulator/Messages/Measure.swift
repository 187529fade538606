// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats

/// One measure in the body of a POST.
struct Measure: Sendable {
    /// The encoding of the measure.
    enum Form: String, Sendable {
        case arrayEpoch = "array, epoch seconds"
        case arrayISO = "array, ISO time"
        case objectEpoch = "object, epoch seconds"
        case objectISO = "object, ISO time"
        case native = "protobuf, epoch milliseconds"
    }

    var form: Form
    /// The message in base64.
    var text: String
    /// The decoded message, or the reason that it is invalid.
    var message: Result<RequestMessage, MessageError>
    /// The size of the message in bytes.
    var size: Int

    /// Reads a measure from a JSON body; nil if it is not one.
    init?(_ json: JSONValue) {
        let message: String
        let stamp: String
        if let items = json.items {
            guard items.count == 2, let first = items[0].text, let second = Self.stamp(items[1]) else { return nil }
            (message, stamp) = (first, second)
        } else {
            guard let first = json["message"]?.text, let second = json["timestamp"].flatMap(Self.stamp) else {
                return nil
            }
            (message, stamp) = (first, second)
        }
        let isEpoch = !stamp.isEmpty && stamp.allSatisfy { $0.isNumber && $0.isASCII }
        guard isEpoch || UTCTime(iso8601: stamp) != nil else { return nil }
        form = json.items == nil ? (isEpoch ? .objectEpoch : .objectISO) : (isEpoch ? .arrayEpoch : .arrayISO)
        text = message
        switch StrictBase64.decode(message) {
        case .success(let bytes):
            size = bytes.count
            do { self.message = .success(try RequestMessage(bytes)) } catch { self.message = .failure(error) }
        case .failure(let fault):
            size = 0
            self.message = .failure(MessageError(reason: fault.reason))
        }
    }

    private static func stamp(_ json: JSONValue) -> String? { json.text ?? json.integer.map(String.init) }

    /// The technical message type; nil if the message is invalid.
    var type: String? { try? message.get().type }
}

/// Base64 as agrirouter requires it: the standard alphabet, padding and no line breaks.
enum StrictBase64 {
    /// The reason that a text is not valid base64.
    struct MeasureError: Error, Hashable {
        var reason: String
    }

    private static let values: [UInt8] = {
        var table = [UInt8](repeating: 0xFF, count: 256)
        let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
        for (value, digit) in digits.enumerated() { table[Int(digit)] = UInt8(value) }
        return table
    }()

    static func decode(_ text: String) -> Result<[UInt8], MeasureError> {
        let characters = Array(text.utf8)
        func error(_ reason: String) -> Result<[UInt8], MeasureError> { .failure(MeasureError(reason: reason)) }
        guard !characters.isEmpty else { return error("the base64 text is empty") }
        if characters.contains(0x0A) || characters.contains(0x0D) { return error("the base64 text has line breaks") }
        if characters.contains(0x2D) || characters.contains(0x5F) {
            return error("the base64 text uses the URL-safe alphabet")
        }
        guard characters.count % 4 == 0 else { return error("the base64 text has no padding, or is truncated") }
        let padding = characters.suffix(2).filter { $0 == 0x3D }.count
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count / 4 * 3)
        var held: UInt32 = 0
        for (place, character) in characters.dropLast(padding).enumerated() {
            let value = values[Int(character)]
            guard value != 0xFF else { return error("the base64 text has an invalid character at \(place)") }
            held = held << 6 | UInt32(value)
            guard place % 4 == 3 else { continue }
            bytes += [UInt8(held >> 16 & 0xFF), UInt8(held >> 8 & 0xFF), UInt8(held & 0xFF)]
            held = 0
        }
        switch padding {
        case 1:
            guard held & 3 == 0 else { return error("the base64 text has surplus bits at its end") }
            bytes += [UInt8(held >> 10 & 0xFF), UInt8(held >> 2 & 0xFF)]
        case 2:
            guard held & 15 == 0 else { return error("the base64 text has surplus bits at its end") }
            bytes.append(UInt8(held >> 4 & 0xFF))
        default: break
        }
        return .success(bytes)
    }
}
