// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
internal import GNSSTypes

// What has changed with members of the exchange, as a stage says it: in files only.

extension RecordWriter {
    mutating func append(_ changes: MemberChanges, to record: OpenRecord) {
        let start = reserve(gnss_members_v1.self)
        var c = gnss_members_v1()
        c.count = UInt32(clamping: changes.count)
        c.gone = words(changes.gone, in: record)
        pad()
        c.changed = gnss_slice_v1(offset: UInt32(bytes.count - record.start), count: UInt32(changes.changed.count))
        let each = changes.changed.map { _ in reserve(gnss_member_v1.self) }
        for (member, place) in zip(changes.changed, each) {
            var one = gnss_member_v1(member)
            one.id = text(member.id, in: record)
            one.name = text(member.name ?? "", in: record)
            store(one, at: place)
        }
        store(c, at: start)
    }
}

extension gnss_member_v1 {
    fileprivate init(_ member: MemberReport) {
        self.init()
        (status, is_outdated) = (member.status, member.isOutdated ? 1 : 0)
        (latitude_deg, longitude_deg) = (member.position.latitude.degrees, member.position.longitude.degrees)
        utc_ns = ContractRanges.nearestInstant(to: member.time.nanosecondsSince1970)
        is_leap_second = member.time.isLeapSecond ? 1 : 0
        age_s = ContractRanges.any.contains(member.age) ? member.age : 0
        set(GNSS_MEMBER_HEIGHT, \.ellipsoidal_height_m, member.ellipsoidalHeight?.metres)
        setMagnitude(GNSS_MEMBER_HDOP, \.hdop, member.hdop)
        if member.name != nil { present |= UInt64(GNSS_MEMBER_NAME) }
        if let count = member.satellites { (present, satellites) = (present | UInt64(GNSS_MEMBER_SATELLITES), count) }
        if let status = member.absence { (present, absence) = (present | UInt64(GNSS_MEMBER_ABSENCE), status) }
    }

    fileprivate func has(_ bit: Int) -> Bool { present & UInt64(bit) != 0 }
}

extension RecordBody {
    func memberChanges() throws(RecordError) -> MemberChanges {
        let c = try payload(gnss_members_v1.self, atLeast: ContractSizes.members)
        let stride = MemoryLayout<gnss_member_v1>.stride
        let range = try range(of: c.changed, stride: stride)
        var changes = MemberChanges(changed: [], gone: try words(c.gone), count: Int(c.count))
        for offset in Swift.stride(from: range.lowerBound, to: range.upperBound, by: stride) {
            changes.changed.append(try member(bytes.load(at: offset)))
        }
        return changes
    }

    private func member(_ c: gnss_member_v1) throws(RecordError) -> MemberReport {
        let place = GeodeticPosition(
            latitude: Angle(degrees: c.latitude_deg), longitude: Angle(degrees: c.longitude_deg))
        guard let place else { throw error("a latitude or longitude out of range") }
        var member = MemberReport(
            id: try text(c.id), name: c.has(GNSS_MEMBER_NAME) ? try text(c.name) : nil, position: place,
            status: c.status,
            time: try instant(c.utc_ns, isLeapSecond: c.is_leap_second == 1),
            age: try within(c.age_s, ContractRanges.any), isOutdated: c.is_outdated == 1)
        if c.has(GNSS_MEMBER_HEIGHT) {
            member.ellipsoidalHeight = Length(metres: try within(c.ellipsoidal_height_m, ContractRanges.any))
        }
        if c.has(GNSS_MEMBER_HDOP) { member.hdop = try within(c.hdop, ContractRanges.magnitude) }
        if c.has(GNSS_MEMBER_SATELLITES) { member.satellites = c.satellites }
        if c.has(GNSS_MEMBER_ABSENCE) { member.absence = c.absence }
        return member
    }

    private func within(_ value: Double, _ range: ClosedRange<Double>) throws(RecordError) -> Double {
        guard range.contains(value) else { throw error("the number \(value)") }
        return value
    }
}
