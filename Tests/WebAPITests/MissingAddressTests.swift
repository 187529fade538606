// SPDX-License-Identifier: Apache-2.0

import ClientAdmission
import Glibc
import NIOCore
import Synchronization
import Testing

@testable import WebAPI

/// Addresses that this machine does not have, in all servers.
struct MissingAddressTests {
    private static let errors: [(code: Int32, host: String, expected: MissingAddress?)] = [
        (EADDRNOTAVAIL, "192.168.1.5", .notYet), (EADDRNOTAVAIL, "2001:db8::1", .notYet),
        (EADDRNOTAVAIL, "::1", .never), (EAFNOSUPPORT, "::", .never), (EAFNOSUPPORT, "::1", .never),
        (EADDRINUSE, "::1", nil), (EACCES, "127.0.0.1", nil),
    ]

    @Test(arguments: errors)
    func `only an address that an interface may still get is awaited`(
        code: Int32, host: String, expected: MissingAddress?
    ) {
        #expect(MissingAddress(IOError(errnoCode: code, reason: "bind"), host: host) == expected)
    }

    @Test func `a name that cannot be resolved is awaited, and a numeric host needs no name server`() async throws {
        let error = await #expect(throws: HostLookupError.self) {
            // No name may contain two dots in a row, so no name server is asked.
            try await HostLookup.address(of: "no..name", port: 2947)
        }
        let missing = try #require(error)
        #expect(MissingAddress(missing, host: "no..name") == .unresolved)
        #expect(ListenReason(missing) == .other(missing.description))
        let message = MissingAddress.message(missing, "no..name:8947", key: "listen.http")
        #expect(message.hasPrefix("cannot resolve the host name of no..name:8947 yet; "), "\(message)")
        for host in ["192.0.2.1", "2001:db8::1"] {
            let found = try await HostLookup.address(of: host, port: 1, within: .zero)
            #expect(found.ipAddress == host && found.port == 1)
        }
    }

    @Test(.timeLimit(.minutes(1))) func `each address is tried until it can be used`() async {
        let attempts = Mutex<[String]>([])
        await MissingAddress.retry(["a", "b"], every: .milliseconds(1)) { address in
            attempts.withLock { attempts in
                attempts.append(address)
                return address == "a" || attempts.count { $0 == "b" } == 3
            }
        }
        #expect(attempts.withLock { $0.sorted() } == ["a", "b", "b", "b"])
    }

    @Test(.timeLimit(.minutes(1))) func `a name whose lookup gets no answer delays no other address`() async {
        let (opened, continuation) = AsyncStream.makeStream(of: String.self)
        let task = Task {
            await MissingAddress.retry(["silent", "present"], every: .milliseconds(1)) { address in
                guard address == "silent" else { return true }
                // Stands for a silent name server; the sleep ends when the task is cancelled.
                try? await Task.sleep(for: .seconds(600))
                return false
            } onOpen: { address in
                continuation.yield(address)
            }
        }
        var addresses = opened.makeAsyncIterator()
        let first = await addresses.next()
        #expect(first == "present")
        task.cancel()
        await task.value
    }

    @Test(.timeLimit(.minutes(1))) func `a cancelled task tries no longer`() async {
        let task = Task { await MissingAddress.retry(["a"], every: .seconds(600)) { _ in true } }
        task.cancel()
        await task.value
    }

    @Test func `an address that cannot come is an error only if no other of its kind is left`() {
        let (plain, encrypted) = (
            NetworkAddress(host: "::1", port: 1), NetworkAddress(host: "::", port: 2, isEncrypted: true)
        )
        let listening = NetworkListening()
        listening.skips(plain, NetworkError(plain, .noSuchAddress))
        #expect(listening.failure == NetworkError(plain, .noSuchAddress))
        let other = NetworkAddress(host: "127.0.0.1", port: 1)
        #expect(!listening.listens(on: other, actual: other))
        #expect(listening.failure == nil)
        listening.skips(encrypted, NetworkError(encrypted, .noSuchAddress))
        #expect(listening.failure == NetworkError(encrypted, .noSuchAddress))
        let late = NetworkAddress(host: "192.0.2.1", port: 3, isEncrypted: true)
        #expect(listening.awaits(late) && !listening.awaits(late))
        #expect(listening.failure == nil && listening.missing == [late])
        #expect(listening.listens(on: late, actual: late) && listening.missing.isEmpty)
        #expect(listening.open == [other, late])
    }

    @Test(.timeLimit(.minutes(1))) func `addresses that come at the same instant are all published at the end`() async {
        let addresses = (1...20).map { NetworkAddress(host: "192.0.2.1", port: $0) }
        let listening = NetworkListening()
        let log = PublicationLog()
        await withTaskGroup { group in
            for address in addresses {
                group.addTask {
                    _ = listening.listens(on: address, actual: address)
                    await listening.publish { open, _ in
                        let count = log.running.withLock { running in
                            running += 1
                            return running
                        }
                        #expect(count == 1, "two publications run")
                        // A publication that has older addresses takes longer.
                        try? await Task.sleep(for: .milliseconds(20 - open.count))
                        log.published.withLock { $0 = open }
                        log.running.withLock { $0 -= 1 }
                    }
                }
            }
        }
        #expect(Set(log.published.withLock { $0 }) == Set(addresses))
    }
}

/// The addresses that were published last, and how many publications run.
private final class PublicationLog: Sendable {
    let running = Mutex(0)
    let published = Mutex<[NetworkAddress]>([])
}
