// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
internal import GNSSTypes

extension RecordWriter {
    mutating func append(_ sky: SkyView, to record: OpenRecord) {
        let start = reserve(gnss_satellites_v1.self)
        var c = gnss_satellites_v1()
        if let time = sky.time?.inContract {
            c.present |= UInt64(GNSS_FIX_UTC)
            c.utc_ns = time.nanosecondsSince1970
        }
        c.setDOP(sky.dop)
        pad()
        c.satellites = gnss_slice_v1(offset: UInt32(bytes.count - record.start), count: UInt32(sky.satellites.count))
        for satellite in sky.satellites { append(gnss_satellite_v1(satellite)) }
        c.sources = words(sky.sources, in: record)
        store(c, at: start)
    }
}

extension gnss_satellite_v1 {
    fileprivate init(_ satellite: Satellite) {
        self.init()
        constellation = satellite.id.constellation.rawValue
        number = satellite.id.number
        used = satellite.isUsed ? 1 : 0
        if let elevation = satellite.elevation, let azimuth = satellite.azimuth,
            ContractRanges.elevation.contains(elevation.degrees), ContractRanges.bearing.contains(azimuth.degrees)
        {
            present |= UInt8(GNSS_SATELLITE_DIRECTION)
            elevation_deg = Float(elevation.degrees)
            azimuth_deg = Float(azimuth.degrees)
        }
        if let cn0 = satellite.cn0, ContractRanges.cn0.contains(cn0) {
            present |= UInt8(GNSS_SATELLITE_CN0)
            cn0_dbhz = Float(cn0)
        }
        if let isHealthy = satellite.isHealthy {
            present |= UInt8(isHealthy ? GNSS_SATELLITE_HEALTHY : GNSS_SATELLITE_UNHEALTHY)
        }
    }
}

extension RecordBody {
    func skyView() throws(RecordError) -> SkyView {
        let c = try payload(gnss_satellites_v1.self, atLeast: ContractSizes.satellites)
        var sky = SkyView()
        if c.present & UInt64(GNSS_FIX_UTC) != 0 { sky.time = try instant(c.utc_ns, "utc_ns") }
        sky.dop = try dop(c.present, c.gdop, c.pdop, c.hdop, c.vdop, c.tdop)
        sky.sources = try words(c.sources, "sources")
        let stride = MemoryLayout<gnss_satellite_v1>.stride
        let range = try range(of: c.satellites, stride: stride, "satellites")
        sky.satellites.reserveCapacity(range.count / stride)
        for offset in Swift.stride(from: range.lowerBound, to: range.upperBound, by: stride) {
            sky.satellites.append(try satellite(bytes.load(at: offset)))
        }
        sky.satellites.mergeRepeated()
        return sky
    }

    private func satellite(_ c: gnss_satellite_v1) throws(RecordError) -> Satellite {
        guard let id = SatelliteID(Constellation(rawValue: c.constellation), Int(c.number)) else {
            throw error("satellite \(c.number) of constellation \(c.constellation)")
        }
        var satellite = Satellite(id, isUsed: c.used == 1)
        if c.present & UInt8(GNSS_SATELLITE_DIRECTION) != 0 {
            let (elevation, azimuth) = (Double(c.elevation_deg), Double(c.azimuth_deg))
            guard ContractRanges.elevation.contains(elevation) else {
                throw outOfRange("elevation_deg", elevation, ContractRanges.elevation)
            }
            guard ContractRanges.bearing.contains(azimuth) else {
                throw outOfRange("azimuth_deg", azimuth, ContractRanges.bearing)
            }
            satellite.elevation = Angle(degrees: elevation)
            satellite.azimuth = Angle(degrees: azimuth)
        }
        if c.present & UInt8(GNSS_SATELLITE_CN0) != 0 {
            guard ContractRanges.cn0.contains(Double(c.cn0_dbhz)) else {
                throw outOfRange("cn0_dbhz", Double(c.cn0_dbhz), ContractRanges.cn0)
            }
            satellite.cn0 = Double(c.cn0_dbhz)
        }
        satellite.isHealthy = try health(c)
        return satellite
    }

    private func health(_ c: gnss_satellite_v1) throws(RecordError) -> Bool? {
        let isHealthy = c.present & UInt8(GNSS_SATELLITE_HEALTHY) != 0
        let isUnhealthy = c.present & UInt8(GNSS_SATELLITE_UNHEALTHY) != 0
        guard !isHealthy || !isUnhealthy else {
            throw error(
                "satellite \(c.number) of constellation \(c.constellation) is both healthy and unhealthy in present")
        }
        return isHealthy || isUnhealthy ? isHealthy : nil
    }
}

extension RecordReader {
    /// The number of entries in a satellites record, also of those that the reader merges.
    ///
    /// - Parameter record: A record of this kind, without defects.
    package static func entries(ofSatellites record: UnsafeRawBufferPointer) -> Int {
        let payload = record.dropFirst(RecordLimits.header)
        var c = gnss_satellites_v1()
        withUnsafeMutableBytes(of: &c) { $0.copyBytes(from: payload.prefix($0.count)) }
        return Int(c.satellites.count)
    }
}

extension [Satellite] {
    /// Merges the entries of a satellite that is listed more than once, at the place of the first one, so that it counts once.
    /// GLONASS satellites with an unknown slot have the same ID, and are not merged.
    fileprivate mutating func mergeRepeated() {
        // Most lists are sorted and need no search.
        guard !zip(self, dropFirst()).allSatisfy({ $0.id < $1.id }) else { return }
        var places: [SatelliteID: Int] = [:]
        var kept: [Satellite] = []
        kept.reserveCapacity(count)
        for satellite in self {
            if satellite.id.number != 255, let place = places[satellite.id] {
                kept[place].merge(satellite)
            } else {
                places[satellite.id] = kept.count
                kept.append(satellite)
            }
        }
        self = kept
    }
}

extension Satellite {
    /// Adds what another entry of the same satellite states: the first direction and health, the best C/N0, and any use.
    fileprivate mutating func merge(_ other: Satellite) {
        if elevation == nil { (elevation, azimuth) = (other.elevation, other.azimuth) }
        if let cn0 = other.cn0 { self.cn0 = max(cn0, self.cn0 ?? cn0) }
        isUsed = isUsed || other.isUsed
        isHealthy = isHealthy ?? other.isHealthy
    }
}
