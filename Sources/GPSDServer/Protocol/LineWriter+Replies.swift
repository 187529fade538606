// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The announced version of the protocol. Several clients require a major version of exactly 3.
enum ProtocolVersion {
    static let major = 3
    static let minor = 15
}

extension LineWriter {
    /// Writes the object VERSION.
    mutating func version(release: String) {
        literal("{\"class\":\"VERSION\",\"release\":")
        string(release)
        literal(",\"rev\":")
        string(release)
        field(",\"proto_major\":", ProtocolVersion.major)
        field(",\"proto_minor\":", ProtocolVersion.minor)
        byte(0x7D)
    }

    /// Writes the object DEVICE.
    mutating func device(_ device: DeviceState) {
        literal("{\"class\":\"DEVICE\",\"path\":")
        string(device.path)
        deviceIdentity(device)
        switch device.presence {
        case .unknown: break
        case .active(let since):
            field(",\"activated\":", since)
            // Flag 1: the device has sent GNSS data.
            if device.hasReported { literal(",\"flags\":1") }
            line(of: device)
        case .lost: literal(",\"activated\":0")
        }
        byte(0x7D)
    }

    private mutating func line(of device: DeviceState) {
        if let line = device.line {
            // 0 for NMEA, 1 for UBX and RTCM.
            field(",\"native\":", device.driver.map { $0 == "NMEA0183" ? 0 : 1 } ?? 0)
            field(",\"bps\":", line.speed)
            literal(",\"parity\":")
            string(String(line.parity))
            field(",\"stopbits\":", line.stopBits)
        }
        field(",\"cycle\":", device.cycle, decimals: 2)
    }

    private mutating func deviceIdentity(_ device: DeviceState) {
        if let driver = device.driver {
            literal(",\"driver\":")
            string(driver)
        }
        if let serial = device.serial {
            literal(",\"sernum\":")
            string(serial.beginning(bytes: 64))
        }
        if let subtype = device.subtype {
            literal(",\"subtype\":")
            string(subtype.beginning(bytes: 128))
        }
    }

    /// Writes the object DEVICES with as many devices as fit into a line.
    mutating func devices(_ devices: [DeviceState]) {
        literal("{\"class\":\"DEVICES\",\"devices\":[")
        list(devices) { $0.device($1) }
        literal("]}")
    }

    /// Writes the object WATCH with the current policy.
    mutating func watch(_ policy: WatchPolicy) {
        literal("{\"class\":\"WATCH\"")
        flag(",\"enable\":", policy.enable)
        flag(",\"json\":", policy.json)
        flag(",\"nmea\":", policy.nmea)
        field(",\"raw\":", policy.raw)
        flag(",\"scaled\":", policy.scaled)
        flag(",\"timing\":", policy.timing)
        flag(",\"split24\":", policy.split24)
        flag(",\"pps\":", policy.pps)
        if let device = policy.device {
            literal(",\"device\":")
            string(device)
        }
        byte(0x7D)
    }

    /// Writes the object POLL: the last reports of some devices.
    ///
    /// - Parameters:
    ///   - devices: The devices that the client watches.
    ///   - time: The current time.
    ///   - now: The time relative to which the age of the reports is computed.
    mutating func poll(_ devices: [DeviceState], at time: UTCTime?, now: ContinuousClock.Instant) {
        let reports = devices.map { $0.last.current(of: $0, at: now) }
        literal("{\"class\":\"POLL\"")
        field(",\"time\":", time)
        field(",\"active\":", devices.count { $0.hasReported })
        literal(",\"tpv\":[")
        list(reports.compactMap(\.tpv)) { $0.bytes($1) }
        literal("],\"gst\":[")
        list(reports.compactMap(\.gst)) { $0.bytes($1) }
        literal("],\"sky\":[")
        list(reports.compactMap(\.sky)) { $0.bytes($1) }
        literal("]}")
    }

    /// Writes the object ERROR.
    mutating func error(_ message: String) {
        literal("{\"class\":\"ERROR\",\"message\":")
        string(message)
        byte(0x7D)
    }

    private mutating func flag(_ key: StaticString, _ value: Bool) {
        literal(key)
        if value { literal("true") } else { literal("false") }
    }

    /// Writes the elements that fit, leaving 64 bytes for the remainder of the line. One that is too long is left out.
    private mutating func list<Element>(_ elements: [Element], _ write: (inout LineWriter, Element) -> Void) {
        let start = count
        for element in elements {
            let mark = count
            if mark > start { byte(0x2C) }
            write(&self, element)
            guard isFull || room < 64 else { continue }
            rewind(to: mark)
        }
    }
}
