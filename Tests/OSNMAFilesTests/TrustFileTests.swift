// SPDX-License-Identifier: Apache-2.0

import OSNMA
import Testing

@testable import OSNMAFiles

/// Files of the service centre, public keys in PEM, and files that are neither.
struct TrustFileTests {
    private static let point = "02219204B5CA6C46B623EEED6CDD2CDDB1F7D6A7532767E5B8DA0DE1EBD695FC99"
    private static let root = "832E15EDE55655EAC6E399A539477B7C034CCE24C3C93FFC904ACD9BF842F04E"

    /// A file of a Merkle tree, as it is published.
    static func tree(
        point: String = point, root: String = root, pkid: String = "2", type: String = "ECDSA P-256/SHA-256",
        nodes: [String] = BuiltInTrust.siblings
    ) -> String {
        let siblings = zip(nodes, ["0", "1", "1", "1"]).enumerated().map { level, node in
            "<TreeNode><j>\(level)</j><i>\(node.1)</i><lengthInBits>256</lengthInBits><x_ji>\(node.0)</x_ji></TreeNode>"
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <signalData><header><GAL-header><issueDate>2025-12-09T09:59:56Z</issueDate></GAL-header></header><body>
            <MerkleTree><UID>MT-1</UID><Applicability><Begin>2025-12-10T10:00:00Z</Begin></Applicability><N>16</N>
            <PublicKey><i>1</i><PKID>\(pkid)</PKID><lengthInBits>264</lengthInBits><point>\(point)</point>
            <PKType>\(type)</PKType></PublicKey>
            <TreeNode><j>4</j><i>0</i><lengthInBits>256</lengthInBits><x_ji>\(root)</x_ji></TreeNode>
            \(siblings.reversed().joined(separator: "\n"))
            </MerkleTree></body></signalData>
            """
    }

    @Test func `a Merkle tree gives its root and its key, with the time from which they apply`() throws {
        let file = TrustFile(xml: Self.tree())
        #expect(file.errors.isEmpty)
        #expect(file.entries.map(\.begin) == [1_765_360_800_000, 1_765_360_800_000])
        #expect(file.entries.map(\.end) == [nil, nil])
        #expect(file.roots.map(\.fingerprint.description) == [Self.root.lowercased()])
        let key = try #require(file.keys.first)
        #expect(key.id == 2 && key.kind == .p256)
        #expect(file.entries.compactMap(\.leaf) == [1])
    }

    @Test func `what is built in is what the tree proves`() throws {
        let file = TrustFile(xml: Self.tree())
        #expect(Set(BuiltInTrust.entries.map(\.anchor)) == Set(file.entries.map(\.anchor)))
        let anchors = TrustAnchors(BuiltInTrust.entries)
        let root = try #require(anchors.roots.first)
        let key = try #require(file.keys.first)
        let siblings = BuiltInTrust.siblings.compactMap(TrustFile.bytes)
        #expect(key.verified(under: root, leaf: BuiltInTrust.leaf, siblings: siblings) == anchors.publicKeys.first)
    }

    @Test func `the short form without a root element, and both times of a key`() {
        let short = TrustFile(
            xml:
                "<?xml version=\"1.0\"?><PKID>2</PKID><PKType>P-256/SHA-256</PKType><i>1</i><point>\(Self.point)</point>"
        )
        #expect(short.errors.isEmpty && short.keys.map(\.id) == [2])
        let file = TrustFile(
            xml: """
                <PublicKey><UID>PK-1</UID><Applicability><Begin>2023-10-07T04:15:00Z</Begin>
                <End>2023-10-07T08:15:00.000Z</End></Applicability><i>7</i><PKID>8</PKID><lengthInBits>264</lengthInBits>
                <point>\(Self.point)</point><PKType>ECDSA P-256/SHA-256</PKType></PublicKey>
                """)
        #expect(file.errors.isEmpty && file.entries.map(\.leaf) == [7])
        #expect(file.entries.map(\.begin) == [1_696_652_100_000] && file.entries.map(\.end) == [1_696_666_500_000])
    }

    @Test(
        "what is wrong is said with its line",
        arguments: [
            (tree(pkid: "16"), 4, "PKID"), (tree(point: String(point.dropLast())), 4, "hexadecimal"),
            (tree(point: String(point.dropLast(2))), 5, "32 bytes, expected 33"), (tree(type: "RSA"), 5, "PKType"),
            (tree(root: root + "00"), 6, "x_ji"), (tree(point: "05" + point.dropFirst(2)), 5, "curve"),
            ("<PublicKey><PKID>2</PKID></PublicKey>", 1, "no point"),
            ("<PublicKey><point>\(point)</point></PublicKey>", 1, "no PKID"),
            ("<PublicKey>\n<PKID>2</PKID>\n<PKID>3</PKID></PublicKey>", 3, "second PKID"),
            (tree().replacing("10T10:00:00Z", with: "10T10:00"), 3, "Begin is"),
            (tree().replacing("<j>4</j>", with: "<j>3</j>"), 11, "has no root"),
            (tree().replacing("<j>3</j>", with: "<j>2</j>"), 8, "two TreeNodes"),
            (
                tree().replacing("<TreeNode><j>0</j>", with: "<Node><j>0</j>").replacing(
                    "</TreeNode>\n</MerkleTree>", with: "</Node></MerkleTree>"), 10, "nodes that prove its key PKID 2"
            ),
        ])
    func wrong(_ text: String, _ line: Int, _ words: String) {
        let error = TrustFile(xml: text).errors.first
        #expect(error?.line == line && error?.text.contains(words) ?? false, "\(error.map { "\($0)" } ?? "none")")
    }

    @Test func `a tree that does not prove its key is refused`() {
        var nodes = BuiltInTrust.siblings
        nodes.swapAt(1, 2)
        let forged = TrustFile(xml: Self.tree(nodes: nodes))
        #expect(forged.entries.isEmpty && forged.errors.first?.text.contains("does not lead to the root") ?? false)
        for text in ["", "hello", "<html><body>not found</body></html>"] {
            let file = TrustFile(xml: text)
            #expect(file.entries.isEmpty && file.errors.count == 1, "\(text)")
        }
    }

    @Test func `a public key in PEM, whatever the length of its lines`() throws {
        let key = try #require(BuiltInTrust.entries.last)
        let text = try pem(of: key)
        for width in [64, 76, 1000] {
            let lines = stride(from: 0, to: text.count, by: width).map { String(text.dropFirst($0).prefix(width)) }
            for end in ["\n", "\r\n"] {
                let file = TrustFile(
                    pem: (["-----BEGIN PUBLIC KEY-----"] + lines + ["-----END PUBLIC KEY-----"])
                        .joined(separator: end), id: 2)
                #expect(file.errors.isEmpty && file.entries.map(\.anchor) == [key.anchor], "\(width)")
            }
        }
    }

    /// Base64 of the key in the form of RFC 5480, with a compressed point.
    private func pem(of entry: TrustFile.Entry) throws -> String {
        guard case .key(let key) = entry.anchor else { return "" }
        let header: [UInt8] = [
            0x30, 0x39, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
            0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x22, 0x00,
        ]
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        let bits = (header + key.point).flatMap { byte in (0..<8).map { Int(byte >> UInt8(7 - $0) & 1) } }
        var text = stride(from: 0, to: bits.count, by: 6).map { start in
            String(digits[(0..<6).reduce(0) { $0 << 1 | (start + $1 < bits.count ? bits[start + $1] : 0) }])
        }.joined()
        while text.count % 4 != 0 { text += "=" }
        return text
    }

    @Test func `PEM that is something else is refused with what is expected`() {
        let begin = "-----BEGIN PUBLIC KEY-----\n"
        let end = "\n-----END PUBLIC KEY-----\n"
        let cases: [(String, UInt8?, Int?, String)] = [
            ("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", 2, 1, "openssl x509"),
            ("-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n", 2, 1, "PUBLIC KEY"),
            (begin + "AAAA", 2, 2, "END PUBLIC KEY"), (begin + "AA%A" + end, 2, 2, "base64"),
            (
                begin + "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgACIZIEtcpsRrYj7u1s3SzdsffWy1mnZ+W42g3h69aV/Jk=" + end, 2, 1,
                "curve"
            ),
            (begin + "AAAA" + end, 2, 1, "P-256 or P-521"), (begin + "AAAA" + end, nil, nil, "--pkid"),
        ]
        for (text, id, line, words) in cases {
            let error = TrustFile(pem: text, id: id).errors.first
            #expect(error?.line == line && error?.text.contains(words) ?? false, "\(words): \(error as Any)")
        }
    }
    @Test func `a message shows the beginning of what it is about, on one line`() throws {
        let long = String(repeating: "\u{7F}[2J", count: 1000)
        let files = [
            TrustFile(pem: "-----BEGIN \(long)\n", id: 2),
            TrustFile(xml: "<PublicKey><PKID>\(long)</PKID></PublicKey>"),
            TrustFile(xml: "<PublicKey><PKType>\(long)</PKType></PublicKey>"),
        ]
        for file in files {
            let text = try #require(file.errors.first).text
            #expect(text.contains("?[2J") && text.utf8.count < 200 && text.utf8.allSatisfy { $0 >= 0x20 }, "\(text)")
        }
    }
}
