// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
package import MessageTexts

/// One of the four steps from a caster to a receiver's position, with its evidence.
public struct CorrectionsLink: Codable, Hashable, Sendable {
    /// A step.
    public enum Name: String, Coded {
        /// The caster can be reached.
        case caster
        /// The caster sends data.
        case data
        /// The data contain the messages that receivers need.
        case messages
        /// The receiver reports that it uses them.
        case use
    }

    /// The state of a step.
    public enum State: String, Coded {
        case ok
        /// The step is expected to succeed soon.
        case waiting
        case failed
        /// A previous step has not succeeded.
        case unknown
    }

    public var name: ReportCode<Name>
    public var state: ReportCode<State>
    /// The evidence or the problem, in a sentence.
    public var text: String
    /// The text as a code with parameters; that of a failure is shorter.
    public var message: CodedText
    /// The remedy, in a sentence; nil unless the step failed.
    public var cure: String?
    /// The cure as a code.
    public var cureMessage: CodedText?

    package init(
        _ name: Name, _ state: State, _ message: CodedText, text: String? = nil, cure: CorrectionsCure? = nil
    ) {
        (self.name, self.state, self.message) = (ReportCode(name), ReportCode(state), message)
        self.text = text ?? message.text
        cureMessage = cure.map { CodedText($0) }
        self.cure = cure?.english
    }

    package init(_ name: Name, _ state: State, _ text: CorrectionsChainText, cure: CorrectionsCure? = nil) {
        self.init(name, state, CodedText(text), cure: cure)
    }

    enum CodingKeys: String, CodingKey {
        case name, state, text, message, cure
        case cureMessage = "cure_message"
    }

    /// The step without values that change with every message.
    package var withoutCounters: CorrectionsLink {
        var link = self
        (link.text, link.message.parameters) = ("", [:])
        return link
    }
}

/// A receiver that gets corrections, and its use of them.
public struct CorrectionsUse: Codable, Hashable, Sendable {
    /// The receiver's id.
    public var receiver: String
    /// The last step of the chain, for this receiver.
    public var use: CorrectionsLink
    /// The receiver's quality: `rtk_fixed`, `rtk_float` …; nil if it has no position.
    public var quality: ReportCode<FixQuality>?
    /// The age of the corrections in seconds, as the receiver states it.
    public var correctionAge: Double?
    /// The reference station of the corrections, as the receiver states it.
    public var correctionStation: UInt16?
    /// The distance between the receiver and the station in metres; nil if one of the positions is unknown.
    public var baseline: Double?
    /// The corrections passed to it; nil if there are none.
    public var delivered: CorrectionTally?

    /// - Parameter receiver: The receiver's id.
    package init(_ receiver: String, _ use: CorrectionsLink) { (self.receiver, self.use) = (receiver, use) }

    enum CodingKeys: String, CodingKey {
        case receiver, use, quality, delivered
        case correctionAge = "correction_age_s"
        case correctionStation = "correction_station"
        case baseline = "baseline_m"
    }

    /// The entry without values that change with every epoch.
    package var withoutCounters: CorrectionsUse {
        CorrectionsUse(receiver, use.withoutCounters)
    }
}

/// The position of a reference station in metres from the centre of the Earth, in the caster's frame.
public struct StationPosition: Codable, Hashable, Sendable {
    /// The coordinate towards latitude 0°, longitude 0°.
    public var x: Double
    /// The coordinate towards latitude 0°, longitude 90° east.
    public var y: Double
    /// The coordinate towards the north pole.
    public var z: Double

    /// Creates a position; nil if it is not within some kilometres of the Earth's surface, such as (0, 0, 0), which a
    /// station sends if its operator has not entered a position.
    public init?(x: Double, y: Double, z: Double) {
        let radius = (x * x + y * y + z * z).squareRoot()
        guard (6_330_000...6_400_000).contains(radius) else { return nil }
        (self.x, self.y, self.z) = (x, y, z)
    }

    enum CodingKeys: String, CodingKey {
        case x = "x_m"
        case y = "y_m"
        case z = "z_m"
    }
}
