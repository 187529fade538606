// SPDX-License-Identifier: Apache-2.0

/// Sentences of a second, with checksums.
public func burst(_ second: Int) -> [UInt8] {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let time = "\(two(second / 3600 % 24))\(two(second / 60 % 60))\(two(second % 60)).00"
    return nmea([
        "GPRMC,\(time),A,4552.65403,S,17030.00668,E,0.025,12.5,120426,,,A",
        "GPGGA,\(time),4552.65403,S,17030.00668,E,1,12,0.64,14.2,M,1.8,M,,",
        "GPGSA,A,3,13,15,,,,,,,,,,,1.2,0.64,1.0",
    ])
}

/// Sentences with their checksums.
public func nmea(_ bodies: [String]) -> [UInt8] {
    bodies.flatMap { body -> [UInt8] in
        let sum = body.utf8.reduce(UInt8(0)) { $0 ^ $1 }
        let digits = String(sum, radix: 16, uppercase: true)
        return Array("$\(body)*\(digits.count < 2 ? "0" : "")\(digits)\r\n".utf8)
    }
}
