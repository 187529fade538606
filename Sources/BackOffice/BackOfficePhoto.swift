// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import Wire

/// A photo as it is sent. What is unknown is left out of the request, and never sent as 0.
public struct BackOfficePhoto: Sendable {
    /// A satellite in view. One whose signal strength is unknown is left out, as by the other programs.
    public struct Satellite: Hashable, Sendable {
        /// Its name with the signal: `E12_E1`.
        public var name: String
        /// The signal, as the back office shows it: `E1`.
        public var band: String?
        /// The carrier to noise density in dB-Hz.
        public var strength: Double
        /// In degrees above the horizon.
        public var elevation: Double?
        /// In degrees from north.
        public var azimuth: Double?
        public var time: UTCTime?

        public init(
            name: String, band: String?, strength: Double, elevation: Double?, azimuth: Double?, time: UTCTime? = nil
        ) {
            (self.name, self.band, self.strength) = (name, band, strength)
            (self.elevation, self.azimuth, self.time) = (elevation, azimuth, time)
        }
    }

    /// A navigation page of Galileo, by which a position can be authenticated later.
    public struct Page: Hashable, Sendable {
        /// The number of the satellite, 1...36.
        public var satellite: Int
        public var time: UTCTime
        public var message: [UInt8]

        public init(satellite: Int, time: UTCTime, message: [UInt8]) {
            (self.satellite, self.time, self.message) = (satellite, time, message)
        }
    }

    /// The bytes of the JPEG file.
    public var image: [UInt8]
    /// The instant, exactly the text that the digest covers.
    public var created: String
    /// The server recognises a photo by it.
    public var digest: String
    /// In degrees, north positive.
    public var latitude: Double
    /// In degrees, east positive.
    public var longitude: Double
    /// The person's note.
    public var note: String
    /// The height above the WGS-84 ellipsoid in metres.
    public var altitude: Double?
    /// The horizontal accuracy in metres.
    public var accuracy: Double?
    /// The course over ground in degrees.
    public var bearing: Double?
    /// The direction of the camera in degrees from true or magnetic north.
    public var heading: Double?
    /// The same from magnetic north; nil if it refers to true north.
    public var magneticHeading: Double?
    /// The camera's pitch in degrees.
    public var pitch: Double?
    /// The camera's roll in degrees.
    public var roll: Double?
    /// The angle between the screen's vertical axis and the horizontal plane in degrees.
    public var tilt: Double?
    /// The orientation of the image by the codes of EXIF, 1...8.
    public var orientation: Int?
    /// The horizontal field of view in degrees.
    public var horizontalView: Double?
    /// The vertical field of view in degrees.
    public var verticalView: Double?
    /// The averaged point in degrees.
    public var centroid: (latitude: Double, longitude: Double)?
    /// The device. The server compares the receiver's sentences with the position if the platform is `Android`.
    public var maker: String?
    public var model: String?
    public var platform: String?
    public var version: String?
    public var satellites: [Satellite] = []
    /// The number of satellites with which the position was computed.
    public var satelliteCount: Int?
    /// Sentences of NMEA 0183 with their line ends. Of more than `longestSentences` characters, the last ones are left out.
    public var sentences: String?
    /// The source of the position.
    public var provider: String?
    /// True if navigation data were to be authenticated.
    public var isAuthenticationOn: Bool?
    /// True if the position is authenticated.
    public var isAuthenticated: Bool?
    /// The number of satellites whose data were authenticated.
    public var authenticatedSatellites: Int?
    public var pages: [Page] = []

    /// The greatest number of characters of sentences that the servers take.
    public static let longestSentences = 10_000
    /// The greatest number of satellites, and of pages, that are sent.
    static let mostEntries = 200

    public init(
        image: [UInt8], created: String, digest: String, latitude: Double, longitude: Double, note: String
    ) {
        (self.image, self.created, self.digest) = (image, created, digest)
        (self.latitude, self.longitude, self.note) = (latitude, longitude, note)
    }
}

