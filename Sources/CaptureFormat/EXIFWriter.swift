// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The facts that are written into a photo's EXIF data (EXIF 2.32). A value that is not known is nil and is not written.
public struct EXIFFacts: Sendable {
    /// A direction in degrees, 0..<360.
    public struct Direction: Sendable {
        /// The angle in degrees, 0..<360.
        public var degrees: Double
        /// True if it is measured from true north, false from magnetic north.
        public var isTrue: Bool

        public init(degrees: Double, isTrue: Bool) { (self.degrees, self.isTrue) = (degrees, isTrue) }
    }

    /// Latitude in degrees, −90...90, north positive.
    public var latitude: Double?
    /// Longitude in degrees, −180...180, east positive.
    public var longitude: Double?
    /// The height above mean sea level in metres or, if only that is known, above the ellipsoid.
    public var altitude: Double?
    /// The instant of the position in milliseconds since 1970-01-01 UTC, by the receiver.
    public var positionTime: Int64?
    /// The instant of the photo in milliseconds since 1970-01-01 UTC.
    public var photoTime: Int64
    /// The direction of the camera.
    public var direction: Direction?
    /// The course over ground in degrees from true north, 0..<360.
    public var course: Double?
    /// The speed over ground in metres per second, 0 or more.
    public var speed: Double?
    /// Horizontal dilution of precision.
    public var hdop: Double?
    /// The horizontal accuracy in metres.
    public var accuracy: Double?
    /// The satellites in use, such as `G05 E11`.
    public var satellites: String?
    /// True if the position has three dimensions.
    public var isThreeDimensional = false
    /// True if corrections were in use.
    public var isDifferential = false
    /// 32 hexadecimal digits that identify the picture.
    public var uniqueID: String
    /// The comment: the ID of the capture and the statement about authentication, in ASCII.
    public var comment: String
    /// The maker and model of the camera, for an image that does not name them.
    public var make: String?
    public var model: String?

    /// Creates facts without a position.
    public init(photoTime: Int64, uniqueID: String, comment: String) {
        (self.photoTime, self.uniqueID, self.comment) = (photoTime, uniqueID, comment)
    }
}

/// Writes EXIF data. Of an image's own data, it keeps those of the camera, such as the exposure, and its orientation.
public enum EXIFWriter {
    /// The largest size of EXIF data from the TIFF header on, in bytes; a segment of JPEG has at most 65,533.
    static let limit = 60_000

    /// Tags of an image that are kept: description, maker, model, orientation, software, artist, copyright.
    private static let keptMain: Set<UInt16> = [0x010E, 0x010F, 0x0110, 0x0112, 0x0131, 0x013B, 0x8298]
    /// Tags of the camera that are kept: exposure, aperture, sensitivity, flash, focal length, lens, colour space.
    private static let keptCamera: Set<UInt16> = [
        0x829A, 0x829D, 0x8822, 0x8827, 0x9201, 0x9202, 0x9203, 0x9204, 0x9205, 0x9206, 0x9207, 0x9208, 0x9209, 0x920A,
        0xA001, 0xA20E, 0xA20F, 0xA210, 0xA217, 0xA402, 0xA403, 0xA404, 0xA405, 0xA406, 0xA432, 0xA433,
        0xA434,
    ]

    /// The file of a photo with EXIF data of these facts.
    public static func file(_ image: JPEGImage, _ facts: EXIFFacts) -> [UInt8] {
        image.replacingEXIF(with: data(facts, of: image))
    }

    private static func data(_ facts: EXIFFacts, of image: JPEGImage) -> [UInt8] {
        let own = image.exif.flatMap(TIFFReader.init)
        var main = own.map { $0.directory(at: $0.first, keeping: keptMain) } ?? TIFFDirectory()
        var camera =
            own.flatMap { own in
                own.reference(0x8769, inDirectoryAt: own.first).map { own.directory(at: $0, keeping: keptCamera) }
            } ?? TIFFDirectory()
        if main[0x010F] == nil, let make = facts.make { main[0x010F] = .ascii(ascii(make, 100)) }
        if main[0x0110] == nil, let model = facts.model { main[0x0110] = .ascii(ascii(model, 100)) }
        let time = EXIFTime(milliseconds: facts.photoTime)
        main[0x0132] = .ascii(time.date + " " + time.time)
        // Tags that the standard requires of every JPEG image.
        (main[0x011A], main[0x011B]) = (.rationals([rational(72, 1)]), .rationals([rational(72, 1)]))
        (main[0x0128], main[0x0213]) = (.short(2), .short(1))
        (camera[0x9101], camera[0xA000]) = (.undefined([1, 2, 3, 0]), .undefined(Array("0100".utf8)))
        if camera[0xA001] == nil { camera[0xA001] = .short(1) }
        (camera[0xA002], camera[0xA003]) = (.long(UInt32(image.width)), .long(UInt32(image.height)))
        camera[0x9000] = .undefined(Array("0232".utf8))
        camera[0x9003] = .ascii(time.date + " " + time.time)
        camera[0x9011] = .ascii("+00:00")
        camera[0x9291] = .ascii(time.milliseconds)
        camera[0x9286] = .undefined(Array("ASCII\0\0\0".utf8) + Array(ascii(facts.comment, 2000).utf8))
        camera[0xA420] = .ascii(ascii(facts.uniqueID, 32))
        return assembled(&main, camera, position(facts))
    }

