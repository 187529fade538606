// SPDX-License-Identifier: Apache-2.0

import Glibc
import ReceiverFixtures
import Synchronization
import Testing
import Transport

@testable import BluetoothRFCOMM

/// The question for services, asked of a device that is at the other end of a pair of sockets.
@Suite struct ServiceSearchTests {
    /// Data elements of the protocol.
    private enum Element {
        static func sequence(_ parts: [UInt8]...) -> [UInt8] {
            let body = parts.flatMap { $0 }
            return [0x36, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
        }
        static func number(_ value: UInt16) -> [UInt8] { [0x09, UInt8(value >> 8), UInt8(value & 0xFF)] }
        static func small(_ value: UInt8) -> [UInt8] { [0x08, value] }
        static func uuid(_ value: UInt16) -> [UInt8] { [0x19, UInt8(value >> 8), UInt8(value & 0xFF)] }
        static func uuid(_ bytes: [UInt8]) -> [UInt8] { [0x1C] + bytes }
        static func text(_ text: String) -> [UInt8] { [0x25, UInt8(text.utf8.count)] + Array(text.utf8) }
    }

    private static let apple: [UInt8] = [
        0x00, 0x00, 0x00, 0x00, 0xDE, 0xCA, 0xFA, 0xDE, 0xDE, 0xCA, 0xDE, 0xAF, 0xDE, 0xCA, 0xCA, 0xFE,
    ]

    private static func record(_ channel: UInt8?, _ name: String? = nil, kind: [UInt8]? = nil) -> [UInt8] {
        let port = channel.map { Element.sequence(Element.uuid(0x0003), Element.small($0)) } ?? []
        let title = name.map { Element.number(0x0100) + Element.text($0) } ?? []
        return Element.sequence(
            Element.number(0x0001), Element.sequence(kind ?? Element.uuid(0x1101)), Element.number(0x0004),
            Element.sequence(Element.sequence(Element.uuid(0x0100)), port), title)
    }

    /// One side is asked, the other answers what comes with the pieces, each to a request of its own.
    private func ask(
        _ pieces: [[UInt8]], kind: UInt8 = 0x07, tid: UInt16? = nil, deadline: Int64 = 60_000_000_000
    ) throws -> [SerialService] {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
        let (near, far) = (ends[0], ends[1])
        let isOver = Flag()
        Thread.start {
            var room = [UInt8](repeating: 0, count: 1024)
            for (index, piece) in pieces.enumerated() {
                guard recv(far, &room, room.count, 0) >= 5 else { break }
                let rest: [UInt8] = index + 1 < pieces.count ? [1, UInt8(index)] : [0]
                let body =
                    kind == 0x07 ? [UInt8(piece.count >> 8), UInt8(piece.count & 0xFF)] + piece + rest : piece
                let number = tid.map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } ?? Array(room[1..<3])
                let answer = [kind] + number + [UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
                _ = send(far, answer, answer.count, Int32(MSG_NOSIGNAL))
            }
            isOver.set()
        }
        defer {
            shutdown(near, Int32(SHUT_RDWR))
            _ = eventually { isOver.isSet }
            close(near)
            close(far)
        }
        return try ServiceSearch.run(on: near, .serialPort, deadline: MonotonicClock.now + deadline, stop: -1)
    }

    private final class Flag: Sendable {
        private let flag = Atomic(false)
        func set() { flag.store(true, ordering: .releasing) }
        var isSet: Bool { flag.load(ordering: .acquiring) }
    }

    @Test func `channels and names are read`() throws {
        let found = try ask([Element.sequence(Self.record(2), Self.record(5, "GNSS NMEA"), Self.record(nil, "no port"))]
        )
        #expect(found == [SerialService(channel: 2), SerialService(channel: 5, name: "GNSS NMEA")])
    }

    @Test func `the accessory protocol of Apple is told apart`() throws {
        let found = try ask([Element.sequence(Self.record(1, kind: Element.uuid(Self.apple)), Self.record(2))])
        #expect(found == [SerialService(channel: 1, isApple: true), SerialService(channel: 2)])
    }

    @Test func `an answer in pieces is put together`() throws {
        let whole = Element.sequence(Self.record(2, "first"), Self.record(5, "second"))
        let pieces = stride(from: 0, to: whole.count, by: 16).map { Array(whole[$0..<min($0 + 16, whole.count)]) }
        #expect(try ask(pieces).map(\.channel) == [2, 5])
    }

    @Test func `no service is no failure`() throws {
        #expect(try ask([Element.sequence()]) == [])
    }

