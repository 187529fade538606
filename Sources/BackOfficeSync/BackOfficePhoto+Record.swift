// SPDX-License-Identifier: Apache-2.0

internal import BackOffice
internal import CaptureFormat

extension BackOfficePhoto {
    /// Makes the upload of a photo from its sealed record; nil if that lacks a position or the instant.
    ///
    /// - Parameters:
    ///   - image: The bytes of the file.
    ///   - record: The newest record (`docs/capture-format.md`).
    ///   - person: The identifier of the person at the back office, which the digest covers.
    ///   - secret: The secret of the digest.
    init?(image: [UInt8], record: JSONValue, person: String, secret: String) {
        let (position, camera, receiver) = (record["position"], record["camera"], record["receiver"])
        guard let created = record["capture"]?["taken"]?.text,
            let latitude = position?["latitude_deg"]?.number, let longitude = position?["longitude_deg"]?.number
        else { return nil }
        self.init(
            image: image, created: created,
            digest: LegacyDigest.text(of: image, created: created, user: person, secret: secret), latitude: latitude,
            longitude: longitude, note: record["note"]?.text ?? "")
        altitude = position?["ellipsoidal_height_m"]?.number
        accuracy = position?["horizontal_accuracy_m"]?.number
        bearing = position?["course_deg"]?.number
        heading = camera?["heading_deg"]?.number
        if camera?["heading_reference"]?.text == "magnetic" { magneticHeading = heading }
        (pitch, roll, tilt) = (
            camera?["pitch_deg"]?.number, camera?["roll_deg"]?.number, camera?["tilt_deg"]?.number
        )
        (horizontalView, verticalView) = (
            camera?["horizontal_view_deg"]?.number, camera?["vertical_view_deg"]?.number
        )
        let centre = record["centroid"]?["estimate"]?["position"]
        if let latitude = centre?["latitude_deg"]?.number, let longitude = centre?["longitude_deg"]?.number {
            centroid = (latitude, longitude)
        }
        maker = receiver?["vendor"]?.text
        model = receiver?["model"]?.text
        // The servers compare sentences with the position only if this is "Android".
        platform = "Linux"
        version = record["capture"]?["gateway_version"]?.text
        provider = receiver?["driver"]?.text
        takeAuthentication(record)
    }

    private mutating func takeAuthentication(_ record: JSONValue) {
        let verdict = record["later_verdict"] ?? record["authentication"]
        isAuthenticated = verdict?["authenticated"]?.truth
        isAuthenticationOn = record["authentication"]?["verdict"] != nil || isAuthenticated == true
        guard case .array(let reports)? = record["satellites"] else { return }
        var authenticated = 0
        for report in reports {
            if report["osnma"]?["state"]?.text == "authenticated" { authenticated += 1 }
            guard let name = report["id"]?.text, let strength = report["cn0_dbhz"]?.number else { continue }
            satellites.append(
                Satellite(
                    name: name, band: nil, strength: strength, elevation: report["elevation_deg"]?.number,
                    azimuth: report["azimuth_deg"]?.number))
        }
        authenticatedSatellites = authenticated
    }
}

extension JSONValue {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
    fileprivate var number: Double? { if case .number(let number) = self { number } else { nil } }
    fileprivate var truth: Bool? { if case .bool(let value) = self { value } else { nil } }
}
