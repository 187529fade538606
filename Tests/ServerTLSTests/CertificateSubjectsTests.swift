// SPDX-License-Identifier: Apache-2.0

import Certificates
import Testing

@testable import ServerTLS

struct CertificateSubjectsTests {
    private static let loopback: [[UInt8]] = [[127, 0, 0, 1], Array(repeating: 0, count: 15) + [1]]
    private static let global: [UInt8] = [0x20, 0x01, 0x0D, 0xB8] + Array(repeating: 0, count: 11) + [5]
    private static let linkLocal: [UInt8] = [0xFE, 0x80] + Array(repeating: 0, count: 13) + [1]

    private func subjects(
        host: String = "tractor", served: [String], names: [String] = [], machine: [[UInt8]] = [[192, 168, 1, 4]]
    ) -> CertificateSubjects {
        CertificateSubjects(.init(host: host, served: served, names: names, machine: machine))
    }

    @Test("A wildcard stands for all addresses but link-local IPv6 ones; a single address for itself")
    func addresses() {
        let machine = Self.loopback + [[192, 168, 1, 4], Self.global, Self.linkLocal]
        let all = subjects(served: ["::"], machine: machine)
        #expect(Set(all.addresses) == Set(Self.loopback + [[192, 168, 1, 4], Self.global]))
        let one = subjects(served: ["10.0.0.7"], machine: machine)
        #expect(Set(one.addresses) == Set(Self.loopback + [[10, 0, 0, 7]]))
        #expect(subjects(served: ["gateway.lan"], machine: machine).addresses == all.addresses)
    }

    @Test("Names: localhost, the host, its first label in .local, configured ones; addresses among them count")
    func names() {
        let chosen = subjects(host: "Tractor", served: ["0.0.0.0"], names: ["gateway.farm.example", "203.0.113.9"])
        #expect(chosen.names == ["gateway.farm.example", "localhost", "tractor", "tractor.local"])
        #expect(chosen.addresses.contains([203, 0, 113, 9]))
        // Limits that contain `farm` would permit all names under `.farm`.
        #expect(
            subjects(host: "farm.example.org", served: []).names == ["farm.example.org", "farm.local", "localhost"])
    }

    @Test(
        "A host name that a certificate cannot contain is left out",
        arguments: [
            "", "under_score", "-a", "a..b", "ä", "a b", String(repeating: "a", count: 64), "*",
        ])
    func badNames(_ host: String) {
        #expect(subjects(host: host, served: ["127.0.0.1"], names: ["a..b", "-"]).names == ["localhost"])
    }

    @Test("Limits: private networks and home names are allowed, others only if they are listed")
    func limits() {
        let limits = NameLimits(names: ["local", "farm.example"], networks: [.init([192, 168, 0, 0], bits: 16)])
        let (allowed, refused) = CertificateSubjects(
            names: ["a.local", "local", "x.farm.example", "xfarm.example", "bank.example"],
            addresses: [[192, 168, 9, 9], [192, 169, 0, 1], Self.global]
        ).within(limits)
        #expect(allowed.names == ["a.local", "local", "x.farm.example"])
        #expect(allowed.addresses == [[192, 168, 9, 9]])
        #expect(refused == ["bank.example", "xfarm.example", "192.169.0.1", "2001:db8::5"])
    }

    @Test(
        "Addresses as text",
        arguments: [
            ("192.0.2.1", [192, 0, 2, 1]), ("::ffff:192.0.2.1", [192, 0, 2, 1]), ("", nil), ("a", nil), ("1.2.3", nil),
        ] as [(String, [UInt8]?)])
    func text(_ text: String, _ bytes: [UInt8]?) { #expect(CertificateSubjects.address(text) == bytes) }
}
