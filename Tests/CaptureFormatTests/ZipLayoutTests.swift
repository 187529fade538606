// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import CaptureFormat

/// Archives from which another program would unpack another photo than the sealed one.
@Suite struct ZipLayoutTests {
    private let files: [(path: String, bytes: [UInt8])]

    init() throws {
        var gateway = TestGateway()
        try gateway.capture()
        files = gateway.captures[0].contents.sorted { $0.key < $1.key }
            .map { (path: "capture-1/" + $0.key, bytes: $0.value) }
    }

    private func check(_ archive: [UInt8]) throws -> CaptureVerification {
        CaptureVerification(try CaptureArchive(archive).captures(in: "x.zip"))
    }

    /// The end record begins 22 bytes before the end, and its field at 16 is the offset of the central directory.
    private func directory(of archive: [UInt8]) -> Int {
        archive.suffix(6).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// Inserts bytes before the central directory, and moves it.
    private func insert(_ bytes: [UInt8], in archive: [UInt8]) -> [UInt8] {
        let start = directory(of: archive)
        var changed = Array(archive[..<start])
        changed += bytes
        changed += archive[start...].dropLast(6)
        changed += self.bytes(start + bytes.count, 4)
        changed += archive.suffix(2)
        return changed
    }

    @Test(arguments: [
        "capture-1/./photo.jpg", "capture-1//photo.jpg", "capture-1/x/../photo.jpg", "../capture-1/photo.jpg",
        "/capture-1/photo.jpg", "capture-1\\photo.jpg", "CAPTURE-1/photo.jpg", "capture-1/PHOTO.JPG",
        "capture-1/photo.jpg/", "capture-1/new/photo.jpg", "photo.jpg", "other/note.txt", "capture-1/note.txt",
    ])
    func `a file that is added beside the sealed ones is found`(path: String) throws {
        #expect(try check(CaptureArchive.archive(files)).isValid)
        let content = path.hasSuffix("/") ? [] : Array("forged".utf8)
        let found = try check(CaptureArchive.archive(files + [(path: path, bytes: content)]))
        #expect(found.outcome == .altered, "\(found)")
    }

    @Test func `two names that some file systems hold for one are found`() throws {
        for name in ["STRASSE", "straße", "Straße"] {
            let found = try check(
                CaptureArchive.archive([
                    (path: "strasse/a", bytes: [1]), (path: name == "STRASSE" ? "STRASSE/A" : name + "/a", bytes: [2]),
                ]))
            #expect(found.captures.first?.findings.first?.part == "archive", "\(found)")
        }
    }

    @Test func `bytes that the list does not mention are found`() throws {
        let archive = try CaptureArchive.archive(files)
        let name = Array("capture-1/photo.jpg".utf8)
        var header = bytes(0x0403_4B50, 4)
        header += bytes(20, 2)
        header += bytes(0, 20)
        header += bytes(name.count, 4)
        header += name
        for changed in [insert(header, in: archive), insert([0], in: archive)] {
            let found = try check(changed)
            #expect(found.outcome == .altered, "\(found)")
            #expect(found.captures.first?.findings.first?.text == "it contains bytes that belong to no file, or to two")
        }
        // A comment may contain another end, and a program may take that one.
        let open = Array(archive.dropLast(2))
        var double = open + bytes(22, 2)
        double += archive.suffix(22)
        for changed in [archive + [0], double, open + [1, 0, 0]] { #expect(try check(changed).outcome == .altered) }
    }

    @Test func `a header that says something else than the list is found`() throws {
        let archive = try CaptureArchive.archive(files)
        // The first header stands at the beginning: flags, method, CRC, sizes, the length of the name, and the name.
        for index in [6, 8, 14, 18, 22, 26, 30, 35] {
            var changed = archive
            changed[index] ^= 1
            let problem = try CaptureArchive(changed).captures(in: "x").first?.problem
            #expect(problem != nil, "byte \(index)")
        }
    }

    @Test(arguments: ["a stream", "a file", "compressed"])
    func `archives that other programs make of the same files are valid`(kind: String) throws {
        let folder = NSTemporaryDirectory() + "gnss-layout-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder + "/capture-1", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for file in files { try Data(file.bytes).write(to: URL(fileURLWithPath: folder + "/" + file.path)) }
        let script = """
            import os, sys, zipfile
            class Stream:
                def __init__(self, file): self.file = file
                def write(self, data): return self.file.write(data)
                def flush(self): self.file.flush()
            os.chdir(sys.argv[1])
            with open("x.zip", "wb") as file:
                target = Stream(file) if sys.argv[2] == "a stream" else file
                method = zipfile.ZIP_STORED if sys.argv[2] == "a file" else zipfile.ZIP_DEFLATED
                with zipfile.ZipFile(target, "w", method) as archive:
                    archive.write("capture-1")
                    for name in os.listdir("capture-1"):
                        archive.write("capture-1/" + name)
            """
        try run("python3", ["-c", script, folder, kind])
        let archive = try Data(contentsOf: URL(fileURLWithPath: folder + "/x.zip"))
        let found = try check(Array(archive))
        #expect(found.isValid && found.captures.count == 1, "\(found)")
        let search = try CaptureSearch(at: folder + "/x.zip").captures
        #expect(CaptureVerification(search).isValid)
    }
}
