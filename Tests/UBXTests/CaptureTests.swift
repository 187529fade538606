// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UBX
import Wire

/// The captures against what pyubx2 1.4.0 makes of them, value by value.
@Suite(.enabled(if: Captures.areThere))
struct CaptureTests {
    @Test(arguments: Captures.names)
    func `every field has the value that pyubx2 gives it`(capture: String) throws {
        let bytes = Captures.bytes(capture)
        for row in Captures.expectations(capture) {
            let at = try #require(row["at"] as? Int)
            let length = try #require(row["len"] as? Int)
            let name = try #require(row["id"] as? String)
            let frame = bytes.span.extracting(at..<at + length)
            #expect(UBXFrame.candidate(frame) == .frame(count: length))
            let (id, payload) = (UBXFrame.id(of: frame), frame.extracting(UBXFrame.payload(of: frame)))
            #expect(id.map { UBXMessage.name($0, payload) } == name)
            guard let id else { continue }
            let fields = try written(id, payload)
            for (field, expected) in row where !["i", "at", "len", "id"].contains(field) {
                if Self.isExempt(name, payload.count, field) { continue }
                let ours = Self.values(field, in: fields)
                let theirs = expected as? [Any] ?? [expected]
                #expect(ours.count == theirs.count, "\(name).\(field) at \(at)")
                for (a, b) in zip(ours, theirs) where !Self.isEqual(a, b) {
                    Issue.record("\(name).\(field) at \(at): \(a), pyubx2 has \(b)")
                }
            }
        }
    }

    @Test(arguments: Captures.names)
    func `what is encoded again of the fields has the same fields`(capture: String) throws {
        let bytes = Captures.bytes(capture)
        var index = 0
        var seen: Set<MessageID> = []
        while index < bytes.count {
            guard case .frame(let count) = UBXFrame.candidate(bytes.span.extracting(index...)) else {
                index += 1
                continue
            }
            let frame = bytes.span.extracting(index..<index + count)
            index += count
            let payload = frame.extracting(UBXFrame.payload(of: frame))
            guard let id = UBXFrame.id(of: frame), UBXMessage.isKnown(id, payload), !payload.isEmpty else { continue }
            // A few of each are enough.
            guard seen.insert(id).inserted || index % 7 == 0 else { continue }
            let fields = UBXMessage.fields(id, payload)
            let again = try UBXWriter.payload(id, fields: fields)
            #expect(UBXMessage.fields(id, again.span) == fields, "\(id.name) before \(index)")
        }
    }

    private func written(_ id: MessageID, _ payload: Span<UInt8>) throws -> [String: Any] {
        var writer = FieldWriter()
        writer.beginObject()
        UBXMessage.write(id, payload, into: &writer)
        writer.endObject()
        let object = try JSONSerialization.jsonObject(with: Data(writer.bytes))
        return try #require(object as? [String: Any])
    }

    /// CFG-MSG with one rate is read by pyubx2 as the form with six, of which five are not there.
    private static func isExempt(_ name: String, _ length: Int, _ field: String) -> Bool {
        name == "CFG-MSG" && length == 3 && field.hasPrefix("rate")
    }

    /// The values of that name, in all the items of a group. pyubx2 numbers what is repeated in what is repeated:
    /// `msgs_02_04` is the fourth of the second.
    private static func values(_ name: String, in tree: Any) -> [Any] {
        let parts = name.split(separator: "_")
        if parts.count == 3, let outer = Int(parts[1]), let inner = Int(parts[2]), !name.hasPrefix("CFG") {
            let lists = lists(String(parts[0]), in: tree)
            guard outer <= lists.count, inner <= lists[outer - 1].count else { return [] }
            return [lists[outer - 1][inner - 1]]
        }
        return lists(name, in: tree).flatMap { $0 }
    }

    private static func lists(_ name: String, in tree: Any) -> [[Any]] {
        if let record = tree as? [String: Any] {
            return record.flatMap { key, value -> [[Any]] in
                key == name ? [value as? [Any] ?? [value]] : lists(name, in: value)
            }
        }
        return (tree as? [Any])?.flatMap { lists(name, in: $0) } ?? []
    }

    /// Numbers agree to ten digits, which pyubx2 rounds to. What it does not know the type of, it shows as a text of
    /// the bytes without zeros at the end.
    private static func isEqual(_ ours: Any, _ theirs: Any) -> Bool {
        switch (ours, theirs) {
        case (let a as String, let b as String): return a == b
        case (let a as NSNumber, let b as NSNumber):
            let (a, b) = (a.doubleValue, b.doubleValue)
            return abs(a - b) <= 1e-9 * max(1, abs(b))
        case (let a as NSNumber, let b as String):
            var rest = a.uint64Value
            var text = ""
            while rest > 0 {
                text.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: rest)))
                rest >>= 8
            }
            return text == b
        default: return false
        }
    }
}
