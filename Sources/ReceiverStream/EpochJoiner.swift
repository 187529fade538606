// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NMEA
internal import UBX

/// Joins the sentences and UBX messages of an epoch: they contain the same time and arrive in one burst.
///
/// Sentences contain a time of day, UBX messages a time of the GPS week; the difference is the number of leap seconds
/// that the receiver applies. An epoch is closed by a sentence or message with another time; by the repetition of a
/// sentence, if none has a time; by the sentence that has always been the last, or NAV-EOE; or by silence, if the
/// caller reports it.
struct EpochJoiner: FrameSink, Sendable {
    /// The arrival time of the bytes being framed.
    var now = HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)
    private(set) var statistics = StreamStatistics()
    /// The numbers of NMEA sentences and UBX messages decoded.
    private(set) var decodedSentences = 0
    private(set) var decodedMessages = 0

    let keepsSentences: Bool
    let closesEarly: Bool
    var draft = EpochDraft()
    /// Nil if raw frames are not read.
    var raw: RawFrameReader?
    private var solution = SBFSolution()
    var sky = SkyAssembler()
    var dates: DateTracker
    var learner = CycleLearner()
    var lastMark: CycleLearner.Mark?
    /// The epoch closed by its learnt last sentence or by silence; nil once the next one begins.
    var closedEarly: EpochKey?
    /// The arrival time of the epoch's last data if silence closed it, in nanoseconds; nil if its last sentence
    /// closed it.
    private var silentAt: Int64?
    /// The last sentence before that silence: the end of the epoch if the next sentence with a time belongs to
    /// another one.
    private var silentMark: CycleLearner.Mark?
    var memory = Memory()
    /// The closed epochs, until they are emitted.
    var ready: [DecodedEpoch] = []
    /// The last sentence, kept to reuse its memory.
    private var spare = NMEASentence()

    /// State that persists from one epoch to the next.
    struct Memory: Sendable {
        /// The dimension in the last GSA, and the number of epochs since then.
        var kind: FixKind?
        var kindAge = 0
        /// True if the last fix was considered three-dimensional without a recent GSA.
        var isCountedThree = false
        /// The satellites used according to the last GSA, and the number of views without a fix since then.
        var used: [SatelliteID] = []
        var usedAge = 0
        /// True if there has been a position in any epoch.
        var sawPosition = false
        /// True if there has been a position in UBX class NAV.
        var sawNavigation = false
        /// The last GGA of each talker, how often it came again, and the arrival of the first one in nanoseconds.
        var gga: [UInt64: (sentence: GGASentence, repeats: Int, since: Int64)] = [:]
        /// How often the receiver repeats GGA before the next second begins.
        var usualRepeats = 0
        /// The address of the last sentence.
        var address: UInt64 = 0
        /// The instant of the last epoch.
        var instant: UTCTime?
        /// GPS time minus UTC, in seconds: as the receiver applies it, and as it received it from a satellite.
        var countedLeapSeconds: Int?
        var statedLeapSeconds: Int?
        /// The reference station whose corrections were used last.
        var station: UInt16?
        var interference = InterferenceMemory()
        /// The receiver's identity.
        var identity = ReceiverIdentity()
        /// True if part of an epoch arrived after NAV-EOE.
        var isEndOfEpochWrong = false
    }

    /// Maximum number of talkers of GGA; more can only be noise.
    private static let mostTalkers = 8

    /// The maximum pause within an epoch, in nanoseconds. After a longer silence, a sentence with the time of the
    /// closed epoch is a repetition by a receiver that is stuck.
    private static let longestPause: Int64 = 500_000_000

    /// The number of epochs for which the last GSA remains in effect, because some receivers send it only every few
    /// seconds.
    static let longestMemory = 10
    /// An epoch with more sentences, or more bytes of sentences, is emitted in parts.
    private static let mostSentences = 512
    private static let mostBytes = 262_144

    init(_ configuration: StreamDecoder.Configuration) {
        keepsSentences = configuration.keepsSentences
        raw = configuration.readsRawFrames ? RawFrameReader() : nil
        closesEarly = configuration.closesEarly
        dates = DateTracker(configuration.dateSource, earliest: configuration.earliestDate)
    }

    /// True if an epoch has begun and not ended.
    @inline(__always)
    var isOpen: Bool { !draft.isEmpty }

    // MARK: Sentences

    mutating func take(_ frame: Span<UInt8>, bodyEnd: Int, at offset: Int) {
        var sentence = NMEASentence()
        swap(&sentence, &spare)
        sentence.read(frame, bodyEnd: bodyEnd)
        add(sentence, frame)
        swap(&sentence, &spare)
    }

    mutating func take(_ frame: Span<UInt8>, format: FrameFormat, at offset: Int) {
        switch format {
        case .other: return
        case .sbf:
            if let payload = raw?.read(sbf: frame) { publish([payload]) }
            publish(solution.take(frame))
        case .ubx:
            if let id = UBXFrame.id(of: frame) {
                return take(id, frame.extracting(UBXFrame.payload(of: frame)), frame)
            }
        default: break
        }
        if keepsSentences {
            draft.hostTime = now
            keep(frame, format)
        }
    }

    private mutating func take(_ id: MessageID, _ payload: Span<UInt8>, _ frame: Span<UInt8>) {
        let solution = solutionID(of: id)
        let content = SharedContent(solution, payload)
        decodedMessages &+= 1
        if let payload = raw?.read(id, content, payload) { publish([payload]) }
        if id == .hnrPVT { addHighRate(payload, frame) } else { add(id, as: solution, content, payload, frame) }
    }

    private mutating func add(_ sentence: NMEASentence, _ frame: Span<UInt8>) {
        if sentence.kind == .unknown { statistics.unknownSentences &+= 1 }
        decodedSentences &+= 1
        place(sentence)
        let gga = sentence.kind == .gga ? GGASentence(sentence) : nil
        if let gga { watch(gga, sentence.addressCode) }
        draft.note(sentence.addressCode, isPosition: sentence.kind.isPosition)
        draft.hostTime = now
        if keepsSentences { keep(frame, .nmea) }
        let gsv = sentence.kind == .gsv ? GSVSentence(sentence) : nil
        switch sentence.kind {
        case .gsv: if let gsv { sky.add(gsv, talker: sentence.talker) }
        case .pubxSatellites:
            if let pubx = PUBXSatellitesSentence(sentence) { sky.replace(pubx.satellites) }
        case .gga: draft.add(gga, sentence)
        default: draft.add(sentence)
        }
        memory.address = sentence.addressCode
        let mark = CycleLearner.Mark(sentence, gsv)
        if sentence.kind != .unknown { lastMark = mark }
        if closesEarly, draft.hasPosition, learner.isEnd(mark) { closeEarly() }
    }

    /// Closes the open epoch because its last sentence or message has arrived.
    mutating func closeEarly() {
        (closedEarly, silentAt, silentMark) = (draft.epochKey, nil, nil)
        close()
    }

    /// Checks whether a sentence or message belongs to an epoch that was closed early.
    mutating func compareWithClosed(_ isSame: (EpochKey) -> Bool) {
        guard let early = closedEarly else { return }
        if isSame(early) {
            noteLate()
        } else if let silentMark {
            // Nothing of that epoch arrived after the silence. On a line that pauses between bursts, there is no
            // other sign of the end.
            learner.ended(with: silentMark)
        }
        (closedEarly, silentMark) = (nil, nil)
    }

    private mutating func noteLate() {
        if let silentAt {
            guard now.monotonicNanoseconds &- silentAt < Self.longestPause else { return }
        } else {
            learner.wasWrong()
            memory.isEndOfEpochWrong = true
        }
        silentMark = nil
        statistics.splitEpochs &+= 1
        draft.isLate = true
    }

    mutating func keepUBX(_ frame: Span<UInt8>) {
        if keepsSentences { keep(frame, .ubx) }
    }

    private mutating func keep(_ frame: Span<UInt8>, _ format: FrameFormat) {
        draft.sentences.append(.sentence(Sentence(format: format, bytes: frame.bytes)))
        draft.keptBytes &+= frame.count
        guard draft.sentences.count >= Self.mostSentences || draft.keptBytes >= Self.mostBytes else { return }
        ready.append(DecodedEpoch(payloads: draft.sentences, hostTime: now))
        draft.sentences.removeAll(keepingCapacity: true)
        draft.keptBytes = 0
    }

    /// Closes the open epoch if a sentence belongs to the next one.
    private mutating func place(_ sentence: NMEASentence) {
        let kind = sentence.kind
        if kind == .vtg, isOfNextEpoch(sentence) { return endByNext() }
        guard let time = sentence.epochTime else {
            // Without a time, only a repetition distinguishes one burst from the next.
            if kind.isPosition, draft.positionAddresses.contains(sentence.addressCode) {
                endByNext()
            } else if kind.isAttitude, !memory.sawPosition, draft.addresses.contains(sentence.addressCode) {
                close()
            }
            return
        }
        compareWithClosed { $0.time?.isNear(time) == true }
        guard let key = draft.key else {
            // A receiver that acquires its time may change its talker together with it.
            if kind.isPosition,
                draft.positionAddresses.contains(where: { $0 & 0xFF_FFFF == sentence.addressCode & 0xFF_FFFF })
            {
                endByNext()
            }
            draft.key = time
            draft.isKeyTentative = !kind.isPosition
            return
        }
        if key.isNear(time) || draft.isKeyOfWeek && isSameAtLeapSecond(time, key) {
            if kind.isPosition { draft.isKeyTentative = false }
            if draft.isKeyOfWeek { (draft.key, draft.isKeyOfWeek) = (time, false) }
        } else if kind.isPosition {
            if !draft.isKeyTentative || draft.hasPositionSentence || !key.isAbout(time) { endByNext() }
            draft.key = time
            (draft.isKeyTentative, draft.isKeyOfWeek) = (false, false)
        } else if time.isLater(than: key) {
            endByNext()
            (draft.key, draft.isKeyOfWeek) = (time, false)
        }
    }

    /// VTG has no time. A second VTG after the sentence that ends most epochs belongs to the next epoch, whose first
    /// sentence was lost; but some receivers also send it twice in an epoch.
    private mutating func isOfNextEpoch(_ vtg: NMEASentence) -> Bool {
        guard draft.hasPositionSentence, draft.has(vtg.addressCode), let lastMark else { return false }
        return learner.isUsualEnd(lastMark)
    }

    /// Some receivers (Trimble Placer 450) repeat GGA with the same time and position after they lost the satellites:
    /// such a repetition begins an epoch without a fix. Others state whole seconds several times per second, or a
    /// multiplexer sends everything twice: theirs are ordinary epochs.
    private mutating func watch(_ gga: GGASentence, _ code: UInt64) {
        guard let time = gga.time, gga.position != nil else { return }
        let arrival = now.monotonicNanoseconds
        guard var last = memory.gga[code], last.sentence.time == time, last.sentence.position == gga.position else {
            if let last = memory.gga[code], let before = last.sentence.time, before.distance(to: time) <= 1_000_000_000
            {
                memory.usualRepeats = max(memory.usualRepeats, last.repeats)
            }
            if memory.gga[code] != nil || memory.gga.count < Self.mostTalkers { memory.gga[code] = (gga, 0, arrival) }
            return
        }
        last.repeats += 1
        memory.gga[code] = last
        // Only a live receiver's bytes have their own times of arrival.
        let isStuck =
            last.repeats > memory.usualRepeats && !(closesEarly && arrival &- last.since < 950_000_000)
        guard draft.positionAddresses.contains(code) else {
            if isStuck { draft.isStuck = true }
            return
        }
        // A repetition immediately after the original is only a duplicate.
        guard memory.address != code else { return }
        endByNext()
        (draft.key, draft.isKeyTentative) = (time, false)
        draft.isStuck = isStuck
    }

    mutating func endByNext() {
        if let lastMark { learner.ended(with: lastMark) }
        close()
    }

    // MARK: Closing

    /// Closes the open epoch because the line is silent.
    mutating func silence() {
        guard !draft.hasPosition, draft.key == nil else {
            if draft.hasPosition, draft.key != nil {
                (closedEarly, silentAt) = (draft.epochKey, draft.hostTime.monotonicNanoseconds)
                silentMark = lastMark
            } else {
                // Part of an epoch without a time arrived after a silence.
                silentMark = nil
            }
            return close()
        }
        if !draft.isEmpty { silentMark = nil }
        // A GSA before the first sentence with a time belongs to the next epoch, but not to those after it.
        let hasGSA = draft.addresses.contains { $0 & 0xFF_FFFF == 0x47_5341 }
        let (gsaKind, used, dop) = (draft.gsaKind, draft.used, draft.dop)
        close()
        if hasGSA { (draft.gsaKind, draft.used, draft.dop) = (gsaKind, used, dop) }
    }

    /// Closes the open epoch at the end of the stream.
    mutating func finish() {
        close()
        publish(solution.end())
    }

    /// Emits an epoch that consists of a single frame.
    mutating func publish(_ epoch: DecodedEpoch) {
        statistics.epochs &+= 1
        ready.append(epoch)
    }

    /// Emits payloads that need no epoch; those of an SBF solution begin with its fix. If epochs are joined from other
    /// formats, the solution would be a second one and is dropped.
    private mutating func publish(_ payloads: [Payload]) {
        let kept = payloads.filter { payload in
            switch payload {
            case .fix, .satellites: !memory.sawPosition
            default: true
            }
        }
        if case .fix? = kept.first { statistics.epochs &+= 1 }
        if !kept.isEmpty { ready.append(DecodedEpoch(payloads: kept, hostTime: now)) }
    }

    private mutating func close() {
        guard !draft.isEmpty else { return }
        statistics.unreadablePositions &+= draft.unreadablePositions
        var epoch = DecodedEpoch(payloads: draft.sentences, hostTime: draft.hostTime)
        let instant = instant()
        var fix: Fix?
        let hasPosition = draft.hasPosition
        if !draft.isLate, hasPosition || (draft.key != nil && !memory.sawPosition) {
            memory.sawPosition = memory.sawPosition || hasPosition
            fix = makeFix(instant)
        }
        let kind = fix?.kind
        if let fix = fix.take() {
            statistics.epochs &+= 1
            epoch.payloads.append(.fix(fix))
        }
        if let time = instant?.0 { memory.instant = time }
        sky.settle()
        // Data after the burst gets the time of the preceding epoch.
        let shown = instant?.0 ?? (!hasPosition && memory.usedAge <= Self.longestMemory ? memory.instant : nil)
        if let view = makeView(shown, kind) { epoch.payloads.append(.satellites(view)) }
        if let signals = makeSignals(shown) { epoch.payloads.append(.signals(signals)) }
        sky.endEpoch()
        for attitude in draft.attitudes(at: instant?.0) { epoch.payloads.append(.attitude(attitude)) }
        if let timing = draft.timing(at: instant?.0) { epoch.payloads.append(.timing(timing)) }
        if let identity = draft.identity { epoch.payloads.append(.receiver(memory.identity.completed(by: identity))) }
        draft = EpochDraft()
        if !epoch.payloads.isEmpty { ready.append(epoch) }
    }
}
