// SPDX-License-Identifier: Apache-2.0

import CaptureFormat
import Foundation
import PhotoDocuments
import Testing

@Suite(.serialized) struct PhotoPDFTests {
    @Test func `a typical photo has everything on the first page`() throws {
        let tiles = try png(side: 256, red: 214, green: 226, blue: 200)
        let file = try pdf(record(), photo: photo(width: 4000, height: 3000), tile: { _, _, _ in tiles })
        try keep(file, "typical")
        let first = try text(run("qpdf", ["@", "--pages", ".", "1", "--", "-"], input: file))
        let expected = [
            id, "48.13712346°", "-11.57512345°", "565.432 m", "519.876 m", "6.500 m", "2026-11-27 23:10:02.250 UTC",
            "The position is authenticated by Galileo (OSNMA)", "Übergang zur Blühfläche", "u-blox ZED-F9P", "HPG 1.51",
            "D3A1F29C04", "71.5°", "18; in view: 27", "anna", "checked: valid", "50 m",
        ]
        for word in expected { #expect(first.contains(word), "\(word)") }
        #expect(!first.contains("RECORDING") && !first.contains("no map available"))
        let all = try text(file)
        for word in [
            "E02", "C/N0", "rtk_fixed", "leap_seconds", sealing.manifestHash, sealing.publicKey, "is not sealed",
        ] {
            #expect(all.contains(word), "\(word)")
        }
        #expect(try all.contains("1/\(pages(file))"))
        let information = String(decoding: try run("pdfinfo", ["@"], input: file), as: UTF8.self)
        #expect(
            information.contains("Photo \(id)") && information.contains("gnss-gateway") && information.contains("A4"))
    }

    @Test(arguments: 1...8) func `the photo is upright and reduced`(orientation: Int) throws {
        let file = try pdf(record(), photo: photo(width: 2400, height: 1800, orientation: orientation))
        let lines = String(decoding: try run("pdfimages", ["-list", "@"], input: file), as: UTF8.self)
            .split(separator: "\n").map { $0.split(separator: " ") }
        let image = try #require(lines.first { $0.contains("jpeg") })
        let size = [Int(image[3]), Int(image[4])]
        #expect(size == (orientation < 5 ? [1600, 1200] : [1200, 1600]))
        // The dark edge, by a program that knows nothing of EXIF.
        let page = try run("pdftoppm", ["-f", "1", "-l", "1", "-r", "40", "-gray", "@"], input: file)
        #expect(page.count > 10_000)
        let jpeg = try run("sh", ["-c", "pdfimages -j -f 1 -l 1 \"$1\" x && cat x-000.jpg", "sh", "@"], input: file)
        let pixels = try run("djpeg", ["-grayscale"], input: jpeg).suffix(1600 * 1200)
        let (width, height) = (size[0] ?? 1, size[1] ?? 1)
        let body = Array(pixels)
        let edges = [
            body[height / 2 * width + 5], body[5 * width + width / 2], body[height / 2 * width + width - 6],
            body[(height - 6) * width + width / 2],
        ]
        let dark = [1: 0, 2: 2, 3: 2, 4: 0, 5: 1, 6: 1, 7: 3, 8: 3][orientation]
        #expect(edges.firstIndex { $0 < 60 } == dark, "\(edges)")
    }

    @Test func `an unauthenticated position and a later verdict are shown`() throws {
        var other = try record(authenticated: false)
        other = changed(other, "later_verdict", ["authenticated": .bool(true), "statement": .string("7 satellites")])
        let file = try pdf(other, photo: photo(width: 300, height: 400))
        try keep(file, "unauthenticated")
        let words = try text(file)
        #expect(words.contains("The position is not authenticated"))
        #expect(words.contains("Too few satellites in the solution have authenticated data."))
        #expect(words.contains("no Galileo satellite is in view"))
        #expect(words.contains("Completed later: The position is authenticated by Galileo (OSNMA) 7 satellites"))
    }

