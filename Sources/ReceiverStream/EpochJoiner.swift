// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NMEA
internal import UBX

/// Joins the sentences and UBX messages of an epoch: they bear the same time and come in one burst.
///
/// Sentences bear a time of day, UBX messages a time of the GPS week; the leap seconds between the two are those that the
/// receiver counts. An epoch is closed by a sentence or message with another time; by the repetition of a sentence, where
/// none has a time; by the one that has always been the last, or NAV-EOE; or by silence, where the caller says so.
struct EpochJoiner: FrameSink, Sendable {
    /// When the bytes came that are being framed.
    var now = HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)
    private(set) var statistics = StreamStatistics()
    /// How many sentences of NMEA and messages of UBX were decoded.
    private(set) var decodedSentences = 0
    private(set) var decodedMessages = 0

    let keepsSentences: Bool
    let closesEarly: Bool
    var draft = EpochDraft()
    /// Nil where raw frames are not read.
    var raw: RawFrameReader?
    private var solution = SBFSolution()
    var sky = SkyAssembler()
    var dates: DateTracker
    var learner = CycleLearner()
    var lastMark: CycleLearner.Mark?
    /// The epoch that was closed by its learnt last sentence or by silence, until the next begins.
    var closedEarly: EpochKey?
    /// When it was closed because the line was silent; nil where its last sentence closed it.
    private var silentAt: Int64?
    /// The last sentence before that silence: the end of the epoch, if the next sentence with a time is of another.
    private var silentMark: CycleLearner.Mark?
    var memory = Memory()
    private var ready: [DecodedEpoch] = []
    /// The last sentence, for its memory.
    private var spare = NMEASentence()

    /// What one epoch leaves to the next.
    struct Memory: Sendable {
        /// The dimensions that GSA stated last, and so many epochs ago.
        var kind: FixKind?
        var kindAge = 0
        /// Whether the last fix was in three dimensions though no GSA came lately.
        var isCountedThree = false
        /// The satellites used, as GSA stated last.
        var used: [SatelliteID] = []
        /// Whether there was a sentence with a position ever.
        var sawPosition = false
        /// Whether there was a position in UBX class NAV ever.
        var sawNavigation = false
        /// The last GGA of each talker.
        var gga: [UInt64: GGASentence] = [:]
        /// The address of the last sentence.
        var address: UInt64 = 0
        /// The instant of the last fix.
        var instant: UTCTime?
        /// GPS − UTC, as the receiver counts it and as it had it from a satellite.
        var countedLeapSeconds: Int?
        var statedLeapSeconds: Int?
        /// The reference station whose corrections were used last.
        var station: UInt16?
        /// What the receiver said of itself.
        var identity = ReceiverIdentity()
        /// Whether something of an epoch came after NAV-EOE.
        var isEndOfEpochWrong = false
    }

    /// GGA of more talkers than there are comes of noise.
    private static let mostTalkers = 8

    /// A part of an epoch that was closed by silence comes within so many nanoseconds; what bears its time later is a
    /// repetition by a receiver that is stuck.
    private static let longestPause: Int64 = 500_000_000

    /// Receivers that send GSA every few seconds: what it said holds so many epochs.
    static let longestMemory = 10
    /// An epoch of more sentences, or of more bytes of them, is handed out in parts.
    private static let mostSentences = 512
    private static let mostBytes = 262_144

    init(_ configuration: StreamDecoder.Configuration) {
        keepsSentences = configuration.keepsSentences
        raw = configuration.readsRawFrames ? RawFrameReader() : nil
        closesEarly = configuration.closesEarly
        dates = DateTracker(configuration.dateSource, earliest: configuration.earliestDate)
    }

    /// Whether an epoch has begun and not ended.
    var isOpen: Bool { !draft.isEmpty }

    /// Hands out the epochs that were closed.
    mutating func hand(to emit: (DecodedEpoch) -> Void) {
        for epoch in ready { emit(epoch) }
        ready.removeAll(keepingCapacity: true)
    }

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
        let content = UBXContent.read(solution, payload)
        decodedMessages &+= 1
        if let payload = raw?.read(id, solution == id ? content : nil, payload) { publish([payload]) }
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

    /// Closes the open epoch because its last sentence or message came.
    mutating func closeEarly() {
        (closedEarly, silentAt, silentMark) = (draft.epochKey, nil, nil)
        close()
    }

    /// Looks whether a sentence or message is of an epoch that was closed before its time.
    mutating func compareWithClosed(_ isSame: (EpochKey) -> Bool) {
        guard let early = closedEarly else { return }
        if isSame(early) {
            noteLate()
        } else if let silentMark {
            // Nothing of it came after the silence. On a line that rests between bursts nothing else tells the end.
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
            // Without a time, only a repetition tells one burst from the next.
            if kind.isPosition, draft.positionAddresses.contains(sentence.addressCode) {
                endByNext()
            } else if kind.isAttitude, !memory.sawPosition, draft.addresses.contains(sentence.addressCode) {
                close()
            }
            return
        }
        compareWithClosed { $0.time?.isNear(time) == true }
        guard let key = draft.key else {
            // A receiver that gets its time may change its talker with it.
            if kind.isPosition,
                draft.positionAddresses.contains(where: { $0 & 0xFF_FFFF == sentence.addressCode & 0xFF_FFFF })
            {
                endByNext()
            }
            draft.key = time
            draft.isKeyTentative = !kind.isPosition
            return
        }
        if key.isNear(time) {
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

    /// VTG bears no time. A second one behind the sentence that ends most epochs is of the next, the first sentence of
    /// which was lost; some receivers also send it twice in an epoch.
    private func isOfNextEpoch(_ vtg: NMEASentence) -> Bool {
        guard draft.hasPositionSentence, draft.has(vtg.addressCode), let lastMark else { return false }
        return learner.isUsualEnd(lastMark)
    }

    /// Some receivers (Trimble Placer 450) repeat GGA with time and position unchanged after they lost the satellites:
    /// what begins with such a repetition is an epoch without a fix.
    private mutating func watch(_ gga: GGASentence, _ code: UInt64) {
        guard gga.time != nil, gga.position != nil else { return }
        let last = memory.gga[code]
        if last != nil || memory.gga.count < Self.mostTalkers { memory.gga[code] = gga }
        guard let last, last.time == gga.time, last.position == gga.position else { return }
        guard draft.positionAddresses.contains(code) else {
            draft.isStuck = true
            return
        }
        // Right behind itself it is only said twice.
        guard memory.address != code else { return }
        endByNext()
        draft.key = gga.time
        draft.isKeyTentative = false
        draft.isStuck = true
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
                // A part of an epoch without time came after a silence.
                silentMark = nil
            }
            return close()
        }
        if !draft.isEmpty { silentMark = nil }
        // What GSA said before the first sentence with a time is of the epoch to come.
        let (wasEmpty, gsaKind, used, dop) = (draft.isEmpty, draft.gsaKind, draft.used, draft.dop)
        close()
        guard !wasEmpty else { return }
        (draft.gsaKind, draft.used, draft.dop) = (gsaKind, used, dop)
    }

    /// Closes what is open at the end of the stream.
    mutating func finish() {
        close()
        publish(solution.end())
    }

    /// Hands out an epoch that is not joined of several frames.
    mutating func publish(_ epoch: DecodedEpoch) {
        statistics.epochs &+= 1
        ready.append(epoch)
    }

    /// Hands out what needs no epoch. Where epochs are joined of other formats, a solution of SBF would be a second one.
    private mutating func publish(_ payloads: [Payload]) {
        let isSecond = memory.sawPosition
        let kept = payloads.filter { payload in
            switch payload {
            case .fix, .satellites: !isSecond
            default: true
            }
        }
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
        if let fix {
            statistics.epochs &+= 1
            epoch.payloads.append(.fix(fix))
        }
        if let time = instant?.0 { memory.instant = time }
        sky.settle()
        // What comes after the burst is stamped with the epoch that it came after.
        let shown = instant?.0 ?? (hasPosition ? nil : memory.instant)
        if let view = makeView(shown, isFix: fix.map { $0.kind != .none } ?? true) {
            epoch.payloads.append(.satellites(view))
        }
        if let signals = makeSignals(shown) { epoch.payloads.append(.signals(signals)) }
        sky.endEpoch()
        for attitude in draft.attitudes(at: instant?.0) { epoch.payloads.append(.attitude(attitude)) }
        if let timing = draft.timing(at: instant?.0) { epoch.payloads.append(.timing(timing)) }
        if let identity = draft.identity { epoch.payloads.append(.receiver(memory.identity.completed(by: identity))) }
        draft = EpochDraft()
        if !epoch.payloads.isEmpty { ready.append(epoch) }
    }
}
