// SPDX-License-Identifier: Apache-2.0

@testable import OSNMAFiles

/// The seeds: a tree, a key, PEM, a test vector, and a Galmon record.
func seeds() -> [[UInt8]] {
    let point = "02219204B5CA6C46B623EEED6CDD2CDDB1F7D6A7532767E5B8DA0DE1EBD695FC99"
    let node = "832E15EDE55655EAC6E399A539477B7C034CCE24C3C93FFC904ACD9BF842F04E"
    let key = """
        <PublicKey><UID>PK</UID><Applicability><Begin>2025-12-10T10:00:00Z</Begin><End>2026-12-10T10:00:00Z</End>
        </Applicability><i>1</i><PKID>2</PKID><point>\(point)</point><PKType>ECDSA P-256/SHA-256</PKType></PublicKey>

        """
    let nodes = (BuiltInTrust.siblings + [node]).enumerated().map { level, node in
        "<TreeNode><j>\(level)</j><i>\(level % 4 == 0 ? 0 : 1)</i><x_ji>\(node)</x_ji></TreeNode>\n"
    }.joined()
    let tree = "<signalData><body><MerkleTree>\(key)\(nodes)</MerkleTree></body></signalData>"
    let short = "<?xml version=\"1.0\"?><PKID>2</PKID><i>1</i><point>\(point)</point>"
    let pem = """
        -----BEGIN PUBLIC KEY-----
        MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgACIZIEtcpsRrYj7u1s3SzdsffWp1MnZ+W42g3h69aV/Jk=
        -----END PUBLIC KEY-----

        """
    let page = String(repeating: "0", count: 120)
    let galmon: [UInt8] = Array("bert".utf8) + [0, 12, 0x08, 1, 0x10, 3, 0x2A, 6, 0x08, 1, 0x18, 2, 0x20, 4]
    return [
        Array(tree.utf8) + [2], Array(short.utf8) + [2], Array(key.utf8) + [3], Array(pem.utf8) + [1],
        Array("SVID,NumNavBits,NavBitsHEX\n02,480,\(page)\n".utf8) + [0], galmon + [0],
    ]
}
