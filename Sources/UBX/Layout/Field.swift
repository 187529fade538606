// SPDX-License-Identifier: Apache-2.0

/// One line of a message's table, with the manufacturer's names, scales and units. It is a class so that reading a
/// payload copies nothing.
public final class Field: Sendable {
    /// The manufacturer's name; for a group, our own.
    public let name: StaticString
    /// The offset in the payload, or in the item of its group; −1 if it depends on the number of repetitions of a
    /// preceding field.
    public let offset: Int
    /// The encoding; for a group, `bytes` with the size of an item.
    public let type: FieldType
    /// The factor for the raw number.
    public let scale: Scale
    /// The unit of the scaled number; empty if it has none.
    public let unit: StaticString
    /// The named members of a bit field; empty for others.
    public let bits: [Bits]
    /// The repetition if the value is an array.
    public let repetition: Repetition?
    /// The fields of each item of a repeated group; empty for others.
    public let items: [Field]
    /// The second part if the value is the sum of two fields.
    public let fine: FinePart?

    init(
        _ name: StaticString, at offset: Int, _ type: FieldType, scale: Scale = .one, unit: StaticString = "",
        repeats: Repetition? = nil, fine: FinePart? = nil, bits: [Bits] = []
    ) {
        (self.name, self.offset, self.type, self.scale, self.unit) = (name, offset, type, scale, unit)
        (repetition, self.fine, self.bits, items) = (repeats, fine, bits, [])
    }

    /// A repeated group.
    static func group(
        _ name: StaticString, at offset: Int, size: Int, repeats: Repetition, _ items: [Field]
    ) -> Field {
        Field(name, at: offset, size: size, repeats: repeats, items)
    }

    private init(_ name: StaticString, at offset: Int, size: Int, repeats: Repetition, _ items: [Field]) {
        (self.name, self.offset, type, scale, unit) = (name, offset, .bytes(size), .one, "")
        (repetition, fine, bits, self.items) = (repeats, nil, [], items)
    }

    /// The offset of a field that directly follows a repeated one.
    static let next = -1

    /// The number of repetitions at an offset: as counted in the payload, or as many as there is room for.
    func count(in payload: Span<UInt8>, at: Int) -> Int {
        switch repetition {
        case nil: 1
        case .fixed(let count): count
        case .u1(let at): Int(payload.u1(at))
        case .u2(let at): Int(payload.u2(at))
        case .bits(let at, let first, let width): Self.bits(payload, at, first, width)
        case .rest: type.size > 0 ? max(0, payload.count &- at) / type.size : 0
        }
    }

    private static func bits(_ payload: Span<UInt8>, _ at: Int, _ first: Int, _ width: Int) -> Int {
        var number: UInt32 = 0
        for index in 0..<4 { number |= UInt32(payload.u1(at &+ index)) << UInt32(8 &* index) }
        return number.bits(first, width)
    }
}