extension BackOfficePhoto {
    /// Adds the photo to a request as the JSON object of the field `photo`.
    func write(to form: inout FormBody) {
        form.begin("photo")
        // The image makes up nearly all of the text; it is not copied once more into the writer.
        form.append(members)
        form.append(#","photo":""#.utf8)
        form.append(Base64.encode(image).utf8)
        form.append(#""}"#.utf8)
    }

    /// The beginning of the object: all members but the image.
    private var members: [UInt8] {
        var writer = FieldWriter()
        writer.beginObject()
        // An empty note is one; other texts are unknown if they are empty.
        writer.name("note")
        writer.text(note)
        for (name, value) in texts { writer.add(name, value) }
        for (name, value) in numbers { writer.add(name, value) }
        for (name, value) in counts { writer.add(name, value) }
        writeSatellites(to: &writer)
        writePages(to: &writer)
        return writer.bytes
    }

    private var texts: [(String, String?)] {
        [
            ("created", created), ("digest", digest), ("deviceManufacture", maker), ("deviceModel", model),
            ("devicePlatform", platform), ("deviceVersion", version), ("provider", provider),
            ("NMEAMessage", sentences.map(Self.wholeLines)),
        ]
    }

    private var numbers: [(String, Double?)] {
        [
            ("lat", latitude), ("lng", longitude), ("altitude", altitude), ("accuracy", accuracy), ("bearing", bearing),
            ("photo_heading", heading), ("magnetic_azimuth", magneticHeading), ("pitch", pitch), ("roll", roll),
            ("photo_angle", tilt), ("horizontalViewAngle", horizontalView), ("verticalViewAngle", verticalView),
            ("centroidLat", centroid?.latitude), ("centroidLng", centroid?.longitude),
        ]
    }

    private var counts: [(String, Int?)] {
        [
            ("orientation", orientation), ("extraSatCount", satelliteCount),
            ("osnmaEnabled", isAuthenticationOn.map { $0 ? 1 : 0 }),
            ("osnmaValidated", isAuthenticated.map { $0 ? 1 : 0 }), ("validatedSats", authenticatedSatellites),
        ]
    }

    private func writeSatellites(to writer: inout FieldWriter) {
        guard !satellites.isEmpty else { return }
        writer.name("satsInfo")
        writer.beginArray()
        for satellite in satellites.prefix(Self.mostEntries) where satellite.strength.isFinite {
            writer.beginObject()
            writer.add("prn", satellite.name)
            writer.add("band", satellite.band)
            writer.add("snr", satellite.strength)
            writer.add("elevation", satellite.elevation)
            writer.add("azimuth", satellite.azimuth)
            if let time = satellite.time {
                writer.name("timestamp")
                writer.integer(time.nanosecondsSince1970.flooringDivision(by: 1_000_000))
            }
            writer.endObject()
        }
        writer.endArray()
    }

    private func writePages(to writer: inout FieldWriter) {
        guard !pages.isEmpty else { return }
        writer.name("inavMessages")
        writer.beginArray()
        for page in pages.suffix(Self.mostEntries) {
            writer.beginObject()
            writer.add("svid", page.satellite)
            writer.name("timestamp")
            writer.integer(page.time.nanosecondsSince1970.flooringDivision(by: 1_000_000_000))
            writer.add("message", Base64.encode(page.message))
            writer.endObject()
        }
        writer.endArray()
    }

    /// The beginning of sentences that the servers take, without a sentence that would be cut.
    private static func wholeLines(_ text: String) -> String {
        guard text.utf8.count > longestSentences else { return text }
        let part = text.beginning(bytes: longestSentences).utf8
        guard let end = part.lastIndex(of: UInt8(ascii: "\n")) else { return "" }
        return String(decoding: part[...end], as: UTF8.self)
    }
}

extension FieldWriter {
    /// Writes a member; an unknown or empty text is left out.
    mutating func add(_ name: String, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        self.name(name)
        text(value)
    }

    /// Writes a member; an unknown number is left out.
    mutating func add(_ name: String, _ value: Double?) {
        guard let value, value.isFinite else { return }
        self.name(name)
        real(value)
    }

    /// Writes a member; an unknown number is left out.
    mutating func add(_ name: String, _ value: Int?) {
        guard let value else { return }
        self.name(name)
        integer(value)
    }
}
