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

    /// The archive `x.zip` that a script makes of the files, in a folder with them.
    ///
    /// - Parameter kind: The script's argument.
    private func archive(by script: String, _ kind: String, _ use: (String) throws -> Void = { _ in }) throws -> [UInt8]
    {
        let folder = NSTemporaryDirectory() + "gnss-layout-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder + "/capture-1", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for file in files { try Data(file.bytes).write(to: URL(fileURLWithPath: folder + "/" + file.path)) }
        try run("python3", ["-c", script, folder, kind])
        try use(folder + "/x.zip")
        return Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/x.zip")))
    }

    @Test(arguments: ["a stream", "a file", "compressed"])
    func `archives that other programs make of the same files are valid`(kind: String) throws {
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
        let archive = try archive(by: script, kind) { path in
            let search = try CaptureSearch(at: path).captures
            #expect(CaptureVerification(search).isValid)
        }
        let found = try check(archive)
        #expect(found.isValid && found.captures.count == 1, "\(found)")
    }

    /// After the first file's data, the bytes of a descriptor and of a forged photo are hidden, and the list counts them as
    /// that file's data. A program that reads the archive as a stream unpacks the photo.
    @Test(
        arguments: [
            ("nothing hidden", nil), ("nothing hidden, no descriptor", nil),
            ("hidden", "do not end where"), ("hidden, no descriptor", "do not end where"),
            ("cut", "do not end where"), ("too large", "do not end where"), ("stored", "says where it ends"),
            ("bzip2", "not compressed by deflate"),
        ] as [(String, String?)])
    func `data that do not end where the list says are found`(kind: String, problem: String?) throws {
        let script = """
            import bz2, os, struct, sys, zlib
            os.chdir(sys.argv[1])
            kind = sys.argv[2]
            def deflated(data):
                stream = zlib.compressobj(9, zlib.DEFLATED, -15)
                return stream.compress(data) + stream.flush()
            def local(name, flags, method, crc, packed, size):
                return struct.pack("<IHHHHHIIIHH", 0x04034b50, 20, flags, method, 0, 0x21, crc, packed, size, len(name), 0) + name
            result, listed, names = b"", b"", sorted(os.listdir("capture-1"))
            for file in names:
                data, name, offset = open("capture-1/" + file, "rb").read(), ("capture-1/" + file).encode(), len(result)
                crc, packed, size, flags, method, end = zlib.crc32(data), deflated(data), len(data), 0, 8, b""
                if file == names[0]:
                    if "hidden" in kind and "nothing" not in kind:
                        forged = b"forged photo"
                        packed += struct.pack("<IIII", 0x08074b50, crc, len(packed), size)
                        packed += local(b"capture-1/photo.jpg", 0, 0, zlib.crc32(forged), len(forged), len(forged)) + forged
                    if kind == "cut": packed = packed[:-1]
                    if kind == "too large": packed = deflated(data + bytes(1000000))
                    if kind == "stored": packed, method = data, 0
                    if kind == "bzip2": packed, method = bz2.compress(data), 12
                    if "no descriptor" not in kind:
                        flags, end = 8, struct.pack("<IIII", 0x08074b50, crc, len(packed), size)
                numbers = (crc, len(packed), size)
                result += local(name, flags, method, *(numbers if flags == 0 else (0, 0, 0))) + packed + end
                listed += struct.pack(
                    "<IHHHHHHIIIHHHHHII", 0x02014b50, 20, 20, flags, method, 0, 0x21, *numbers, len(name), 0, 0, 0, 0, 0, offset)
                listed += name
            count = len(names)
            end = struct.pack("<IHHHHIIH", 0x06054b50, 0, 0, count, count, len(listed), len(result), 0)
            open("x.zip", "wb").write(result + listed + end)
            """
        let found = try check(archive(by: script, kind))
        #expect(found.outcome == (problem == nil ? .valid : .altered), "\(found)")
        let text = found.captures.first?.findings.first?.text
        #expect(text?.contains(problem ?? "") ?? (problem == nil), "\(found)")
    }
}
