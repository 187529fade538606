// SPDX-License-Identifier: Apache-2.0

internal import CPango
public import CaptureFormat

/// Makes a PDF of a sealed photo for people, such as the staff of an office. It works offline, with cairo and pango.
///
/// The PDF repeats the sealed data; it is not sealed itself, and says so.
public enum PhotoPDF {
    /// The language of the labels. Values from the record stay as they are, and numbers have a decimal point in all
    /// languages.
    public enum Language: String, CaseIterable, Sendable {
        case english = "en"
        case german = "de"
        case french = "fr"
    }

    /// The seal of the newest revision.
    public struct Sealing: Sendable {
        /// The ID of the photo.
        public var id: String
        /// The number of the revision, from 1.
        public var revision: Int
        /// The number of its manifest in the gateway's chain, from 1.
        public var sequence: Int64
        /// The SHA-256 of that manifest, 64 hexadecimal digits in lower case.
        public var manifestHash: String
        /// The gateway's public key (Ed25519), 64 hexadecimal digits in lower case.
        public var publicKey: String
        /// The instant of sealing as the manifest states it: `2026-05-04T12:30:05.250Z`.
        public var sealed: String

        public init(
            id: String, revision: Int, sequence: Int64, manifestHash: String, publicKey: String, sealed: String
        ) {
            (self.id, self.revision, self.sequence) = (id, revision, sequence)
            (self.manifestHash, self.publicKey, self.sealed) = (manifestHash, publicKey, sealed)
        }
    }

    /// How far the photo has got on its way to a back office.
    public enum Sending: Sendable {
        case unsent
        case sending
        case sent
    }

    /// The data that the PDF shows.
    public struct Content: Sendable {
        /// The photo's file. If it is damaged, or libjpeg-turbo is not installed, the PDF says that it cannot show it.
        public var photo: [UInt8]
        /// The content of `record-N.json` of the newest revision. Missing or odd values are shown as unknown or as they
        /// are.
        public var record: JSONValue
        public var sealing: Sealing
        /// The result of checking the seal, for people and in the PDF's language; nil if it was not checked.
        public var verification: String?
        public var sending: Sending
        /// Returns an image of an offline map in Web Mercator: PNG or JPEG, usually of 256 or 512 pixels, for zoom
        /// 0...22, column and row (counted from the north), both 0..<2^zoom; nil if the map has no image there. It is
        /// called at most about 150 times, on the thread that calls `file`.
        public var tile: @Sendable (_ zoom: Int, _ column: Int, _ row: Int) -> [UInt8]?
        /// The owner of the map, which is named on it; nil if unknown.
        public var attribution: String?
        public var language: Language

        public init(
            photo: [UInt8], record: JSONValue, sealing: Sealing, verification: String? = nil,
            sending: Sending = .unsent, language: Language = .english, attribution: String? = nil,
            tile: @escaping @Sendable (_ zoom: Int, _ column: Int, _ row: Int) -> [UInt8]? = { _, _, _ in nil }
        ) {
            (self.photo, self.record, self.sealing) = (photo, record, sealing)
            (self.verification, self.sending, self.language) = (verification, sending, language)
            (self.attribution, self.tile) = (attribution, tile)
        }
    }

    /// The greatest length of the photo's longer side in the PDF, in pixels.
    static let photoSide = 1600

    /// True if cairo and pango are installed. The first call loads them.
    public static var isAvailable: Bool { gnss_pango_is_available() }

    /// Makes the PDF. Takes up to a second for a large photo, and blocks meanwhile.
    ///
    /// - Returns: The file: A4 pages in portrait format, with the essentials on the first one.
    /// - Throws: `PDFError` if cairo or pango is not installed, or if they fail.
    public static func file(_ content: Content) throws(PDFError) -> [UInt8] {
        guard isAvailable else { throw .unavailable }
        let picture = (try? JPEGImage(content.photo)).flatMap { Thumbnail.picture(of: $0, side: photoSide) }
        let document = PhotoDocument(content: content, picture: picture.flatMap(Picture.init))
        // The first run only measures, because each page states the number of all pages.
        let measuring = try Canvas(title: nil)
        let pages = document.draw(on: measuring, total: 0)
        let canvas = try Canvas(
            title: "\(Label.photo.text(in: content.language)) \(PlainText.line(content.sealing.id))")
        _ = document.draw(on: canvas, total: pages)
        return try canvas.finish()
    }
}

/// The reason why a PDF cannot be made.
public enum PDFError: Error, Hashable, Sendable, CustomStringConvertible {
    /// cairo or pango is not installed.
    case unavailable
    /// cairo failed, with its status (`cairo_status_t`), for example because the memory is exhausted.
    case failed(status: UInt32)

    /// The reason and its remedy, for people.
    public var description: String {
        switch self {
        case .unavailable:
            "cannot make a PDF: pango is not installed; install the package libpangocairo-1.0-0"
        case .failed(let status):
            "cannot make the PDF: cairo failed with status \(status); free some memory and try again"
        }
    }
}
