// SPDX-License-Identifier: Apache-2.0

import OSNMA
import Testing

@testable import OSNMAFiles

/// XML that a careless reader takes for a key.
struct TrustXMLTests {
    private static let content = """
        <PKID>2</PKID><PKType>P-256/SHA-256</PKType><i>1</i>\
        <point>02219204b5ca6c46b623eeed6cdd2cddb1f7d6a7532767e5b8da0de1ebd695fc99</point>
        """
    private static let key = "<PublicKey>\(content)</PublicKey>"
    /// A forger's key, PKID 3.
    private static let forged = """
        <PublicKey><PKID>3</PKID><i>2</i>\
        <point>036864EAA4347FFDEEB8BE07BB0730DDA2F0C25D9D8670C391E3B3815CCDECC988</point></PublicKey>
        """

    private static func document(_ body: String) -> String {
        "<?xml version=\"1.0\"?><signalData><header/><body>\(body)</body></signalData>"
    }

    @Test(
        "what is no element is no key",
        arguments: [
            document("\(key)<!-- \(forged) -->"), document("\(key)<State><![CDATA[\(forged)]]></State>"),
            document("\(key)<?note \(forged.replacing("?", with: ""))?>"),
            document("<State note='>\(forged.replacing("<", with: "&lt;"))'/>\(key)"), key + "<!-- \(forged) -->",
            content + "<!-- \(forged) -->", "<!-- \(forged) -->" + key,
            document("\(key)<State>\n-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n</State>"),
        ])
    func passedOver(_ text: String) {
        let file = TrustFile(Array(text.utf8), name: "PKID_3.xml")
        #expect(file.errors.isEmpty && file.keys.map(\.id) == [2], "\(file.errors)")
    }

    @Test(
        "a key counts where the service centre has keys, and nowhere else",
        arguments: [
            "<signalData><header>\(key)</header><body/></signalData>", "<signalData>\(key)</signalData>",
            document("<Old>\(key)</Old>"), document("<PublicKeyList>\(key)</PublicKeyList>"), "<a>\(key)</a>",
            document("<x:PublicKey xmlns:x='y'>\(content)</x:PublicKey>"),
        ])
    func elsewhere(_ text: String) {
        let file = TrustFile(xml: text)
        #expect(
            file.entries.isEmpty && file.errors.first?.text.contains("contains neither") ?? false, "\(file.errors)")
    }

    @Test(
        "what is no whole document, or more than is read, is refused with its line",
        arguments: [
            ("\n<!DOCTYPE a [<!ENTITY k \"3\">]>\n<PublicKey>&k;</PublicKey>", 2, "document type declaration"),
            (document(key).replacing("</body>", with: "\n"), 2, "mismatched tag"), (key + "\n" + key, 2, "junk after"),
            (content + "\n</PublicKey><PublicKey>" + content, 2, "junk after"), (content + "\n" + content, 2, "second"),
            (String(repeating: "<a>\n", count: 20), 17, "deep"),
            ("<PublicKey>\n<PKID>" + String(repeating: "2", count: 5000) + "</PKID></PublicKey>", 2, "4096"),
            ("<PublicKey>\n<PKID>2<b/></PKID></PublicKey>", 2, "PKID is \"\""),
            (key.replacing("</PublicKey>", with: ""), 1, "no element found"),
        ])
    func refused(_ text: String, _ line: Int, _ words: String) {
        let file = TrustFile(xml: text)
        #expect(file.entries.isEmpty && file.errors.count == 1)
        let error = file.errors.first
        #expect(error?.line == line && error?.text.contains(words) ?? false, "\(error.map { "\($0)" } ?? "")")
    }

    @Test func `a file that is longer than a mebibyte is refused whole, whatever stands at its beginning`() {
        let tail = String(repeating: " ", count: TrustFile.longest)
        for text in [Self.key + tail, "-----BEGIN PUBLIC KEY-----\n" + tail] {
            let file = TrustFile(Array(text.utf8), name: "PKID_2.pem")
            #expect(file.entries.isEmpty && file.errors.first?.text.contains("larger than 1 MiB") ?? false)
        }
    }
}
