// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats

/// What a client must observe in the data of a photo and of a path. The back offices do not check it, and store nonsense.
enum PhotoRules {
    private static let known: Set<String> = [
        "lat", "lng", "altitude", "accuracy", "bearing", "magnetic_azimuth", "photo_heading", "pitch", "roll",
        "photo_angle", "orientation", "horizontalViewAngle", "verticalViewAngle", "centroidLat", "centroidLng",
        "created", "note", "photo", "digest", "deviceManufacture", "deviceModel", "devicePlatform", "deviceVersion",
        "satsInfo", "extraSatCount", "NMEAMessage", "networkInfo", "provider", "osnmaEnabled", "osnmaValidated",
        "validatedSats", "inavMessages",
    ]
    private static let numbers: [(String, ClosedRange<Double>)] = [
        ("lat", -90.0...90), ("lng", -180.0...180), ("altitude", -1000...100_000), ("accuracy", 0...1e6),
        ("bearing", 0...360), ("magnetic_azimuth", 0...360), ("photo_heading", 0...360), ("pitch", -360...360),
        ("roll", -360...360), ("photo_angle", -360...360), ("horizontalViewAngle", 0...360),
        ("verticalViewAngle", 0...360), ("centroidLat", -90...90), ("centroidLng", -180...180),
    ]

    /// The mistakes in the data of a photo.
    static func faults(of photo: JSONValue) -> [String] {
        guard let members = photo.members else { return ["it is not an object"] }
        // Solutions of an extended Kalman filter have many names, one of them misspelt.
        var faults = members.keys.filter { !known.contains($0) && !$0.hasPrefix("efk") }.sorted().map {
            "unknown key \($0.prefix(50))"
        }
        faults += numbers.compactMap { number(photo, $0.0, $0.1) }
        for name in ["lat", "lng", "created", "digest", "photo"] where (photo[name] ?? .null) == .null {
            faults.append("no \(name)")
        }
        if let time = photo["created"]?.text, UTCTime(iso8601: time) == nil {
            faults.append("created is not a complete time with its offset from UTC: \(time.prefix(50))")
        }
        if let digest = photo["digest"]?.text,
            digest.utf8.count != 64 || !digest.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) })
        {
            faults.append("digest is not 64 hexadecimal digits in lower case")
        }
        if let note = photo["note"], note != .null, note.text == nil { faults.append("note is not a text") }
        if let image = photo["photo"]?.text { faults += imageFaults(image) }
        return faults
    }

    /// The mistakes in a point of a path.
    static func faults(ofPoint point: JSONValue) -> [String] {
        guard let members = point.members else { return ["it is not an object"] }
        let names: Set<String> = ["lat", "lng", "altitude", "accuracy", "created"]
        var faults = members.keys.filter { !names.contains($0) }.sorted().map { "unknown key \($0.prefix(50))" }
        faults += numbers.filter { names.contains($0.0) }.compactMap { number(point, $0.0, $0.1) }
        if point["lat"]?.number == nil || point["lng"]?.number == nil { faults.append("no position") }
        if UTCTime(iso8601: point["created"]?.text ?? "") == nil {
            faults.append("created is not a complete time with its offset from UTC")
        }
        return faults
    }

    private static func number(_ json: JSONValue, _ name: String, _ range: ClosedRange<Double>) -> String? {
        guard let value = json[name], value != .null else { return nil }
        guard let number = value.number, range.contains(number) else {
            return "\(name) is not a number from \(range.lowerBound) to \(range.upperBound)"
        }
        return nil
    }

    private static func imageFaults(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        let padding = bytes.suffix(2).filter { $0 == UInt8(ascii: "=") }.count
        let isStrict =
            bytes.count.isMultiple(of: 4)
            && bytes.dropLast(padding).allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F: true
                default: false
                }
            }
        // Each JPEG file begins with the bytes FF D8 FF.
        return (isStrict ? [] : ["the image is not strict Base64"])
            + (text.hasPrefix("/9j/") ? [] : ["the image is not a JPEG file"])
    }
}