    @Test func `a pending verdict is not shown as a refusal, and a later one ends it`() throws {
        let open = changed(try record(authenticated: false), "authentication", ["result": .string("pending")])
        let words = try text(try pdf(open, language: .german))
        #expect(words.contains("Das Urteil steht aus") && !words.contains("Die Position ist nicht authentifiziert"))
        let ended = changed(
            open, "later_verdict", ["authenticated": .bool(false), "statement": .string("no key came")])
        let end = try text(try pdf(ended))
        #expect(end.contains("Completed later: The position is not authenticated no key came"), "\(end)")
        #expect(!end.contains("The verdict is pending"))
    }

    @Test func `a recording is marked`() throws {
        let file = try pdf(record(replay: true), photo: photo(width: 400, height: 300), language: .german)
        try keep(file, "recording")
        #expect(try text(file).contains("AUFZEICHNUNG ODER SIMULATION"))
    }

    @Test(arguments: zip(PhotoPDF.Language.allCases, ["Latitude", "Geografische Breite", "Latitude"]))
    func `labels are translated, and numbers keep their point`(language: PhotoPDF.Language, word: String) throws {
        let file = try pdf(changed(record(), "position", ["ellipsoidal_height_m": .null]), language: language)
        try keep(file, language.rawValue)
        let words = try text(file)
        let unknown = [PhotoPDF.Language.english: "unknown", .german: "unbekannt", .french: "inconnu"][language] ?? ""
        #expect(words.contains(word) && words.contains("48.13712346°") && words.contains(unknown))
    }

    @Test(
        arguments: zip(
            PhotoPDF.Language.allCases,
            [["Task", "being sent"], ["Aufgabe", "wird gesendet"], ["Tâche", "envoi en cours"]]))
    func `the task of a photo is shown, and whether it was sent`(
        language: PhotoPDF.Language, labels: [String]
    ) throws {
        let standalone = try record(satellites: 0)
        let tasked = changed(standalone, "capture", ["task": .string("Feld 7 <b>&</b>\u{202E}\n\u{1B}[31m")])
        let words = try text(pdf(tasked, sending: .sending, language: language))
        for word in labels + ["Feld 7 <b>&</b> [31m"] { #expect(words.contains(word), "\(word)") }
        let plain = try text(pdf(standalone, language: language))
        for label in labels { #expect(!plain.contains(label), "\(label)") }
        // "yes" and "no" appear elsewhere too.
        func count(_ sending: PhotoPDF.Sending, _ word: String) throws -> Int {
            try text(pdf(standalone, sending: sending, language: language)).split(separator: " ").count { $0 == word }
        }
        let (yes, no) =
            [
                PhotoPDF.Language.english: ("yes", "no"), .german: ("ja", "nein"), .french: ("oui", "non"),
            ][language] ?? ("", "")
        #expect(try count(.sent, yes) == count(.unsent, yes) + 1 && count(.unsent, no) == count(.sent, no) + 1)
    }

    @Test(arguments: [60, 130]) func `many satellites continue on further pages`(count: Int) throws {
        let few = try pages(pdf(record(satellites: 4)))
        let file = try pdf(record(satellites: count))
        try keep(file, "satellites-\(count)")
        #expect(try pages(file) > few)
        let words = try text(file)
        for index in [1, 10, count / 3] { #expect(words.contains("E" + (index < 10 ? "0" : "") + "\(index)")) }
        // The head of the table is repeated.
        #expect(count < 100 || words.components(separatedBy: "C/N0").count > 2)
    }

    @Test func `a photo of 12 megapixels takes little time`() throws {
        let (image, record) = try (photo(width: 4000, height: 3000), record())
        let start = ContinuousClock.now
        _ = try pdf(record, photo: image)
        // A fraction of a second without other load.
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    @Test func `documents of several threads do not disturb each other`() async throws {
        let (image, record) = try (photo(width: 400, height: 300), record())
        let words = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<8 { group.addTask { try text(pdf(record, photo: image)) } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(words.count == 1)
    }
}
