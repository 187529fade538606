// SPDX-License-Identifier: Apache-2.0

internal import CaptureFormat
internal import Foundation

/// Reads single values of a record. None of them need have the type that the format states.
struct PhotoRecord {
    let value: JSONValue
    let language: PhotoPDF.Language

    /// A position on the map in degrees: −90...90 and −180...180.
    struct Place: Equatable {
        var latitude: Double
        var longitude: Double
    }

    /// The value at a path of names; nil if it is missing or null.
    subscript(_ path: String...) -> JSONValue? {
        var found: JSONValue? = value
        for name in path { found = found?[name] }
        return found == .null ? nil : found
    }

    /// A number in degrees or metres; nil if it is missing or not a number.
    func number(_ group: String, _ name: String) -> Double? {
        if case .number(let number)? = self[group, name] { number } else { nil }
    }

    func bool(_ group: String, _ name: String) -> Bool? {
        if case .bool(let bool)? = self[group, name] { bool } else { nil }
    }

    /// The position of the photo; nil if it is missing or not on Earth.
    var position: Place? { Self.place(self["position"]) }

    /// The averaged point; nil if the record lacks it.
    var averaged: Place? {
        Self.place(self["centroid", "estimate", "position"]) ?? Self.place(self["centroid", "estimate"])
    }

    private static func place(_ object: JSONValue?) -> Place? {
        guard case .number(let latitude)? = object?["latitude_deg"],
            case .number(let longitude)? = object?["longitude_deg"],
            (-90...90).contains(latitude), (-180...180).contains(longitude)
        else { return nil }
        return Place(latitude: latitude, longitude: longitude)
    }

    // MARK: texts

    /// The text of a value for people; a value with another type than expected is shown as it is.
    ///
    /// - Parameters:
    ///   - decimals: The number of decimals of a number, 0...8; nil for as many as it has.
    ///   - unit: The unit with a space or without, such as ` m` or `°`.
    func text(_ value: JSONValue?, decimals: Int? = nil, unit: String = "") -> String? {
        switch value {
        case nil, .null: nil
        case .number(let number)? where decimals != nil && number.magnitude < 1e9:
            String(format: "%.\(decimals ?? 0)f", number) + unit
        case .number: value.map { String(decoding: $0.canonical, as: UTF8.self) + unit }
        case .string(let text)?: PlainText.lines(text)
        case .bool(let bool)?: (bool ? Label.yes : Label.no).text(in: language)
        case .array?, .object?: value.map { PlainText.line(String(decoding: $0.canonical, as: UTF8.self)) }
        }
    }

    /// The text, or the word for unknown.
    func known(_ text: String?) -> String {
        guard let text, !text.isEmpty else { return Label.unknown.text(in: language) }
        return text
    }

    /// An instant such as `2026-05-04T12:30:05.250Z` as `2026-05-04 12:30:05.250 UTC`; other values as they are.
    func instant(_ value: JSONValue?) -> String? {
        guard case .string(let text)? = value else { return self.text(value) }
        let characters = Array(text.utf8)
        let isInstant =
            (20...35).contains(characters.count) && characters[10] == UInt8(ascii: "T")
            && characters.last == UInt8(ascii: "Z")
            && characters.allSatisfy { (48...57).contains($0) || "-T:.Z".utf8.contains($0) }
        return isInstant ? text.dropLast().replacing("T", with: " ") + " UTC" : PlainText.line(text)
    }

    /// An accuracy in metres with the meaning of its origin.
    func accuracy(_ name: String) -> String? {
        guard let text = text(self["position", name + "_accuracy_m"], decimals: 3, unit: " m") else { return nil }
        let origin: String? =
            switch self["position", name + "_accuracy_origin"]?.text {
            case "receiver": Label.accuracyByReceiver.text(in: language)
            case "error_statistics": Label.accuracyByStatistics.text(in: language)
            case "dilution_of_precision": Label.accuracyByGeometry.text(in: language)
            case let other: other.map(PlainText.line)
            }
        return origin.map { "\(text) (\($0))" } ?? text
    }

    /// The origin of the time of the position.
    var timeOrigin: String? {
        switch self["time", "origin"]?.text {
        case "receiver": Label.timeByReceiver.text(in: language)
        case "receiver_rolled_over": Label.timeRolledOver.text(in: language)
        case "date_by_host": Label.dateByGateway.text(in: language)
        case "date_by_recording": Label.dateByRecording.text(in: language)
        case let other: other.map(PlainText.line)
        }
    }

    /// The direction of the camera with its reference and origin.
    var heading: String? {
        guard let text = text(self["camera", "heading_deg"], decimals: 1, unit: "°") else { return nil }
        let reference: String? =
            switch self["camera", "heading_reference"]?.text {
            case "true": Label.trueNorth.text(in: language)
            case "magnetic": Label.magneticNorth.text(in: language)
            case let other: other.map(PlainText.line)
            }
        let source: String? =
            switch self["camera", "heading_source"]?.text {
            case "client": Label.headingByCamera.text(in: language)
            case "receiver": Label.headingByReceiver.text(in: language)
            case let other: other.map(PlainText.line)
            }
        let details = [reference, source].compactMap(\.self)
        return details.isEmpty ? text : "\(text) (\(details.joined(separator: ", ")))"
    }

    /// Texts that are known, joined; nil if none is.
    func joined(_ values: [JSONValue?], by separator: String = " ") -> String? {
        let texts = values.compactMap { text($0) }.map(PlainText.line).filter { !$0.isEmpty }
        return texts.isEmpty ? nil : texts.joined(separator: separator)
    }
}
