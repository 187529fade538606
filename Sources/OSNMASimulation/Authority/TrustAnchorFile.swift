// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import GNSSTypes
internal import Wire

/// A file of trust anchors for receivers, in the format of the European GNSS Service Centre.
public struct TrustAnchorFile: Hashable, Sendable {
    /// The file's name, in the Service Centre's pattern.
    public let name: String
    /// The text of the file, an XML document.
    public let content: String

    public init(name: String, content: String) { (self.name, self.content) = (name, content) }

    /// The file of a tree: its root, and a key with the nodes that prove it.
    init(tree: Authority, leaf: Int, begin: GST, leapSeconds: Int) {
        let time = UTCText(begin, leapSeconds: leapSeconds)
        name = "OSNMA_MerkleTree_\(time.digits)_newPKID_\(Authority.keyID(leaf: leaf)).xml"
        let key = tree.keys[leaf]
        let nodes =
            [(4, 0, tree.root)]
            + tree.siblings(leaf: leaf).enumerated().reversed().map { ($0, leaf >> $0 ^ 1, $1) }
        let body = """
            <MerkleTree><UID>MT-\(Self.digest(tree.root))</UID><Applicability><Begin>\(time.text)</Begin></Applicability>\
            <State>Applicable</State><N>16</N><HashFunction>SHA-256</HashFunction><PublicKey><i>\(leaf)</i>\
            \(Self.key(key, leaf: leaf))<PKType>\(Self.type(key.curve))</PKType></PublicKey>\
            \(nodes.map { Self.node(level: $0, index: $1, $2) }.joined())</MerkleTree>
            """
        content = Self.document(body, issued: time.text)
    }

    /// The file of a public key.
    init(key: SigningKey, leaf: Int, begin: GST, leapSeconds: Int) {
        let time = UTCText(begin, leapSeconds: leapSeconds)
        let stem = "\(time.digits)_newPKID_\(Authority.keyID(leaf: leaf))"
        name = "OSNMA_PublicKey_\(stem).xml"
        let body = """
            <PublicKey><UID>PK-\(Self.digest(key.point))</UID><Applicability><Begin>\(time.text)</Begin></Applicability>\
            <State>Applicable</State><i>\(leaf)</i>\(Self.key(key, leaf: leaf))\
            <Certificate>OSNMA_PublicKey_\(stem).crt</Certificate><CRL>OSNMA_PublicKeyCRL_\(stem).crl</CRL>\
            <PKType>\(Self.type(key.curve))</PKType></PublicKey>
            """
        content = Self.document(body, issued: time.text)
    }

    private static func key(_ key: SigningKey, leaf: Int) -> String {
        """
        <PKID>\(Authority.keyID(leaf: leaf))</PKID><lengthInBits>\(8 * key.point.count)</lengthInBits>\
        <point>\(hexadecimal(key.point))</point>
        """
    }

    private static func node(level: Int, index: Int, _ bytes: [UInt8]) -> String {
        """
        <TreeNode><j>\(level)</j><i>\(index)</i><lengthInBits>256</lengthInBits><x_ji>\(hexadecimal(bytes))</x_ji></TreeNode>
        """
    }

    private static func type(_ curve: SigningCurve) -> String {
        curve == .p256 ? "ECDSA P-256/SHA-256" : "ECDSA P-521/SHA-512"
    }

    /// The envelope. It names the simulation as its sender, so that the file cannot be mistaken for the Service
    /// Centre's.
    private static func document(_ body: String, issued: String) -> String {
        let party =
            "<GAL-EXT-GOC-SC-GLAd><mission>SIM</mission><segment>SIM</segment><element>SIM</element></GAL-EXT-GOC-SC-GLAd>"
        return """
            <?xml version="1.0" encoding="UTF-8" standalone="no" ?><signalData><header><GAL-header><source>\(party)</source>\
            <destination>\(party)</destination><issueDate>\(issued)</issueDate><signalVersion>1.0</signalVersion>\
            <dataVersion>1.0</dataVersion></GAL-header></header><body>\(body)</body></signalData>
            """
    }

    private static func digest(_ bytes: [UInt8]) -> String { hexadecimal(Array(SHA256.hash(data: bytes))) }

    private static func hexadecimal(_ bytes: [UInt8]) -> String { Hexadecimal.upperText(bytes) }
}

/// An instant in UTC in the formats of the files.
private struct UTCText {
    /// `2023-08-03T10:59:52Z`.
    let text: String
    /// `20230803105952`.
    let digits: String

    init(_ time: GST, leapSeconds: Int) {
        let utc = UTCTime(time.gps, leapSeconds: leapSeconds) ?? UTCTime(nanosecondsSince1970: .max)
        let fields = CalendarTime(utc)
        (text, digits) = (fields.text(decimals: 0), fields.digits)
    }
}