    private static func assembled(
        _ main: inout TIFFDirectory, _ camera: TIFFDirectory, _ position: TIFFDirectory
    ) -> [UInt8] {
        // The size does not depend on the offsets.
        (main[0x8769], main[0x8825]) = (.long(0), .long(0))
        let cameraOffset = 8 + main.size
        let positionOffset = cameraOffset + camera.size
        (main[0x8769], main[0x8825]) = (.long(UInt32(cameraOffset)), .long(UInt32(positionOffset)))
        return Array("MM\0*".utf8) + UInt32(8).bigEndianBytes + main.bytes(at: 8) + camera.bytes(at: cameraOffset)
            + position.bytes(at: positionOffset)
    }

    /// The GPS directory (EXIF 2.32, section 4.6.6).
    private static func position(_ facts: EXIFFacts) -> TIFFDirectory {
        var gps = TIFFDirectory()
        gps[0x00] = .bytes([2, 3, 0, 0])
        if let latitude = facts.latitude, let longitude = facts.longitude {
            gps[0x01] = .ascii(latitude < 0 ? "S" : "N")
            gps[0x02] = .rationals(angle(latitude))
            gps[0x03] = .ascii(longitude < 0 ? "W" : "E")
            gps[0x04] = .rationals(angle(longitude))
            gps[0x0A] = .ascii(facts.isThreeDimensional ? "3" : "2")
            gps[0x12] = .ascii("WGS-84")
            gps[0x1E] = .short(facts.isDifferential ? 1 : 0)
        }
        gps[0x09] = .ascii(facts.latitude == nil ? "V" : "A")
        if let altitude = facts.altitude {
            gps[0x05] = .bytes([altitude < 0 ? 1 : 0])
            gps[0x06] = .rationals([rational(altitude.magnitude, 1000)])
        }
        if let instant = facts.positionTime {
            let time = EXIFTime(milliseconds: instant)
            gps[0x07] = .rationals(time.parts)
            gps[0x1D] = .ascii(time.date)
        }
        if let satellites = facts.satellites, !satellites.isEmpty { gps[0x08] = .ascii(ascii(satellites, 400)) }
        if let hdop = facts.hdop { gps[0x0B] = .rationals([rational(hdop, 100)]) }
        if let speed = facts.speed {
            gps[0x0C] = .ascii("K")
            gps[0x0D] = .rationals([rational(speed * 3.6, 1000)])
        }
        if let course = facts.course {
            gps[0x0E] = .ascii("T")
            gps[0x0F] = .rationals([rational(course, 1000)])
        }
        if let direction = facts.direction {
            gps[0x10] = .ascii(direction.isTrue ? "T" : "M")
            gps[0x11] = .rationals([rational(direction.degrees, 1000)])
        }
        if let accuracy = facts.accuracy { gps[0x1F] = .rationals([rational(accuracy, 1000)]) }
        return gps
    }

    /// Degrees, minutes and seconds of an angle's magnitude, the seconds in millionths.
    private static func angle(_ degrees: Double) -> [TIFFValue.Rational] {
        let units = UInt64((degrees.magnitude * 3_600_000_000).rounded())
        return [
            .init(numerator: UInt32(units / 3_600_000_000), denominator: 1),
            .init(numerator: UInt32(units / 60_000_000 % 60), denominator: 1),
            .init(numerator: UInt32(units % 60_000_000), denominator: 1_000_000),
        ]
    }

    /// A number of 0 or more; a larger one than fits is cut.
    private static func rational(_ value: Double, _ denominator: UInt32) -> TIFFValue.Rational {
        let scaled = value.isFinite ? (value * Double(denominator)).rounded() : 0
        return .init(numerator: UInt32(min(max(scaled, 0), Double(UInt32.max))), denominator: denominator)
    }

    /// The printable ASCII characters of a text, others as question marks.
    private static func ascii(_ text: String, _ limit: Int) -> String {
        String(
            decoding: text.unicodeScalars.prefix(limit).map { scalar in
                (0x20..<0x7F).contains(scalar.value) ? UInt8(scalar.value) : UInt8(ascii: "?")
            }, as: UTF8.self)
    }
}

/// An instant in the forms of EXIF.
private struct EXIFTime {
    let date: String
    let time: String
    let milliseconds: String
    /// Hours, minutes and seconds.
    let parts: [TIFFValue.Rational]

    init(milliseconds: Int64) {
        // 2026-05-04T12:30:05.250Z
        let text = Timestamp(milliseconds: milliseconds).description
        date = String(text.prefix(10)).split(separator: "-").joined(separator: ":")
        time = String(text.dropFirst(11).prefix(8))
        self.milliseconds = String(text.dropFirst(20).prefix(3))
        let numbers = time.split(separator: ":").compactMap { UInt32($0) } + [0, 0, 0]
        let seconds = numbers[2] * 1000 + (UInt32(self.milliseconds) ?? 0)
        parts = [
            .init(numerator: numbers[0], denominator: 1), .init(numerator: numbers[1], denominator: 1),
            .init(numerator: seconds, denominator: 1000),
        ]
    }
}
