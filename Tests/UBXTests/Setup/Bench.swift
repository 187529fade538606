// SPDX-License-Identifier: Apache-2.0

import DriverTesting
import UBX
import Wire

/// A false receiver and a procedure, in a time of their own.
final class Bench {
    var receiver: FalseUBXReceiver
    /// Of our end; nil where the rate is without effect.
    var baud: Int?
    /// Whether our end can be set to a different rate.
    var baudIsFixed = false
    /// Whether the receiver sends epochs in between.
    var isTalking = true
    /// The nanoseconds after which the receiver's answers come.
    var delay: Int64 = 0
    private var late: [(time: Int64, bytes: [UInt8])] = []
    /// How often a frame was sent.
    private(set) var sent = 0
    private(set) var now: Int64 = 1_000
    private var nextEpoch: Int64 = 0

    init(_ personality: UBXPersonality, port: ReceiverPortID = .uart1, hasRate: Bool = false) {
        receiver = FalseUBXReceiver(personality, port: port)
        baud = hasRate ? personality.baud : nil
    }

    /// Takes a procedure to its end; nil where it does not come to one within an hour.
    func run<Procedure: SetupProcedure>(_ procedure: Procedure) -> Procedure.Outcome? {
        var conversation = SetupConversation(procedure, at: now)
        let end = now + 3_600_000_000_000
        while now < end {
            for action in conversation.takeActions() {
                switch action {
                case .send(let bytes):
                    sent += 1
                    // What comes after it was asked comes at the rate that it was asked at.
                    let isHeard = baud.map { $0 == receiver.baud } ?? true
                    guard isHeard else { continue }
                    let answer = receiver.receive(bytes)
                    if delay > 0 { late.append((now + delay, answer)) } else { hand(answer, to: &conversation) }
                case .setRate(let rate): if !baudIsFixed { baud = rate }
                }
            }
            if let outcome = conversation.outcome { return outcome }
            now = max(now + 1, min(conversation.deadline, nextEpoch, late.first?.time ?? .max))
            while let first = late.first, first.time <= now {
                late.removeFirst()
                hand(first.bytes, to: &conversation)
            }
            if now >= nextEpoch, isTalking {
                let isHeard = baud.map { $0 == receiver.baud } ?? true
                let bytes = receiver.nextEpoch()
                if isHeard { hand(bytes, to: &conversation) }
            }
            if now >= nextEpoch { nextEpoch = now + 1_000_000_000 }
            conversation.elapse(to: now)
        }
        return nil
    }

    private func hand(_ bytes: [UInt8], to conversation: inout SetupConversation<some SetupProcedure>) {
        var start = 0
        while start < bytes.count {
            let array = Array(bytes[start...])
            let rest = array.span
            guard case .frame(let count) = UBXFrame.candidate(rest) else {
                start += 1
                continue
            }
            let frame = rest.extracting(0..<count)
            if let id = UBXFrame.id(of: frame) {
                conversation.take(id, frame.extracting(UBXFrame.payload(of: frame)), at: now)
            }
            start += count
        }
    }

    /// What it is; nil where it does not say so.
    func identity() -> UBXIdentity? {
        guard case .success(let identity)? = run(Identification()) else { return nil }
        return identity
    }

    /// What is to be changed.
    func plan(_ options: ProvisionOptions = ProvisionOptions()) -> ProvisionPlan? {
        guard let identity = identity() else { return nil }
        var options = options
        options.currentBaud = baud
        guard case .success(let plan)? = run(ProvisionSurvey(identity, options)) else { return nil }
        return plan
    }

    /// Sets it up.
    func provision(_ options: ProvisionOptions = ProvisionOptions()) -> [ProvisionStep]? {
        plan(options).flatMap { run(Provisioning($0)) }
    }
}
