// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A photo as it is uploaded. What is unknown is left out.
public struct BackOfficePhoto: Sendable {
    /// A satellite in view.
    public struct Satellite: Hashable, Sendable {
        /// Its name, with the band: `E12_E1`.
        public var name: String
        public var band: String?
        /// The carrier to noise density in dB-Hz.
        public var strength: Double
        /// In degrees.
        public var elevation: Double?
        public var azimuth: Double?

        public init(name: String, band: String?, strength: Double, elevation: Double?, azimuth: Double?) {
            (self.name, self.band, self.strength) = (name, band, strength)
            (self.elevation, self.azimuth) = (elevation, azimuth)
        }
    }

    /// The bytes of the JPEG file.
    public var image: [UInt8]
    /// The instant, exactly as the digest covers it.
    public var created: String
    public var digest: String
    /// In degrees, north and east positive.
    public var latitude: Double
    public var longitude: Double
    public var note: String
    /// The height above the WGS-84 ellipsoid in metres.
    public var altitude: Double?
    /// The horizontal accuracy in metres.
    public var accuracy: Double?
    /// The course over ground in degrees.
    public var bearing: Double?
    /// The direction in which the camera looked, in degrees; `magneticHeading` only if it refers to magnetic north.
    public var heading: Double?
    public var magneticHeading: Double?
    /// The angles of the camera in degrees.
    public var pitch: Double?
    public var roll: Double?
    public var tilt: Double?
    public var horizontalView: Double?
    public var verticalView: Double?
    /// The averaged point in degrees.
    public var centroid: (latitude: Double, longitude: Double)?
    public var maker: String?
    public var model: String?
    public var platform: String?
    public var version: String?
    public var satellites: [Satellite] = []
    /// The source of the position.
    public var provider: String?
    /// True if Galileo's authentication was required or observed; whether the position is authenticated; by how many
    /// satellites.
    public var isAuthenticationOn: Bool?
    public var isAuthenticated: Bool?
    public var authenticatedSatellites: Int?

    public init(
        image: [UInt8], created: String, digest: String, latitude: Double, longitude: Double, note: String
    ) {
        (self.image, self.created, self.digest) = (image, created, digest)
        (self.latitude, self.longitude, self.note) = (latitude, longitude, note)
    }

    /// The greatest number of satellites that are sent.
    private static let mostSatellites = 200

    /// The photo as the JSON object of the form.
    var json: String {
        var members: [String: UploadValue] = [
            "created": .text(created), "digest": .text(digest), "note": .text(note),
            "photo": .text(Data(image).base64EncodedString()),
        ]
        for (name, value) in [
            ("lat", latitude), ("lng", longitude), ("altitude", altitude), ("accuracy", accuracy), ("bearing", bearing),
            ("photo_heading", heading), ("magnetic_azimuth", magneticHeading), ("pitch", pitch), ("roll", roll),
            ("photo_angle", tilt), ("horizontalViewAngle", horizontalView), ("verticalViewAngle", verticalView),
            ("centroidLat", centroid?.latitude), ("centroidLng", centroid?.longitude),
        ] {
            guard let value, value.isFinite else { continue }
            members[name] = .number(value)
        }
        for (name, value) in [
            ("deviceManufacture", maker), ("deviceModel", model), ("devicePlatform", platform),
            ("deviceVersion", version), ("provider", provider),
        ] {
            guard let value, !value.isEmpty else { continue }
            members[name] = .text(value)
        }
        members["osnmaEnabled"] = isAuthenticationOn.map { .integer($0 ? 1 : 0) }
        members["osnmaValidated"] = isAuthenticated.map { .integer($0 ? 1 : 0) }
        members["validatedSats"] = authenticatedSatellites.map { .integer($0) }
        if !satellites.isEmpty {
            members["satsInfo"] = .text(UploadValue.json(satellites.prefix(Self.mostSatellites).map(\.members)))
        }
        return UploadValue.json(members)
    }
}

extension BackOfficePhoto.Satellite {
    fileprivate var members: [String: UploadValue] {
        var members: [String: UploadValue] = ["prn": .text(name)]
        members["band"] = band.map { .text($0) }
        for (name, value) in [("snr", strength), ("elevation", elevation), ("azimuth", azimuth)] {
            guard let value, value.isFinite else { continue }
            members[name] = .number(value)
        }
        return members
    }
}