    @Test func `channels that cannot be are left out`() throws {
        let found = try ask([Element.sequence(Self.record(0), Self.record(31), Self.record(255), Self.record(30))])
        #expect(found.map(\.channel) == [30])
    }

    @Test func `a long name is cut, a name with a line in it is one line`() throws {
        let found = try ask([
            Element.sequence(Self.record(3, String(repeating: "x", count: 200)), Self.record(4, "a\nb"))
        ])
        #expect(found.first.map { $0.name.utf8.count <= 63 } == true && found.last?.name == "ab")
    }

    @Test func `an error, a foreign answer and nonsense are told as such`() throws {
        #expect(throws: BluetoothError.nonsense) { try ask([[0, 3]], kind: 0x01) }
        #expect(throws: BluetoothError.nonsense) { try ask([Element.sequence(Self.record(2))], tid: 0xBEEF) }
        // A length that goes beyond the end.
        #expect(throws: BluetoothError.nonsense) { try ask([[0x36, 0x7F, 0xFF, 0x09, 0x00]]) }
    }

    @Test func `sequences in one another without end are not followed`() throws {
        var nested: [UInt8] = []
        for _ in 0..<200 { nested = Element.sequence(nested) }
        #expect(try ask([nested]) == [])
        #expect(try ask([Element.sequence(nested, Self.record(4))]).map(\.channel) == [4])
    }

    @Test func `long forms of the same numbers are understood`() throws {
        let long = Element.uuid(DataElement.long(0x0003))
        let ports = Element.sequence(Element.sequence([0x1A, 0, 0, 1, 0]), Element.sequence(long, [0x0A, 0, 0, 0, 9]))
        let record = Element.sequence(Element.number(0x0004), [0x3E, 0, UInt8(ports.count)] + ports)
        #expect(try ask([Element.sequence(record)]) == [SerialService(channel: 9)])
    }

    @Test func `a device that says nothing is left in time, and at once when stopped`() throws {
        #expect(throws: BluetoothError.noAnswer) { try ask([], deadline: 20_000_000) }
        var ends: [Int32] = [-1, -1]
        var stop: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0 && pipe(&stop) == 0)
        defer { for end in ends + stop { close(end) } }
        var byte: UInt8 = 1
        _ = write(stop[1], &byte, 1)
        #expect(throws: BluetoothError.interrupted) {
            try ServiceSearch.run(
                on: ends[0], .serialPort, deadline: MonotonicClock.now + 60_000_000_000, stop: stop[0])
        }
    }

    @Test func `damaged answers bring down nothing`() throws {
        var random = SeededNumbers(1)
        let whole = Element.sequence(Self.record(2, "GPS"), Self.record(5, kind: Element.uuid(Self.apple)))
        var understood = 0
        for _ in 0..<500 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                switch Int.random(in: 0..<4, using: &random) {
                case 0:
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.removeLast(min(bytes.count - 1, Int.random(in: 0..<20, using: &random)))
                case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: bytes.count / 2)
                default:
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
                        1 << UInt8.random(in: 0..<8, using: &random)
                }
            }
            if let found = try? ask([bytes]) {
                understood += 1
                #expect(found.allSatisfy { BluetoothSocket.channels.contains($0.channel) })
            }
        }
        #expect((1..<500).contains(understood), "\(understood) of 500 were understood")
    }

    @Test func `any bytes at all are read to an end`() {
        var random = SeededNumbers(3)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
                // Mostly heads of sequences: those lead on.
                Bool.random(using: &random)
                    ? UInt8.random(in: 0x34...0x37, using: &random) : UInt8.random(in: 0...255, using: &random)
            }
            let services = ServiceRecords.read(bytes) ?? []
            #expect(services.allSatisfy { BluetoothSocket.channels.contains($0.channel) })
        }
    }

    @Test func `an element is taken only whole`() {
        func take(_ bytes: [UInt8]) -> DataElement? {
            var rest = bytes[...]
            return DataElement.take(from: &rest)
        }
        #expect(
            take([0x00])?.body.isEmpty == true && take([0x08, 7])?.number == 7
                && take([0x0A, 0, 0, 1, 2])?.number == 258)
        #expect(take([0x35, 0])?.elements?.isEmpty == true && take([0x25, 2, 0x41, 0x0A])?.text == "A")
        for bytes: [UInt8] in [[], [0x08], [0x35], [0x35, 1], [0x37, 0xFF, 0xFF, 0xFF, 0xFF], [0x36, 0]] {
            #expect(take(bytes) == nil, "\(bytes)")
        }
    }
}

/// Numbers that are the same each time.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
