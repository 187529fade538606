// SPDX-License-Identifier: Apache-2.0

@testable import CaptureFormat

// Input: images, JSON text, archives of photos.
//
// Requirements: new EXIF data leave the rest of an accepted image as it is; JSON that is read has one canonical text, which is
// read again unchanged; no archive holds a valid photo, because the fuzzer has no key.

func run(_ input: FuzzInput) {
    var input = input
    switch input.choice(of: 3) {
    case 0: image(input.bytes)
    case 1: text(input.bytes)
    default: archive(input.bytes)
    }
}

private func image(_ bytes: [UInt8]) {
    guard let image = try? JPEGImage(bytes) else { return }
    require(image.width > 0 && image.height > 0, "an image without pixels")
    var facts = EXIFFacts(photoTime: 1_777_897_805_000, uniqueID: "0123456789abcdef0123456789abcdef", comment: "fuzz")
    (facts.latitude, facts.longitude, facts.altitude) = (-90, 180, -431.5)
    let file = EXIFWriter.file(image, facts)
    do {
        let again = try JPEGImage(file)
        require(again.width == image.width && again.height == image.height, "the size has changed")
        require(again.orientation == image.orientation, "the orientation has changed")
        require(EXIFWriter.file(again, facts) == file, "the second time gives another file")
    } catch { require(false, "the image cannot be read with its new EXIF data: \(error)") }
}

private func text(_ bytes: [UInt8]) {
    guard let value = try? JSONValue(parsing: bytes) else { return }
    let canonical = value.canonical
    do {
        let again = try JSONValue(parsing: canonical)
        require(again == value && again.canonical == canonical, "the canonical text is read differently")
    } catch { require(false, "the canonical text cannot be read: \(error)") }
}

private func archive(_ bytes: [UInt8]) {
    guard let archive = try? CaptureArchive(bytes) else { return }
    let check = CaptureVerification(archive.captures(in: "fuzz"), isComplete: true)
    require(check.captures.isEmpty || !check.isValid, "a photo without a seal is valid")
    for capture in check.captures {
        for finding in capture.findings {
            require(!finding.text.isEmpty && finding.text.utf8.count < 2000, "a text that is empty or too long")
        }
    }
}
