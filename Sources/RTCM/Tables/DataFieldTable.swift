// SPDX-License-Identifier: Apache-2.0

/// The data fields of the known messages, by number.
enum DataFieldTable {
    static let all: [DataField] =
        common + observations + glonassObservations + ephemerisGPS + ephemerisGLONASS + ephemerisGalileo
        + ephemerisBeiDou + ephemerisQZSS + ephemerisNavIC + network + msm + ssr

    /// The field with this number in the standard; nil if unknown.
    static func field(_ number: Int) -> DataField? {
        number >= 0 && number < byNumber.count ? byNumber[number] : nil
    }

    private static let byNumber: [DataField?] = {
        let largest = all.map(\.number).max() ?? 0
        var fields = [DataField?](repeating: nil, count: largest + 1)
        for field in all { fields[field.number] = field }
        return fields
    }()

    /// Fields of all kinds of messages, of stations and of their equipment.
    private static let common: [DataField] = [
        DataField(2, "Message Number", 12),
        DataField(3, "Reference Station ID", 12),
        DataField(21, "Reserved for ITRF Realization Year", 6),
        DataField(22, "GPS Indicator", 1),
        DataField(23, "GLONASS Indicator", 1),
        DataField(24, "Galileo Indicator", 1),
        DataField(25, "Antenna Reference Point ECEF-X", 38, .signed, .decimal(1, places: 4), "m"),
        DataField(26, "Antenna Reference Point ECEF-Y", 38, .signed, .decimal(1, places: 4), "m"),
        DataField(27, "Antenna Reference Point ECEF-Z", 38, .signed, .decimal(1, places: 4), "m"),
        DataField(28, "Antenna Height", 16, .unsigned, .decimal(1, places: 4), "m"),
        DataField(29, "Antenna Descriptor Counter", 8, .count),
        DataField(30, "Antenna Descriptor", 8),
        DataField(31, "Antenna Setup ID", 8),
        DataField(32, "Antenna Serial Number Counter", 8, .count),
        DataField(33, "Antenna Serial Number", 8),
        DataField(51, "Modified Julian Day Number", 16, .unsigned, .one, "d"),
        DataField(52, "Seconds of Day (UTC)", 17, .unsigned, .one, "s"),
        DataField(53, "Number of Message ID Announcements to Follow", 5, .count),
        DataField(54, "Leap Seconds, GPS-UTC", 8, .unsigned, .one, "s"),
        DataField(55, "Message ID", 12),
        DataField(56, "Message Sync Flag", 1),
        DataField(57, "Message Transmission Interval", 16, .unsigned, .decimal(1, places: 1), "s"),
        DataField(138, "Number of Characters to Follow", 7),
        DataField(139, "Number of UTF-8 Code Units", 8, .count),
        DataField(140, "UTF-8 Character Code Units", 8),
        DataField(141, "Reference-Station Indicator", 1),
        DataField(142, "Single Receiver Oscillator Indicator", 1),
        DataField(227, "Receiver Type Descriptor Counter", 8, .count),
        DataField(228, "Receiver Type Descriptor", 8),
        DataField(229, "Receiver Firmware Version Counter", 8, .count),
        DataField(230, "Receiver Firmware Version", 8),
        DataField(231, "Receiver Serial Number Counter", 8, .count),
        DataField(232, "Receiver Serial Number", 8),
        DataField(364, "Quarter Cycle Indicator", 2),
        DataField(421, "GLONASS Code-Phase Bias Indicator", 1),
        DataField(422, "GLONASS FDMA Signals Mask", 4),
        DataField(
            423, "GLONASS L1 C/A Code-Phase Bias", 16, .signed, .decimal(2, places: 2), "m", absent: -0x8000),
        DataField(424, "GLONASS L1 P Code-Phase Bias", 16, .signed, .decimal(2, places: 2), "m", absent: -0x8000),
        DataField(
            425, "GLONASS L2 C/A Code-Phase Bias", 16, .signed, .decimal(2, places: 2), "m", absent: -0x8000),
        DataField(426, "GLONASS L2 P Code-Phase Bias", 16, .signed, .decimal(2, places: 2), "m", absent: -0x8000),
    ]

