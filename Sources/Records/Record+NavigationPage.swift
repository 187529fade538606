// SPDX-License-Identifier: Apache-2.0

internal import CGNSSDriver
internal import GNSSTypes

extension RecordWriter {
    mutating func append(_ page: NavigationPage, to record: OpenRecord) {
        let start = reserve(gnss_navigation_page_v1.self)
        var c = gnss_navigation_page_v1()
        c.constellation = page.satellite.constellation.rawValue
        c.number = page.satellite.number
        c.signal = page.signal.number
        c.message = page.message.rawValue
        c.check = page.check.rawValue
        if let channel = page.frequencyChannel, ContractRanges.frequencyChannel.contains(channel) {
            c.present |= UInt64(GNSS_PAGE_FREQUENCY_CHANNEL)
            c.frequency_channel = Int8(channel)
        }
        if let time = page.time {
            c.present |= UInt64(GNSS_PAGE_TIME)
            c.week = UInt32(time.week)
            c.time_of_week_s = UInt32(time.tow)
            c.time_origin = page.timeOrigin.rawValue
        }
        c.bit_count = UInt32(clamping: page.bitCount)
        c.bytes = slice(page.bytes, in: record)
        c.sources = words(page.sources, in: record)
        store(c, at: start)
    }
}

extension RecordBody {
    func navigationPage() throws(RecordError) -> NavigationPage {
        let c = try payload(gnss_navigation_page_v1.self, atLeast: ContractSizes.navigationPage)
        let (satellite, signal) = try signal(c.constellation, c.number, c.signal)
        guard let check = PageCheck(rawValue: c.check) else { throw error("check \(c.check); allowed: 0...2") }
        let content = try range(of: c.bytes, stride: 1, "bytes")
        let bitCount = Int(c.bit_count)
        guard ContractRanges.bitCount.contains(bitCount), content.count == (bitCount + 7) / 8 else {
            throw error("bit_count \(bitCount) for \(content.count) bytes")
        }
        var page = NavigationPage(
            satellite: satellite, signal: signal, message: NavigationMessage(rawValue: c.message),
            bytes: Array(bytes[content]), bitCount: bitCount, check: check, sources: try words(c.sources, "sources"))
        page.frequencyChannel = try channel(c.present, Int(GNSS_PAGE_FREQUENCY_CHANNEL), c.frequency_channel)
        try readTime(c, into: &page)
        return page
    }

    private func readTime(_ c: gnss_navigation_page_v1, into page: inout NavigationPage) throws(RecordError) {
        guard c.present & UInt64(GNSS_PAGE_TIME) != 0 else { return }
        guard let time = GST(week: Int(c.week), tow: Int(c.time_of_week_s)) else {
            throw error("week \(c.week), time_of_week_s \(c.time_of_week_s)")
        }
        guard let origin = PageTimeOrigin(rawValue: c.time_origin), origin != .unknown else {
            throw error("time_origin \(c.time_origin); allowed: 1...5")
        }
        page.time = time
        page.timeOrigin = origin
    }
}
