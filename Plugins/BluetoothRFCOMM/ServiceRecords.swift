// SPDX-License-Identifier: Apache-2.0

internal import Transport

/// Parses a device's service records: the RFCOMM channel and the name of each, and whether it is Apple's.
enum ServiceRecords {
    /// The largest number of records read from one device.
    private static let limit = 32

    /// Parses an answer, which is a sequence of records.
    ///
    /// - Returns: The services with a channel; records that are damaged or have no channel are left out. Nil if the
    ///   answer is not a complete sequence.
    static func read(_ answer: [UInt8]) -> [SerialService]? {
        var rest = answer[...]
        guard let records = DataElement.take(from: &rest), let elements = records.elements else {
            return answer.isEmpty ? [] : nil
        }
        return Array(elements.lazy.compactMap(service).prefix(limit))
    }

    private static func service(_ record: DataElement) -> SerialService? {
        guard let elements = record.elements else { return nil }
        var service = SerialService(channel: 0)
        // Attributes are pairs of a number and a value.
        for index in stride(from: 0, to: elements.count - 1, by: 2) {
            let value = elements[index + 1]
            switch elements[index].number {
            case 0x0001: service.isApple = value.elements?.contains { $0.uuid == apple } ?? false
            case 0x0004: service.channel = channel(value) ?? 0
            case 0x0100: service.name = String((value.text ?? "").prefix(60))
            default: break
            }
        }
        return BluetoothSocket.channels.contains(service.channel) ? service : nil
    }

    /// The channel in a list of protocols, or in the first of several lists.
    private static func channel(_ protocols: DataElement) -> Int? {
        if protocols.type == 7, let first = protocols.elements?.first { return channel(inList: first) }
        return channel(inList: protocols)
    }

    private static func channel(inList list: DataElement) -> Int? {
        for entry in list.elements ?? [] {
            guard let parts = entry.elements, parts.count > 1, parts[0].uuid == rfcomm else { continue }
            return parts[1].number
        }
        return nil
    }

    private static let rfcomm = DataElement.long(0x0003)

    private static let apple: [UInt8] = [
        0x00, 0x00, 0x00, 0x00, 0xDE, 0xCA, 0xFA, 0xDE, 0xDE, 0xCA, 0xDE, 0xAF, 0xDE, 0xCA, 0xCA, 0xFE,
    ]
}
