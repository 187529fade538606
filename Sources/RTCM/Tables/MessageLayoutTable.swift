// SPDX-License-Identifier: Apache-2.0

/// The messages of RTCM 10403 (section 3.5), except multiple signal messages, as lists of data field numbers.
enum MessageLayoutTable {
    /// The layout of a message; nil if it is not in this table.
    static func layout(_ number: Int) -> MessageLayout? { byNumber[number] }

    static let all: [MessageLayout] = observations + stations + ephemerides + network + corrections + proprietary

    private static let byNumber = Dictionary(all.map { ($0.number, $0) }) { first, _ in first }

    // MARK: Observations

    private static let headerGPS: [MessageItem] = [3, 4, 5, 6, 7, 8]
    private static let headerGLONASS: [MessageItem] = [3, 34, 5, 35, 36, 37]

    private static let observations: [MessageLayout] = [
        observation(1001, "L1-Only GPS RTK Observables", [9, 10, 11, 12, 13]),
        observation(1002, "Extended L1-Only GPS RTK Observables", [9, 10, 11, 12, 13, 14, 15]),
        observation(1003, "L1/L2 GPS RTK Observables", [9, 10, 11, 12, 13, 16, 17, 18, 19]),
        observation(
            1004, "Extended L1/L2 GPS RTK Observables", [9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]),
        observation(1009, "L1-Only GLONASS RTK Observables", [38, 39, 40, 41, 42, 43]),
        observation(1010, "Extended L1-Only GLONASS RTK Observables", [38, 39, 40, 41, 42, 43, 44, 45]),
        observation(1011, "L1/L2 GLONASS RTK Observables", [38, 39, 40, 41, 42, 43, 46, 47, 48, 49]),
        observation(
            1012, "Extended L1/L2 GLONASS RTK Observables", [38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50]),
    ]

    private static func observation(_ number: Int, _ title: String, _ items: [MessageItem]) -> MessageLayout {
        let isGPS = number < 1009
        return MessageLayout(
            number, title,
            (isGPS ? headerGPS : headerGLONASS) + [.group("satellites", count: isGPS ? 6 : 35, items)])
    }

    // MARK: Stations

    private static let position: [MessageItem] = [3, 21, 22, 23, 24, 141, 25, 142, .reserved(1), 26, 364, 27]
    private static let antenna: [MessageItem] = [3, .characters(count: 29, 30), 31]
    private static let antennaSerial: [MessageItem] = antenna + [.characters(count: 32, 33)]

    private static let stations: [MessageLayout] = [
        MessageLayout(1005, "Stationary RTK Reference Station ARP", position),
        MessageLayout(1006, "Stationary RTK Reference Station ARP with Antenna Height", position + [28]),
        MessageLayout(1007, "Antenna Descriptor", antenna),
        MessageLayout(1008, "Antenna Descriptor and Serial Number", antennaSerial),
        MessageLayout(1013, "System Parameters", [3, 51, 52, 53, 54, .group("messages", count: 53, [55, 56, 57])]),
        MessageLayout(1029, "Unicode Text String", [3, 51, 52, 138, .text(count: 139, 140)]),
        MessageLayout(1032, "Physical Reference Station Position", [3, 226, 21, 25, 26, 27]),
        MessageLayout(
            1033, "Receiver and Antenna Descriptors",
            antennaSerial + [.characters(count: 227, 228), .characters(count: 229, 230), .characters(count: 231, 232)]),
        MessageLayout(
            1230, "GLONASS L1 and L2 Code-Phase Biases",
            [3, 421, .reserved(3), .chosen(by: 422, [423, 424, 425, 426])]),
    ]

    // MARK: Ephemerides

    private static let orbitGalileo: [MessageItem] = [
        292, 293, 294, 295, 296, 297, 298, 299, 300, 301, 302, 303, 304, 305, 306, 307, 308, 309, 310, 311, 312,
    ]

