// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import Curl
internal import GNSSTypes
internal import MessageTexts

/// Runs a client's thread and carries out the decisions of `CorrectionsFlow`. Used only by that thread.
struct CorrectionsRun: ~Copyable {
    private let client: CorrectionsClient
    private let context: CorrectionsContext
    private let wait: CurlLoop
    private var flow: CorrectionsFlow
    private var transfer: CasterTransfer?
    /// The login of the last connection.
    private var login: CasterLogin?

    init(_ client: CorrectionsClient, _ context: CorrectionsContext, _ policy: RetryPolicy, _ wait: CurlLoop) {
        (self.client, self.context, self.wait) = (client, context, wait)
        flow = CorrectionsFlow(client.configuration, policy, at: context.now().monotonicNanoseconds)
    }

    private var configuration: CorrectionsConfiguration { client.configuration }

    mutating func run() {
        while !client.isToEnd {
            let now = context.now().monotonicNanoseconds
            let position = needsPosition ? context.fix().flatMap(PositionSentence.bytes) : nil
            let wasWaiting = flow.phase == .waitingForPosition
            switch flow.next(at: now, hasPosition: position != nil, noise: transfer?.reply.noise ?? 0) {
            case .wait:
                if wasWaiting, client.status.state != .waitingForPosition { tellOfWait() }
            case .connect: connect(position)
            case .sendPosition: send(position)
            case .giveUp(let failure): fail(tableFailure ?? failure)
            }
            // Rounded up: libcurl would not wait at all for a part of a millisecond.
            let left = (flow.wakeUp - context.now().monotonicNanoseconds + 999_999) / 1_000_000
            wait.wait(milliseconds: Int32(min(max(left, transfer == nil ? 1 : 0), 1000)))
            transfer?.prod(at: context.now().monotonicNanoseconds)
            follow()
        }
        transfer = nil
        client.change(.stopped, CodedText(CorrectionsText.stopped))
    }

    private var needsPosition: Bool {
        switch flow.phase {
        case .connecting: false
        case .waitingForPosition, .connected, .streaming, .failed: configuration.positionInterval > .zero
        }
    }

    private func tellOfWait() {
        client.change(.waitingForPosition, CodedText(CorrectionsText.waitingForPosition))
    }

    private mutating func connect(_ position: [UInt8]?) {
        client.change(
            .connecting, CodedText(CorrectionsText.connecting, ["caster": .words("\(configuration.caster)")]))
        client.beginConnection()
        do throws(CasterError) {
            login = try context.login()
            transfer = CasterTransfer(
                CasterTransfer.Request(configuration: configuration, login: login, position: position), wait)
        } catch {
            fail(error)
        }
    }

    private func send(_ position: [UInt8]?) {
        guard let position, let transfer else { return }
        let now = context.now()
        transfer.send(position)
        transfer.prod(at: now.monotonicNanoseconds)
        client.note { status in
            status.positions &+= 1
            status.lastPosition = Timestamp(now)
        }
    }

    /// Processes events of the connection.
    private mutating func follow() {
        guard let transfer else { return }
        let time = context.now()
        let messages = transfer.takeMessages()
        if transfer.isAnswered, transfer.reply.verdict == .open, flow.phase == .connecting {
            flow.answered(at: time.monotonicNanoseconds)
            client.change(.connected, CodedText(CorrectionsText.connected, ["stream": .words(configuration.stream)]))
        }
        if !messages.isEmpty { take(messages, time) }
        let end = transfer.end()
        // A caster may refuse and leave the connection open.
        if case .failed(let failure) = transfer.reply.verdict { return fail(failure) }
        // The same for one that sends its table: the pause after that is long, so that it is not sent again soon.
        guard end != nil || transfer.reply.isTableComplete, let failure = tableFailure ?? end else { return }
        fail(failure)
    }

    /// The error if the caster sends the source table, complete or not; nil for any other answer.
    private var tableFailure: CasterError? {
        guard let reply = transfer?.reply, reply.verdict == .table else { return nil }
        return goneFailure(SourceTable(reply.table))
    }

