// SPDX-License-Identifier: Apache-2.0

extension DataFieldTable {
    /// State space corrections: messages 1057 to 1068, and the header of the IGS messages (4076).
    static let ssr: [DataField] = [
        DataField(68, "GPS Satellite ID", 6),
        DataField(365, "Delta Radial", 22, .signed, .decimal(1, places: 1), "mm"),
        DataField(366, "Delta Along-Track", 20, .signed, .decimal(4, places: 1), "mm"),
        DataField(367, "Delta Cross-Track", 20, .signed, .decimal(4, places: 1), "mm"),
        DataField(368, "Dot Delta Radial", 21, .signed, .decimal(1, places: 3), "mm/s"),
        DataField(369, "Dot Delta Along-Track", 19, .signed, .decimal(4, places: 3), "mm/s"),
        DataField(370, "Dot Delta Cross-Track", 19, .signed, .decimal(4, places: 3), "mm/s"),
        DataField(375, "Satellite Reference Datum", 1),
        DataField(376, "Delta Clock C0", 22, .signed, .decimal(1, places: 1), "mm"),
        DataField(377, "Delta Clock C1", 21, .signed, .decimal(1, places: 3), "mm/s"),
        DataField(378, "Delta Clock C2", 27, .signed, .decimal(2, places: 5), "mm/s²"),
        DataField(379, "No. of Code Biases Processed", 5, .count),
        DataField(380, "GPS Signal and Tracking Mode Indicator", 5),
        DataField(381, "GLONASS Signal and Tracking Mode Indicator", 5),
        DataField(383, "Code Bias", 14, .signed, .decimal(1, places: 2), "m"),
        DataField(384, "GLONASS Satellite ID", 5),
        DataField(385, "GPS Epoch Time 1s", 20, .unsigned, .one, "s"),
        DataField(386, "GLONASS Epoch Time 1s", 17, .unsigned, .one, "s"),
        DataField(387, "No. of Satellites", 6, .count),
        DataField(388, "Multiple Message Indicator", 1),
        DataField(389, "SSR URA", 6),
        DataField(390, "High Rate Clock Correction", 22, .signed, .decimal(1, places: 1), "mm"),
        DataField(391, "SSR Update Interval", 4),
        DataField(392, "GLONASS Issue of Data (IOD)", 8),
        DataField(413, "IOD SSR", 4),
        DataField(414, "SSR Provider ID", 16),
        DataField(415, "SSR Solution ID", 4),
        DataField(DataField.igs + 1, "IGS SSR Version", 3),
        DataField(DataField.igs + 2, "IGS Message Number", 8),
    ]
}
