// SPDX-License-Identifier: Apache-2.0

/// One line of a message's table. The names, scales and units are the manufacturer's. A class, so that reading a payload
/// copies none.
public final class Field: Sendable {
    /// The manufacturer's name; of a group ours.
    public let name: StaticString
    /// Where it stands: in the payload, or in the item of the group that it is in; −1 where that depends on how often
    /// something before it is repeated.
    public let offset: Int
    /// How it is coded; of a group `bytes` with the size of an item.
    public let type: FieldType
    /// What the raw number is to be multiplied by.
    public let scale: Scale
    /// The unit of the scaled number; empty where it has none.
    public let unit: StaticString
    /// The named members of a field of bits; empty for others.
    public let bits: [Bits]
    /// Present where the value is an array.
    public let repetition: Repetition?
    /// The fields of each item of a repeated group; empty for others.
    public let items: [Field]
    /// Present where the value is the sum of two fields.
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

    /// As offset: right behind what is repeated before.
    static let next = -1

    /// How often it is there, if it stands at an offset: by what the payload counts, or what there is room for.
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