    private static let ephemerides: [MessageLayout] = [
        MessageLayout(
            1019, "GPS Ephemerides",
            [
                9, 76, 77, 78, 79, 71, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100,
                101, 102, 103, 137,
            ]),
        MessageLayout(
            1020, "GLONASS Ephemerides",
            [
                38, 40, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122,
                123, 124, 125, 126, 127, 128, 129, 130, 131, 132, 133, 134, 135, 136, .reserved(7),
            ]),
        MessageLayout(
            1041, "NavIC Ephemerides",
            [
                516, 517, 518, 519, 520, 521, 522, 523, 524, 525, 526, 527, 528, 529, 530, 531, 532, 533, 534, 535, 536,
                537, 538, 539, 540, 541, 542, 543, 544, 545,
            ]),
        MessageLayout(
            1042, "BeiDou Ephemerides",
            [
                488, 489, 490, 491, 492, 493, 494, 495, 496, 497, 498, 499, 500, 501, 502, 503, 504, 505, 506, 507, 508,
                509, 510, 511, 512, 513, 514, 515,
            ]),
        MessageLayout(
            1044, "QZSS Ephemerides",
            [
                429, 430, 431, 432, 433, 434, 435, 436, 437, 438, 439, 440, 441, 442, 443, 444, 445, 446, 447, 448, 449,
                450, 451, 452, 453, 454, 455, 456, 457,
            ]),
        MessageLayout(
            1045, "Galileo F/NAV Ephemerides",
            [252, 289, 290, 291] + orbitGalileo + [314, 315, .reserved(7)]),
        MessageLayout(
            1046, "Galileo I/NAV Ephemerides",
            [252, 289, 290, 286] + orbitGalileo + [313, 316, 317, 287, 288, .reserved(2)]),
    ]

    // MARK: Networks

    private static let network: [MessageLayout] = [
        MessageLayout(
            1030, "GPS Network RTK Residual Message",
            [224, 3, 223, 6, .group("satellites", count: 6, [9, 218, 219, 220, 221, 222])]),
        MessageLayout(
            1031, "GLONASS Network RTK Residual Message",
            [225, 3, 223, 35, .group("satellites", count: 35, [38, 218, 219, 220, 221, 222])]),
    ]

    // MARK: Corrections in state space

    private static let corrections: [MessageLayout] = [
        ssr(1057, "SSR GPS Orbit Correction", datum: true, [68, 71, 365, 366, 367, 368, 369, 370]),
        ssr(1058, "SSR GPS Clock Correction", [68, 376, 377, 378]),
        ssr(1059, "SSR GPS Code Bias", [68, 379, .group("biases", count: 379, [380, 383])]),
        ssr(
            1060, "SSR GPS Combined Orbit and Clock Corrections", datum: true,
            [68, 71, 365, 366, 367, 368, 369, 370, 376, 377, 378]),
        ssr(1061, "SSR GPS URA", [68, 389]),
        ssr(1062, "SSR GPS High Rate Clock Correction", [68, 390]),
        ssr(1063, "SSR GLONASS Orbit Correction", datum: true, [384, 392, 365, 366, 367, 368, 369, 370]),
        ssr(1064, "SSR GLONASS Clock Correction", [384, 376, 377, 378]),
        ssr(1065, "SSR GLONASS Code Bias", [384, 379, .group("biases", count: 379, [381, 383])]),
        ssr(
            1066, "SSR GLONASS Combined Orbit and Clock Corrections", datum: true,
            [384, 392, 365, 366, 367, 368, 369, 370, 376, 377, 378]),
        ssr(1067, "SSR GLONASS URA", [384, 389]),
        ssr(1068, "SSR GLONASS High Rate Clock Correction", [384, 390]),
    ]

    private static func ssr(
        _ number: Int, _ title: String, datum: Bool = false, _ items: [MessageItem]
    ) -> MessageLayout {
        let epoch: MessageItem = number < 1063 ? 385 : 386
        let reference: [MessageItem] = datum ? [375] : []
        let header = [epoch, 391, 388] + reference + [413, 414, 415, 387]
        return MessageLayout(number, title, header + [.group("satellites", count: 387, items)])
    }

    // MARK: Manufacturers and the IGS

    private static let proprietary: [MessageLayout] = [
        MessageLayout(4072, "u-blox Reference Station Data", [.named("subtype", 12), .opaque]),
        MessageLayout(4076, "IGS SSR", [.field(DataField.igs + 1), .field(DataField.igs + 2), .opaque]),
    ]
}
