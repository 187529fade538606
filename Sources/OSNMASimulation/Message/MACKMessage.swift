// SPDX-License-Identifier: Apache-2.0

/// Tag-Info: the description of a tag.
struct TagInfo: Hashable, Sendable {
    /// PRND: the satellite whose data the tag covers.
    var satellite: Int
    var adkd: Int
    /// COP: the number of subframes for which the data have not changed; 0 for a dummy tag.
    var cutOff: Int

    /// The 16 bits of Tag-Info. The first tag of a message is followed by MACSEQ and COP instead.
    var bits: UInt64 { UInt64(satellite) << 8 | UInt64(adkd) << 4 | UInt64(cutOff) }
}

/// A tag before it is computed.
struct TagDraft: Sendable {
    var info: TagInfo
    var isFlexible: Bool
    /// Status and authenticated data; the status occupies the first two bits.
    var data: [UInt8]
    /// The key of the tag.
    var key: [UInt8]
}

/// The 480 bits of a satellite's MACK message in a subframe (OSNMA SIS ICD 1.1, sections 3.3 and 6.6).
struct MACKMessage: Sendable {
    let sender: Int
    let subframe: Int
    let settings: ChainSettings
    /// One tag for each slot.
    let tags: [TagDraft]
    /// The disclosed key.
    let key: [UInt8]
    /// The key of the next subframe, for MACSEQ.
    let nextKey: [UInt8]

    /// The message, 60 bytes.
    var bytes: [UInt8] {
        let time = SystemTime.bytes(subframe: subframe)
        var message = BitWriter(reserving: 60)
        for (index, tag) in tags.enumerated() {
            // The first tag always covers the sender's own data, so it contains no PRND.
            let addressee: [UInt8] = index == 0 ? [] : [UInt8(tag.info.satellite)]
            let input = addressee + [UInt8(sender)] + time + [UInt8(index + 1)] + tag.data
            message.append(TESLAChain.code(input, key: tag.key, settings.mac), bits: settings.tagBits)
            if index == 0 {
                message.append(UInt64(sequence(time)), 12)
                message.append(UInt64(tag.info.cutOff), 4)
            } else {
                message.append(tag.info.bits, 16)
            }
        }
        message.append(key)
        message.fill(to: 480)
        return message.bytes
    }

    /// MACSEQ, which authenticates the Tag-Info of flexible tags.
    private func sequence(_ time: [UInt8]) -> UInt16 {
        var input = [UInt8(sender)] + time
        for tag in tags where tag.isFlexible {
            input += [UInt8(tag.info.bits >> 8), UInt8(tag.info.bits & 0xFF)]
        }
        let code = TESLAChain.code(input, key: nextKey, settings.mac)
        return UInt16(code[0]) << 4 | UInt16(code[1] >> 4)
    }
}
