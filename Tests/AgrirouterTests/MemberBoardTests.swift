// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing

@testable import Agrirouter

struct MemberBoardTests {
    private static let start = 1_795_000_000.0

    private func entry(_ seconds: Double, north: Double = 52) -> GPSEntry {
        GPSEntry(position: Values.place(north, 8), status: .gnss, time: Values.time(Self.start + seconds))
    }

    private func message(_ entries: [GPSEntry], from sender: String = "tractor-endpoint") -> FeedMessage {
        FeedMessage(
            FeedHeader(messageID: "m", type: .gpsInfo, sender: sender), .positions(GPSList(entries)))
    }

    private func at(_ seconds: Double) -> UTCTime { Values.time(Self.start + seconds) }

    @Test("The newest position of a list counts, whatever its order")
    func newest() {
        let board = Board()
        #expect(board.take(message([entry(5, north: 3), entry(9, north: 5), entry(7, north: 4)]), at: at(10)))
        #expect(board.members(at: at(10)).first?.member.last.position == Values.place(5, 8))
    }

    @Test("Late data never moves a member back")
    func late() {
        let board = Board()
        board.take(message([entry(100, north: 50)]), at: at(100))
        #expect(!board.take(message([entry(99, north: 40), entry(10)]), at: at(101)))
        #expect(!board.take(message([entry(100, north: 41)]), at: at(101)))
        #expect(board.members(at: at(101)).first?.member.time == at(100))
        #expect(board.members(at: at(101)).first?.member.last.position == Values.place(50, 8))
    }

    @Test("A position of the future or without a time is not believed")
    func future() {
        let board = Board()
        var timeless = entry(0)
        timeless.time = nil
        #expect(!board.take(message([entry(161), timeless]), at: at(100)))
        #expect(board.take(message([entry(159)]), at: at(100)))
    }

    @Test("Without a position a member stays where it was, and says why")
    func absence() {
        let board = Board()
        #expect(!board.take(message([GPSEntry(absence: .noGPS, at: at(0))]), at: at(0)))
        #expect(board.members(at: at(0)).isEmpty)
        board.take(message([entry(1)]), at: at(1))
        #expect(board.take(message([entry(5, north: 6), GPSEntry(absence: .error, at: at(6))]), at: at(7)))
        let member = board.members(at: at(7)).first?.member
        #expect(member?.last.position == Values.place(6, 8) && member?.absence == .error)
        #expect(!board.take(message([GPSEntry(absence: .error, at: at(8))]), at: at(8)))
        board.take(message([entry(9)]), at: at(9))
        #expect(board.members(at: at(9)).first?.member.absence == nil)
    }

    @Test("After five minutes a member is outdated, after fifteen it is gone")
    func ages() {
        let board = Board()
        board.take(message([entry(0)]), at: at(0))
        #expect(board.members(at: at(299)).map(\.state) == [.active])
        #expect(board.members(at: at(300)).map(\.state) == [.outdated])
        #expect(board.members(at: at(899)).map(\.state) == [.outdated])
        #expect(board.members(at: at(900)).isEmpty)
        board.sweep(at: at(900))
        #expect(board.members(at: at(0)).isEmpty)
    }

    @Test("Names come with the list, change with it, and until then a piece of the id stands for them")
    func names() {
        let board = Board()
        board.take(message([entry(0)]), at: at(0))
        #expect(board.members(at: at(0)).first?.member.label == "tractor-")
        board.name([Endpoint(id: "tractor-endpoint", name: "Red one"), Endpoint(id: "x", name: "")])
        #expect(board.members(at: at(0)).first?.member.label == "Red one")
        board.take(message([entry(2)]), at: at(2))
        #expect(board.members(at: at(2)).first?.member.label == "Red one")
        board.name([Endpoint(id: "tractor-endpoint", name: "Blue one")])
        #expect(board.members(at: at(2)).first?.member.label == "Blue one")
    }

    @Test("Positions of time logs count; other content and senders without an id do not")
    func others() {
        let board = Board()
        let log = FeedMessage(
            FeedHeader(messageID: "m", type: .timeLog, sender: "l"), .timeLog(TimeLog([TimeLog.Entry(entry(0))])))
        #expect(board.take(log, at: at(0)))
        #expect(!board.take(message([entry(0)], from: ""), at: at(0)))
        #expect(!board.take(FeedMessage(log.header, .other([1])), at: at(0)))
    }

    @Test("Many senders do not fill the memory; those who are gone make room")
    func bounded() {
        let board = Board()
        for number in 0..<(MemberBoard.limit + 10) {
            board.take(message([entry(0)], from: "\(number)"), at: at(0))
        }
        #expect(board.members(at: at(0)).count == MemberBoard.limit)
        board.sweep(at: at(900))
        #expect(board.take(message([entry(899)], from: "late"), at: at(900)))
    }
}

/// A board that expectations can change.
private final class Board {
    private var board = MemberBoard()

    @discardableResult
    func take(_ message: FeedMessage, at now: UTCTime) -> Bool { board.take(message, at: now) }
    func name(_ endpoints: [Endpoint]) { board.name(endpoints) }
    func sweep(at now: UTCTime) { board.sweep(at: now) }
    func members(at now: UTCTime) -> [(member: Member, state: Member.State)] { board.members(at: now) }
}
