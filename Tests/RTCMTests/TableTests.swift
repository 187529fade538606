// SPDX-License-Identifier: Apache-2.0

import RTCM
import Testing

@testable import struct RTCM.MessageItem
@testable import struct RTCM.MessageLayout
@testable import enum RTCM.MessageLayoutTable

struct TableTests {
    @Test func `each data field stands in the table once, with a name and a width that can be read`() {
        let numbers = RTCMMessage.dataFields.map(\.number)
        #expect(Set(numbers).count == numbers.count)
        for field in RTCMMessage.dataFields {
            #expect((1...64).contains(field.width), "\(field.key)")
            #expect(field.title.utf8CodeUnitCount > 0, "\(field.key)")
            if case .binary(let exponent) = field.scale {
                #expect((-66...0).contains(exponent), "\(field.key)")
                #expect(field.width <= 53, "\(field.key) loses digits in a double")
            }
            if case .decimal(let units, let places) = field.scale {
                let largest = field.width >= 40 ? Int64.max : Int64(1) << Int64(field.width)
                #expect(!largest.multipliedReportingOverflow(by: units).overflow, "\(field.key)")
                #expect((0...5).contains(places), "\(field.key)")
            }
        }
    }

    @Test func `each message stands in the table once, and all that it names is there`() {
        #expect(Set(RTCMMessage.known).count == RTCMMessage.known.count)
        let known = Set(RTCMMessage.dataFields.map(\.number))
        for layout in MessageLayoutTable.all {
            #expect(!layout.title.isEmpty)
            #expect(RTCMMessage.title(layout.number) == layout.title)
            check(layout.items, of: layout.number, known, counts: [])
        }
    }

    private func check(_ items: [MessageItem], of message: Int, _ known: Set<Int>, counts: Set<Int>) {
        var counts = counts
        for item in items {
            switch item.form {
            case .field:
                #expect(known.contains(item.number), "DF\(item.number) of \(message)")
                counts.insert(item.number)
            case .characters, .text:
                #expect(known.isSuperset(of: [item.count, item.number]), "DF\(item.number) of \(message)")
            case .group:
                #expect(counts.contains(item.count), "DF\(item.count) of \(message) is no count before the group")
                #expect(RTCMMessage.dataFields.first { $0.number == item.count }?.form == .count)
                check(item.items, of: message, known, counts: counts)
            case .chosen:
                #expect(RTCMMessage.dataFields.first { $0.number == item.number }?.width == item.items.count)
                check(item.items, of: message, known, counts: counts)
            case .named, .reserved, .opaque: break
            }
        }
    }

    /// The lengths that RTCM 10403 states, in bits.
    @Test(arguments: [
        (1005, 152), (1006, 168), (1019, 488), (1020, 360), (1032, 156), (1041, 482), (1042, 511), (1044, 485),
        (1045, 496), (1046, 504),
    ])
    func `messages without groups have the length of the standard`(number: Int, bits: Int) throws {
        let layout = try #require(MessageLayoutTable.layout(number))
        let widths = Dictionary(uniqueKeysWithValues: RTCMMessage.dataFields.map { ($0.number, $0.width) })
        let length = layout.items.reduce(12) { length, item in
            switch item.form {
            case .field: length + (widths[item.number] ?? 0)
            case .reserved: length + item.number
            default: length + 10_000
            }
        }
        #expect(length == bits)
    }
}
