// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
internal import GNSSTypes

extension RecordWriter {
    mutating func append(_ data: CorrectionData, to record: OpenRecord) {
        let start = reserve(gnss_corrections_v1.self)
        var c = gnss_corrections_v1()
        c.format = data.format.rawValue
        c.setMagnitude(Int(GNSS_CORRECTIONS_AGE), \.age_s, data.age)
        if let station = data.station {
            c.present |= UInt64(GNSS_CORRECTIONS_STATION)
            c.station = station
        }
        c.bytes = slice(data.bytes, in: record)
        c.origin = text(data.origin, in: record)
        store(c, at: start)
    }
}

extension RecordBody {
    func correctionData() throws(RecordError) -> CorrectionData {
        let c = try payload(gnss_corrections_v1.self, atLeast: ContractSizes.corrections)
        let age = try number(c.present, Int(GNSS_CORRECTIONS_AGE), c.age_s, "age_s", in: ContractRanges.magnitude)
        return CorrectionData(
            format: FrameFormat(rawValue: c.format), bytes: Array(bytes[try range(of: c.bytes, stride: 1, "bytes")]),
            station: c.present & UInt64(GNSS_CORRECTIONS_STATION) != 0 ? c.station : nil, age: age,
            origin: try text(c.origin, "origin"))
    }
}
