// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import CaptureFormat

/// Which photos are found in a folder: all that are there, also those whose seal was removed.
@Suite struct CaptureSearchTests {
    /// A folder that is removed with its content.
    private final class Place {
        let path = NSTemporaryDirectory() + "gnss-search-\(UUID().uuidString)"

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ bytes: [UInt8], _ name: String) throws {
            let url = URL(fileURLWithPath: path + "/" + name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: url)
        }

        func write(_ files: TestFiles, in folder: String) throws {
            for (name, bytes) in files.contents { try write(bytes, folder + "/" + name) }
        }
    }

    private let place = Place()
    private var gateway = TestGateway()

    init() throws { for _ in 0..<3 { try gateway.capture() } }

    private func withoutSeal(_ files: TestFiles) -> TestFiles {
        var files = files
        for name in files.names where name.hasPrefix("manifest-") { files.contents[name] = nil }
        return files
    }

    private func archive(_ captures: [TestFiles]) throws -> [UInt8] {
        try CaptureArchive.archive(
            captures.flatMap { capture in
                capture.contents.map { (path: capture.place + "/" + $0.key, bytes: $0.value) }
            })
    }

    /// The places of the photos that are not valid, without the folder.
    private func altered(_ search: CaptureSearch) -> [String] {
        CaptureVerification(search.captures).captures.filter { $0.outcome == .altered }
            .map { String($0.place.dropFirst(place.path.count)) }
    }

    @Test func `a photo whose seal was removed is named, in an archive and in a folder`() throws {
        let stripped = withoutSeal(gateway.captures[1])
        let all = [gateway.captures[0], stripped, gateway.captures[2]]
        try place.write(archive(all), "all.zip")
        #expect(try altered(CaptureSearch(at: place.path + "/all.zip")) == ["/all.zip/capture-2"])
        for files in all { try place.write(files, in: "unpacked/" + files.place) }
        let folder = try CaptureSearch(at: place.path + "/unpacked")
        #expect(altered(folder) == ["/unpacked/capture-2"] && folder.skipped.isEmpty)
        #expect(
            CaptureVerification(folder.captures).captures[1].findings.first?.text == "there is no manifest")
        for (index, files) in all.enumerated() { try place.write(archive([files]), "each/\(index).ZIP") }
        let each = try CaptureSearch(at: place.path + "/each")
        #expect(each.captures.count == 3 && altered(each) == ["/each/1.ZIP/capture-2"])
    }

    @Test func `a photo under another name is found, and other files beside photos are not in the way`() throws {
        try place.write(gateway.captures[0], in: "capture-1")
        try place.write([1], "capture-2/picture")
        try place.write([1], "key.pem")
        let search = try CaptureSearch(at: place.path)
        #expect(altered(search) == ["/capture-2"] && search.skipped.isEmpty)
        try place.write([1], "photo.jpg")
        #expect(try altered(CaptureSearch(at: place.path)) == ["", "/capture-2"])
    }

    @Test func `a folder without photos contains none`() throws {
        try place.write([1], "notes.txt")
        let search = try CaptureSearch(at: place.path)
        #expect(search.captures.isEmpty && search.skipped.isEmpty)
    }

    @Test func `what is not searched is named`() throws {
        try place.write(gateway.captures[0], in: "capture-1")
        try place.write(gateway.captures[1], in: ".hidden")
        try place.write(gateway.captures[1], in: "a/b/c/d/e/capture-2")
        try place.write(archive([gateway.captures[1]]), ".hidden.zip")
        try place.write(Array("PK\u{5}\u{6}".utf8) + [UInt8](repeating: 0, count: 18), "empty.zip")
        try FileManager.default.createSymbolicLink(
            atPath: place.path + "/link", withDestinationPath: place.path + "/.hidden")
        let search = try CaptureSearch(at: place.path)
        #expect(search.captures.count == 1)
        let skipped = search.skipped.map { String($0.dropFirst(place.path.count + 1)) }.sorted()
        #expect(
            skipped == [
                ".hidden is hidden", ".hidden.zip is hidden", "a/b/c/d/e is more than 4 folders deep",
                "empty.zip contains no file", "link is a symbolic link",
            ])
        // The same, when it is named.
        #expect(try CaptureSearch(at: place.path + "/link").captures.count == 1)
    }
}