    /// Fields of GPS observations, messages 1001 to 1004.
    private static let observations: [DataField] = [
        DataField(4, "GPS Epoch Time (TOW)", 30, .unsigned, .one, "ms"),
        DataField(5, "Synchronous GNSS Message Flag", 1),
        DataField(6, "No. of GPS Satellite Signals Processed", 5, .count),
        DataField(7, "GPS Divergence-free Smoothing Indicator", 1),
        DataField(8, "GPS Smoothing Interval", 3),
        DataField(9, "GPS Satellite ID", 6),
        DataField(10, "GPS L1 Code Indicator", 1),
        DataField(11, "GPS L1 Pseudorange", 24, .unsigned, .decimal(2, places: 2), "m"),
        DataField(
            12, "GPS L1 PhaseRange – L1 Pseudorange", 20, .signed, .decimal(5, places: 4), "m", absent: -0x8_0000),
        DataField(13, "GPS L1 Lock Time Indicator", 7),
        DataField(
            14, "GPS Integer L1 Pseudorange Modulus Ambiguity", 8, .unsigned, .decimal(299_792_458, places: 3), "m"),
        DataField(15, "GPS L1 CNR", 8, .unsigned, .decimal(25, places: 2), "dB-Hz", absent: 0),
        DataField(16, "GPS L2 Code Indicator", 2),
        DataField(
            17, "GPS L2-L1 Pseudorange Difference", 14, .signed, .decimal(2, places: 2), "m", absent: -0x2000),
        DataField(
            18, "GPS L2 PhaseRange – L1 Pseudorange", 20, .signed, .decimal(5, places: 4), "m", absent: -0x8_0000),
        DataField(19, "GPS L2 Lock Time Indicator", 7),
        DataField(20, "GPS L2 CNR", 8, .unsigned, .decimal(25, places: 2), "dB-Hz", absent: 0),
    ]

    /// Fields of GLONASS observations, messages 1009 to 1012.
    private static let glonassObservations: [DataField] = [
        DataField(34, "GLONASS Epoch Time (tk)", 27, .unsigned, .one, "ms"),
        DataField(35, "No. of GLONASS Satellite Signals Processed", 5, .count),
        DataField(36, "GLONASS Divergence-free Smoothing Indicator", 1),
        DataField(37, "GLONASS Smoothing Interval", 3),
        DataField(38, "GLONASS Satellite ID (Satellite Slot Number)", 6),
        DataField(39, "GLONASS Code Indicator", 1),
        DataField(40, "GLONASS Satellite Frequency Channel Number", 5, .unsigned, .offset(-7)),
        DataField(41, "GLONASS L1 Pseudorange", 25, .unsigned, .decimal(2, places: 2), "m"),
        DataField(
            42, "GLONASS L1 PhaseRange – L1 Pseudorange", 20, .signed, .decimal(5, places: 4), "m", absent: -0x8_0000),
        DataField(43, "GLONASS L1 Lock Time Indicator", 7),
        DataField(
            44, "GLONASS Integer L1 Pseudorange Modulus Ambiguity", 7, .unsigned, .decimal(599_584_916, places: 3),
            "m"),
        DataField(45, "GLONASS L1 CNR", 8, .unsigned, .decimal(25, places: 2), "dB-Hz", absent: 0),
        DataField(46, "GLONASS L2 Code Indicator", 2),
        DataField(
            47, "GLONASS L2-L1 Pseudorange Difference", 14, .signed, .decimal(2, places: 2), "m", absent: -0x2000),
        DataField(
            48, "GLONASS L2 PhaseRange – L1 Pseudorange", 20, .signed, .decimal(5, places: 4), "m", absent: -0x8_0000),
        DataField(49, "GLONASS L2 Lock Time Indicator", 7),
        DataField(50, "GLONASS L2 CNR", 8, .unsigned, .decimal(25, places: 2), "dB-Hz", absent: 0),
    ]

