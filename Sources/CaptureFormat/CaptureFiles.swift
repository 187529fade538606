// SPDX-License-Identifier: Apache-2.0

/// The names of the files of an exported capture.
public enum CaptureFileName {
    /// The photo.
    public static let photo = "photo.jpg"
    /// A small upright picture of the photo.
    public static let thumbnail = "thumbnail.jpg"
    /// What the receiver delivered before and during the countdown, with the arrival of each part, as a recording.
    public static let recording = "receiver.gnssrec"
    /// Galileo's pages of the minutes after the photo, with the arrival of each, as a recording.
    public static let pagesAfter = "after.gnssrec"
    /// The OSNMA messages with the keys that the verdict rests on, because they may have been received hours before.
    public static let messages = "osnma-messages.json"
    /// The answer of a time stamping authority (RFC 3161) over `recording`.
    public static let timeStamp = "receiver.tsr"
    /// The files from which the verdict can be found again.
    public static let evidence = [recording, pagesAfter, messages]
    /// The bytes that the receiver sent; the extension names their format.
    public static func receiver(_ format: String) -> String { "receiver.\(format)" }
    /// The gateway's public key as PEM, for people; not part of what is signed.
    public static let key = "gateway-key.pem"

    /// The data of a revision.
    public static func record(_ revision: Int) -> String { "record-\(revision).json" }
    /// The manifest of a revision.
    public static func manifest(_ revision: Int) -> String { "manifest-\(revision).json" }
    /// The signature of a manifest.
    public static func signature(_ revision: Int) -> String { "manifest-\(revision).sig" }

    /// True for a name that a manifest may mention: lower-case letters, digits, hyphens and dots, at most 64 characters,
    /// no dot at the beginning.
    static func isAllowed(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count) && name.utf8.first != 46
            && name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 || $0 == 46 }
    }

    /// The largest size in bytes of a file with a name. The values of JSON need some twenty times as much memory as its text. The
    /// largest text of a gateway is the manifest of a deletion, with about 200 bytes for each revision of the photo.
    static func limit(of name: String) -> Int {
        if name == timeStamp { return 64 << 10 }
        if name == key || (name.hasPrefix("manifest-") && name.hasSuffix(".sig")) { return 4096 }
        let isParsed =
            name == messages || (name.hasSuffix(".json") && (name.hasPrefix("manifest-") || name.hasPrefix("record-")))
        return isParsed ? 4 << 20 : CaptureArchive.Limit.file
    }

    /// True for the names that the files of a capture have, also without its manifests, and for other photos.
    static func isKnown(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["receiver.", "after.gnssrec", "osnma-messages.", "record-", "manifest-"].contains { name.hasPrefix($0) }
            || name.hasSuffix(".jpg") || name.hasSuffix(".jpeg")
    }

    /// The revision of a manifest's file name; nil for other names.
    public static func revision(ofManifest name: String) -> Int? {
        guard name.hasPrefix("manifest-"), name.hasSuffix(".json"),
            let number = Int(name.dropFirst(9).dropLast(5)), number > 0, manifest(number) == name
        else { return nil }
        return number
    }
}

/// The files of one exported capture.
public protocol CaptureFiles {
    /// The place of the files, for people.
    var place: String { get }
    /// The names of all files, sorted.
    var names: [String] { get }
    /// The reason why the files cannot be told, for people: others could unpack different ones. Nil in general.
    var problem: String? { get }
    /// Reads a file.
    ///
    /// - Throws: A `CaptureFileError` if it cannot be read.
    func bytes(of name: String) throws(CaptureFileError) -> [UInt8]
}

extension CaptureFiles {
    /// Nil, as for the files of a folder.
    public var problem: String? { nil }
}

/// The reason why a file or an archive cannot be read.
public struct CaptureFileError: Error, Hashable, CustomStringConvertible {
    /// The reason, for people.
    public let description: String

    /// True for an archive from which programs could unpack different files.
    let isAmbiguous: Bool

    public init(_ description: String) { (self.description, isAmbiguous) = (description, false) }

    /// The error for a file that is larger than its name allows.
    init(largerThan limit: Int) { self.init("the file is too large: a gateway writes at most \(limit) bytes") }

    init(ambiguous description: String) { (self.description, isAmbiguous) = (description, true) }
}
