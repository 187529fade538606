// SPDX-License-Identifier: Apache-2.0

import OSNMA

@testable import OSNMAFiles

// Input: trust files in XML and PEM, and recordings for `osnma verify`.
//
// Requirements: a file with an error gives no keys and no roots; an error has a text, and its line exists in the file; keys
// and roots that are written as XML are read again unchanged.

func run(_ input: FuzzInput) {
    var input = input
    switch input.choice(of: 4) {
    case 0: recording(input.bytes)
    case 1:
        trust(TrustFile(pem: String(decoding: input.bytes, as: UTF8.self), id: UInt8(input.bytes.count & 15)), input)
    default: trust(TrustFile(xml: String(decoding: input.bytes, as: UTF8.self)), input)
    }
}

private func trust(_ file: TrustFile, _ input: FuzzInput) {
    let lines = input.bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
    for error in file.errors {
        require(!error.text.isEmpty && error.text.count < 400, "an error whose text is empty or too long")
        require(error.text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "an error text that is not one line")
        require((1...lines).contains(error.line ?? 1), "the file has no line \(error.line ?? 0)")
    }
    require(!file.entries.isEmpty || !file.errors.isEmpty, "neither an entry nor an error")
    require(Set(file.entries.map(\.anchor)).count == file.entries.count, "the file gives a key or root twice")
    let anchors = TrustAnchors(file.entries)
    require(
        anchors.publicKeys.count == file.keys.count && anchors.roots == file.roots, "a key is not a point on the curve")
    require(file.entries.isEmpty || file.errors.isEmpty, "a file with errors gives entries")
    let again = TrustFile(xml: "<signalData><body>\(file.entries.map(text).joined())</body></signalData>")
    require(
        again.entries.map(\.anchor) == file.entries.map(\.anchor) || file.entries.isEmpty, "the entries have changed")
}

private func text(_ entry: TrustFile.Entry) -> String {
    func digits(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
    switch entry.anchor {
    case .root(let root):
        return "<MerkleTree><TreeNode><j>4</j><i>0</i><x_ji>\(digits(root.bytes))</x_ji></TreeNode></MerkleTree>"
    case .key(let key): return "<PublicKey><PKID>\(key.id)</PKID><point>\(digits(key.point))</point></PublicKey>"
    }
}

private func recording(_ bytes: [UInt8]) {
    do {
        let pages = try PageFile(bytes, name: "16_AUG_2023_GST_05_00_01.csv").pages
        require(pages.allSatisfy { $0.bits.count == 30 }, "a page that is not 240 bits")
    } catch { require(!error.description.isEmpty, "an error without text") }
}
