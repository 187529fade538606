// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// What the server knows of one device.
struct DeviceState {
    /// Whether it is there.
    enum Presence: Equatable {
        /// Nothing was heard of it.
        case unknown
        /// Data flows since then, by the host's wall clock.
        case active(since: UTCTime)
        /// It is gone.
        case lost
    }

    let source: SourceID
    let path: String
    /// True for a source that the host's table does not name.
    private(set) var isAdopted: Bool
    private(set) var driver: String?
    /// True where the host named the driver.
    private var driverIsGiven: Bool
    private(set) var serial: String?
    private(set) var subtype: String?
    private(set) var presence = Presence.unknown
    var reporter: GPSDReporter
    private(set) var lastTPV: [UInt8]?
    private(set) var lastSKY: [UInt8]?
    private(set) var lastGST: [UInt8]?

    init(_ device: GPSDDevice, isAdopted: Bool = false) {
        source = device.source
        path = String(decoding: device.path.utf8.prefix(512), as: UTF8.self)
        driver = device.driver
        driverIsGiven = device.driver != nil
        self.isAdopted = isAdopted
        reporter = GPSDReporter(devicePath: path)
    }

    /// This device as the host describes it now; at another path it is as if nothing had been heard of it.
    func renewed(as device: GPSDDevice) -> DeviceState {
        var renewed = DeviceState(device)
        guard renewed.path == path else { return renewed }
        renewed = self
        renewed.isAdopted = false
        renewed.driverIsGiven = device.driver != nil
        renewed.driver = device.driver ?? driver
        return renewed
    }

    /// Whether a client that says so means it: clients may name the path or the receiver.
    func answers(to name: String) -> Bool { name == path || name == source.rawValue }

    /// Whether it reported a position, or that there is none, since it is there.
    var hasReported: Bool { lastTPV != nil }

    /// Marks it as there; returns whether that is new.
    mutating func activate(at time: UTCTime) -> Bool {
        if case .active = presence { return false }
        presence = .active(since: time)
        return true
    }

    /// Marks it as gone and forgets what it reported; returns whether that is new.
    mutating func lose() -> Bool {
        guard case .active = presence else { return false }
        presence = .lost
        (lastTPV, lastSKY, lastGST) = (nil, nil, nil)
        reporter = GPSDReporter(devicePath: path)
        return true
    }

    /// Learns the driver from a frame's protocol; returns whether that is new. u-blox receivers speak NMEA too.
    mutating func learnDriver(from format: FrameFormat) -> Bool {
        let name: String
        switch format {
        case .nmea: name = "NMEA0183"
        case .ubx: name = "u-blox"
        case .rtcm3: name = "RTCM104V3"
        default: return false
        }
        guard !driverIsGiven, driver != name, driver == nil || format == .ubx else { return false }
        driver = name
        return true
    }

    /// Learns what the receiver says it is; returns whether that is new.
    mutating func learn(_ identity: ReceiverIdentity) -> Bool {
        let words = [identity.vendor, identity.model, identity.firmware].compactMap(\.self)
        let newSubtype = words.isEmpty ? subtype : words.joined(separator: " ")
        let newSerial = identity.serial ?? serial
        guard newSubtype != subtype || newSerial != serial else { return false }
        (subtype, serial) = (newSubtype, newSerial)
        return true
    }

    /// Keeps the lines of an epoch for `?POLL;`.
    mutating func remember(_ lines: ArraySlice<UInt8>) {
        for line in lines.split(separator: 0x0A) {
            let object = Array(line.last == 0x0D ? line.dropLast() : line)
            // {"class":"TPV"
            guard object.count > 13 else { continue }
            switch (object[10], object[11], object[12]) {
            case (0x54, 0x50, 0x56): lastTPV = object
            case (0x53, 0x4B, 0x59): lastSKY = object
            case (0x47, 0x53, 0x54): lastGST = object
            default: break
            }
        }
    }
}