    private mutating func take(_ messages: [RTCMMessage], _ time: HostTime) {
        let wasStreaming = flow.phase == .streaming
        flow.received(at: time.monotonicNanoseconds)
        client.note(messages, at: time)
        if !wasStreaming {
            client.change(.streaming, CodedText(CorrectionsText.streaming, ["stream": .words(configuration.stream)]))
        }
        let corrections = messages.map { message in
            CorrectionData(
                format: .rtcm3, bytes: message.bytes, station: message.station, origin: configuration.stream)
        }
        context.publish(corrections, time)
    }

    private mutating func fail(_ failure: CasterError) {
        let noise = UInt64(max(0, transfer?.reply.noise ?? 0))
        let hasTable = transfer?.reply.verdict == .table
        client.note { $0.noiseBytes &+= noise }
        transfer = nil
        var failure = failure
        // One more request, for the source table, does no harm because a long pause follows.
        if failure.cause == .mountpointGone, failure.wait == nil, !hasTable, let table = fetchTable() {
            failure = goneFailure(table)
        }
        // If the corrections were stopped in the meantime, a failure would raise an alert that never ends.
        guard !client.isToEnd else { return }
        let now = context.now()
        let pause = flow.failed(failure, at: now.monotonicNanoseconds)
        let next = HostTime(
            monotonicNanoseconds: now.monotonicNanoseconds &+ pause, wallNanoseconds: now.wallNanoseconds &+ pause)
        let seconds = (pause + 999_999_999) / 1_000_000_000
        let words = seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min"
        let cause = CorrectionsText(cause: failure.cause.rawValue).map { CodedText($0) } ?? .detail(failure.description)
        let message = CodedText(
            CorrectionsText.failed,
            ["stream": .words(configuration.stream), "cause": .sentence(cause), "seconds": .count(seconds)])
        client.change(.failed, message, failure, reason: "\(failure); trying again in \(words)", nextTry: next)
    }

    /// The error if the caster sends the source table instead of the mount point's stream.
    private func goneFailure(_ table: SourceTable) -> CasterError {
        let (stream, name) = (configuration.stream, configuration.mountpoint)
        if table.contains(name) {
            return CasterError(
                .noData, "\(stream): the caster currently has no data for this mount point: the base is off")
        }
        let position = context.fix()?.position
        let place = position.map { (latitude: $0.latitude.degrees, longitude: $0.longitude.degrees) }
        let names = table.alternatives(to: name, near: place).map { entry in
            let text = entry.place.isEmpty ? entry.name : "\(entry.name) (\(entry.place))"
            return login?.hidden(in: text) ?? text
        }
        guard !names.isEmpty else {
            return CasterError(.mountpointGone, "\(stream): the caster has no such mount point and lists no other")
        }
        return CasterError(
            .mountpointGone,
            "\(stream): the caster has no mount point \(name); its list (\(table.entries.count) in total) includes "
                + "\(names.joined(separator: ", ")): correct 'corrections.mountpoint'")
    }

    /// Requests the source table; nil if it does not arrive within 10 s.
    private func fetchTable() -> SourceTable? {
        let login: CasterLogin?
        do throws(CasterError) { login = try context.login() } catch { return nil }
        let request = CasterTransfer.Request(configuration: configuration, login: login, isForTable: true)
        let transfer = CasterTransfer(request, wait)
        let deadline = context.now().monotonicNanoseconds + 10_000_000_000
        while !client.isToEnd, context.now().monotonicNanoseconds < deadline {
            wait.wait(milliseconds: 200)
            // Messages show that the caster sends a stream and not a table; they must not fill the memory.
            guard transfer.takeMessages().isEmpty else { return nil }
            guard transfer.end() != nil || transfer.reply.isTableComplete else { continue }
            return transfer.reply.verdict == .table ? SourceTable(transfer.reply.table) : nil
        }
        return nil
    }
}
