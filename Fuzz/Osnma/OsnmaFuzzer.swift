// SPDX-License-Identifier: Apache-2.0

import GNSSTypes

@testable import OSNMA

// Input: pages, DSM and stored states for the OSNMA engine.
//
// Requirements: the engine authenticates only data that the simulated sky sent; the data that it keeps are bounded; a state
// that is read is written unchanged, and establishes no trust that the anchors do not prove.

private let sky = FastSky(hour: 168 * 1300, subframes: 4000)

func run(_ input: FuzzInput) {
    var input = input
    switch input.choice(of: 4) {
    case 0: messages(input.bytes)
    case 1: state(input.bytes)
    default: pages(&input)
    }
}

/// Makes a page from each four bytes: the kind of change, the satellite and the place in the subframe, and two bytes that
/// the change and the clock use.
private func pages(_ input: inout FuzzInput) {
    guard let sky, let root = sky.root else { return }
    var improvements = Improvements.all
    for (_, improvement) in Improvements.names where input.flag() { improvements.remove(improvement) }
    let isLive = input.flag()
    let configuration = isLive ? OSNMAConfiguration(improvements: improvements) : .recording(improvements)
    var engine = OSNMAEngine(
        configuration: configuration,
        anchors: TrustAnchors(roots: [MerkleRoot([UInt8](repeating: 7, count: 32))].compactMap { $0 }, rootKeys: [root])
    )
    var subframe = sky.first + 2
    for index in stride(from: 0, to: input.bytes.count - 3, by: 4) {
        let step = Array(input.bytes[index..<index + 4])
        let place = Int(step[1] & 15) % 15
        let satellite = 1 + step[1] >> 4
        // If the subframe changes, it usually advances by one; sometimes it goes back, or jumps far ahead.
        if step[0] & 0x0C == 0x0C { subframe += step[3] & 0x80 == 0 ? 1 : -Int(step[3] & 15) }
        if step[0] == 0xFF { subframe += Int(step[2]) * 16 }
        subframe = max(subframe, 1)
        let page = changed(step, satellite, FastSky.start(subframe, place), subframe, place)
        let clock = Int64(FastSky.start(subframe, place) + 2) * 1000 + Int64(Int8(bitPattern: step[2])) * 1000
        let time = isLive ? TrustedTime(milliseconds: clock, uncertainty: Int64(step[3]) * 500) : nil
        guard let id = SatelliteID(.galileo, Int(satellite)),
            let start = GST(secondsSinceEpoch: FastSky.start(subframe, place))
        else { continue }
        check(engine.process(satellite: id, band: .e1b, start: start, bits: page.span, time: time))
    }
    check(engine.finish())
    require(engine.collections.count <= 16 && engine.chains.count <= 4, "the engine keeps too many messages or chains")
    require(engine.slowTags.allSatisfy { $0.tags.count <= 360 }, "too many tags wait")
}

private func changed(_ step: [UInt8], _ satellite: UInt8, _ start: Int, _ subframe: Int, _ place: Int) -> [UInt8] {
    guard let sky else { return [] }
    var mack = sky.mack(subframe, satellite)
    var word = FastSky.word(FastSky.type(place), satellite, start: start)
    var hkroot: UInt8?
    switch step[0] & 3 {
    case 1: mack[Int(step[2]) % 60] ^= step[3]
    case 2:
        word = Word(high: word.high ^ UInt64(step[2]) << UInt64(step[3] & 63), low: word.low ^ UInt64(step[3]) << 40)
    case 3: hkroot = step[2]
    default: break
    }
    var page = FastSky.bits(word, field: FastSky.field(mack, page: place, hkroot: hkroot))
    if step[0] & 0xF0 == 0x50 {
        page = FastSky.sealed(page.enumerated().map { $0 == Int(step[2]) % 30 ? $1 ^ step[3] : $1 })
    }
    if step[0] & 0xF0 == 0x60 { page[Int(step[2]) % 30] ^= step[3] }
    if step[0] & 0xF0 == 0x70 { page = Array(page.prefix(Int(step[2]))) }
    return page
}

/// Checks that only data from the simulated sky are authenticated.
private func check(_ events: [OSNMAEvent]) {
    for case .authenticated(let data, let verdict, _, _, _) in events {
        let genuine = FastSky.content(verdict.satellite.number, data.group)
        require(data.packed == genuine.packed, "forged data are authenticated: \(verdict.satellite) \(data.group)")
    }
}

private func messages(_ bytes: [UInt8]) {
    let root = MerkleRoot([UInt8](repeating: 7, count: 32))
    if let root, let message = PublicKeyMessage(bytes: bytes) {
        require((try? message.verified(under: root)) == nil, "a public key is verified under an unrelated root")
    }
    guard let key = publicKey, let time = GST(week: 1300, tow: 0),
        let message = RootKeyMessage(header: NMAHeader(byte: bytes.last ?? 0), bytes: bytes)
    else { return }
    require((try? message.verified(by: key, near: time)) == nil, "an unsigned root key is verified")
}

private func state(_ bytes: [UInt8]) {
    guard let state = HotStartState(bytes: bytes) else { return }
    require(HotStartState(bytes: state.bytes) == state, "a state is not written as it was read")
    let engine = OSNMAEngine(
        configuration: .recording(.all), anchors: TrustAnchors(publicKeys: [publicKey].compactMap { $0 }),
        hotStart: state)
    require(engine.chains.isEmpty, "an unsigned chain is trusted")
    require(
        engine.withdrawals.anchors.count <= 64 && engine.withdrawals.chains.count <= 32,
        "too many withdrawals are kept")
}

/// The public key PKID 2; only the service centre has its private key.
private let publicKey = PublicKey<Unverified>(
    id: 2, kind: .p256,
    point: [
        0x02, 0x21, 0x92, 0x04, 0xB5, 0xCA, 0x6C, 0x46, 0xB6, 0x23, 0xEE, 0xED, 0x6C, 0xDD, 0x2C, 0xDD, 0xB1, 0xF7,
        0xD6,
        0xA7, 0x53, 0x27, 0x67, 0xE5, 0xB8, 0xDA, 0x0D, 0xE1, 0xEB, 0xD6, 0x95, 0xFC, 0x99,
    ])?.provisioned()
