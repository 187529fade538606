// SPDX-License-Identifier: Apache-2.0

import DriverTesting
import Testing
import UBX

struct IdentificationTests {
    @Test func `a receiver says what it is`() throws {
        let bench = Bench(.f9)
        let identity = try #require(bench.identity())
        #expect(identity.words == "ZED-F9P, HPG 1.32, protocol 27.31")
        #expect(identity.uniqueID == "DEADBEEF01" && identity.hasKeys)
    }

    @Test func `generations are told apart`() throws {
        for (personality, hasKeys) in [(UBXPersonality.lea6, false), (.m8, false), (.f9, true), (.m10, true)] {
            let bench = Bench(personality)
            let identity = try #require(bench.identity())
            #expect(identity.hasKeys == hasKeys)
            #expect((identity.uniqueID != nil) == (personality.uniqueID != nil))
        }
    }

    @Test func `an old receiver is not asked for a number that it has not`() throws {
        let bench = Bench(.lea6)
        let identity = try #require(bench.identity())
        #expect(identity.protocolVersion == 1300 && bench.sent == 1)
        #expect(identity.words == "u-blox with hardware 00040007, 7.03 (45969), protocol 13.00")
    }

    @Test func `what is not heard is asked again`() throws {
        let bench = Bench(.f9)
        bench.receiver.losesEvery = 2
        #expect(bench.identity() != nil)
        #expect(bench.sent > 2)
    }

    @Test func `a receiver that does not answer is told after the last try`() throws {
        let bench = Bench(.f9)
        bench.receiver.isDeaf = true
        #expect(bench.run(Identification(tries: 4)) == .failure(.silent))
        #expect(bench.sent == 4)
    }

    @Test func `a MON-VER that is cut is no identity`() {
        var machine = Identification()
        _ = machine.next(.begin)
        guard case .finish(.failure(.silent)) = machine.next(.answered([1, 2, 3])) else {
            Issue.record("three bytes were taken for an identity")
            return
        }
    }
}