    /// Fields of network RTK: residuals and physical stations, messages 1030 to 1032.
    private static let network: [DataField] = [
        DataField(218, "s_oc: Constant Term of Standard Deviation", 8, .unsigned, .decimal(5, places: 1), "mm"),
        DataField(219, "s_od: Distance Dependent Term", 9, .unsigned, .decimal(1, places: 2), "ppm"),
        DataField(220, "s_oh: Height Dependent Term", 6, .unsigned, .decimal(1, places: 1), "ppm"),
        DataField(221, "s_lc: Constant Term of Ionospheric Deviation", 10, .unsigned, .decimal(5, places: 1), "mm"),
        DataField(222, "s_ld: Distance Dependent Ionospheric Term", 10, .unsigned, .decimal(1, places: 2), "ppm"),
        DataField(223, "N-Refs", 7),
        DataField(224, "GPS Residuals Epoch Time (TOW)", 20, .unsigned, .one, "s"),
        DataField(225, "GLONASS Residuals Epoch Time (tk)", 17, .unsigned, .one, "s"),
        DataField(226, "Physical Reference Station ID", 12),
    ]

    /// Fields of multiple signal messages (section 3.5.16).
    private static let msm: [DataField] = [
        DataField(248, "Galileo Epoch Time (TOW)", 30, .unsigned, .one, "ms"),
        DataField(393, "MSM Multiple Message Bit", 1),
        DataField(394, "GNSS Satellite Mask", 64),
        DataField(395, "GNSS Signal Mask", 32),
        DataField(396, "GNSS Cell Mask", 64),
        DataField(397, "Integer Milliseconds in GNSS Satellite Rough Ranges", 8, .unsigned, .one, "ms", absent: 255),
        DataField(398, "GNSS Satellite Rough Ranges Modulo 1 Millisecond", 10, .unsigned, .binary(-10), "ms"),
        DataField(399, "GNSS Satellite Rough PhaseRangeRates", 14, .signed, .one, "m/s", absent: -0x2000),
        DataField(400, "GNSS Signal Fine Pseudoranges", 15, .signed, .binary(-24), "ms", absent: -0x4000),
        DataField(401, "GNSS Signal Fine PhaseRange Data", 22, .signed, .binary(-29), "ms", absent: -0x20_0000),
        DataField(402, "GNSS PhaseRange Lock Time Indicator", 4),
        DataField(403, "GNSS Signal CNR", 6, .unsigned, .one, "dB-Hz", absent: 0),
        DataField(
            404, "GNSS Signal Fine PhaseRangeRates", 15, .signed, .decimal(1, places: 4), "m/s", absent: -0x4000),
        DataField(
            405, "GNSS Signal Fine Pseudoranges with Extended Resolution", 20, .signed, .binary(-29), "ms",
            absent: -0x8_0000),
        DataField(
            406, "GNSS Signal Fine PhaseRange Data with Extended Resolution", 24, .signed, .binary(-31), "ms",
            absent: -0x80_0000),
        DataField(407, "GNSS PhaseRange Lock Time Indicator with Extended Range and Resolution", 10),
        DataField(
            408, "GNSS Signal CNR with Extended Resolution", 10, .unsigned, .binary(-4), "dB-Hz", absent: 0),
        DataField(409, "IODS – Issue of Data Station", 3),
        DataField(411, "Clock Steering Indicator", 2),
        DataField(412, "External Clock Indicator", 2),
        DataField(416, "GLONASS Day of Week", 3, .unsigned, .one, "d", absent: 7),
        DataField(417, "GNSS Divergence-free Smoothing Indicator", 1),
        DataField(418, "GNSS Smoothing Interval", 3),
        DataField(419, "GLONASS Satellite Frequency Channel Number", 4, .unsigned, .offset(-7), absent: 15),
        DataField(420, "Half-Cycle Ambiguity Indicator", 1),
        DataField(427, "BeiDou Epoch Time (TOW)", 30, .unsigned, .one, "ms"),
        DataField(428, "QZSS Epoch Time (TOW)", 30, .unsigned, .one, "ms"),
        DataField(546, "NavIC Epoch Time (TOW)", 30, .unsigned, .one, "ms"),
    ]
}
