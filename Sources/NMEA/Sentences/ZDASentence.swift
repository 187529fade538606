// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// ZDA: date and time; the only sentence with a four-digit year.
public struct ZDASentence: TypedSentence {
    public var time: TimeOfDay?
    public var date: CivilDate?
    /// Offset of the local time zone in minutes, −13 h...13 h.
    public var zoneMinutes: Int?

    public init() {}

    /// Reads the fields of a sentence; nil if it is of a different kind.
    public init?(_ sentence: NMEASentence) {
        guard sentence.kind == .zda else { return nil }
        time = sentence.timeOfDay(1)
        if let day = sentence.integer(2, digits: 2), let month = sentence.integer(3, digits: 2),
            let year = sentence.integer(4, digits: 4)
        {
            date = CivilDate(year: year, month: month, day: day)
        }
        if let hours = sentence.integer(5), abs(hours) <= 13 {
            let minutes = sentence.integer(6) ?? 0
            zoneMinutes = hours * 60 + (hours < 0 ? -abs(minutes % 60) : abs(minutes % 60))
        }
    }

    public func encoded(talker: Talker, version: NMEAVersion = .v411) -> [UInt8] {
        var writer = SentenceWriter(talker, "ZDA")
        writer.time(time)
        let parts = date?.components
        writer.integer(parts?.day, digits: 2)
        writer.integer(parts?.month, digits: 2)
        writer.integer(parts?.year, digits: 4)
        writer.integer((zoneMinutes ?? 0) / 60, digits: 2)
        writer.integer(abs((zoneMinutes ?? 0) % 60), digits: 2)
        return writer.finish()
    }
}
