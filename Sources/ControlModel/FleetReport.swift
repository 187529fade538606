// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The requests about the gateways at the same MQTT broker.
public protocol FleetControl: Sendable {
    /// The gateways at the broker, as they describe themselves.
    ///
    /// - Parameter revision: The revision of an earlier report, to get only what has changed since; nil for all.
    func fleet(since revision: Int64?) async -> FleetReport
}

/// The gateways at the same MQTT broker: `GET /v1/fleet`. All of it is what the gateways state about themselves.
public struct FleetReport: Codable, Hashable, Sendable {
    /// The state of the subscription.
    public enum State: String, Coded {
        /// The configuration does not switch the fleet on.
        case off
        case connecting, connected, failing
    }

    /// Identifies the contents; pass it to get only what changed later.
    public var revision: Int64 = 0
    /// True if `gateways` has all gateways, false if it has only those that changed.
    public var isFull = true
    public var state = ReportCode(State.off)
    /// The reason why the gateways cannot be read; nil while all is well.
    public var problem: MQTTReport.Problem?
    /// The number of known gateways.
    public var total = 0
    /// True if there are more gateways than the daemon keeps.
    public var isCut = false
    /// The gateways, sorted by name.
    public var gateways: [FleetGatewayReport] = []
    /// The names of gateways whose messages were deleted from the broker.
    public var removed: [String] = []

    public init() {}

    enum CodingKeys: String, CodingKey {
        case revision, state, problem, total, gateways, removed
        case isFull = "full"
        case isCut = "cut"
    }
}

/// A gateway at the broker.
public struct FleetGatewayReport: Codable, Hashable, Sendable {
    /// Its newest position.
    public struct Position: Codable, Hashable, Sendable {
        /// `none`, `2d` or `3d`.
        public var kind: ReportCode<FixKind>
        /// `autonomous`, `rtk_fixed` …
        public var quality: ReportCode<FixQuality>
        /// Latitude in degrees, −90...90; nil without a position.
        public var latitude: Double?
        /// Longitude in degrees, −180...180; nil without a position.
        public var longitude: Double?
        /// The horizontal accuracy in metres.
        public var accuracy: Double?
        /// The speed over ground in metres per second.
        public var speed: Double?
        /// The course over ground in degrees from true north.
        public var course: Double?
        /// The number of satellites in the solution.
        public var satellites: Int?
        /// The arrival of the fix at that gateway, by its clock.
        public var received: Timestamp
        /// The time since the arrival here, or since `received` if the broker had kept the message, in seconds.
        public var age = 0.0

        public init(_ fix: FixReport, received: Timestamp) {
            (kind, quality, self.received) = (fix.kind, fix.quality, received)
            (latitude, longitude, accuracy) = (fix.latitude, fix.longitude, fix.horizontalAccuracy)
            (speed, course, satellites) = (fix.speed, fix.course, fix.satellitesUsed)
        }

        enum CodingKeys: String, CodingKey {
            case kind, quality, received
            case latitude = "latitude_deg"
            case longitude = "longitude_deg"
            case accuracy = "horizontal_accuracy_m"
            case speed = "speed_m_s"
            case course = "course_deg"
            case satellites = "satellites_used"
            case age = "age_s"
        }
    }

    /// The verdict on a position.
    public struct Authentication: Codable, Hashable, Sendable {
        public var authenticated: Bool
        /// The requirement that is not met; nil if the position is authenticated.
        public var cause: String?
        /// The code of the reason for the verdict.
        public var reason: String
        /// The reason in a sentence.
        public var text: String
        /// True if keys of a simulation are trusted, so that the verdict says nothing about Galileo.
        public var simulation: Bool
    }

    /// One of its receivers.
    public struct Receiver: Codable, Hashable, Sendable {
        public var id: String
        public var state: String
        /// The reason in a sentence.
        public var reason: String

        public init(id: String, state: String, reason: String) {
            (self.id, self.state, self.reason) = (id, state, reason)
        }
    }

    /// A service to which it sends positions.
    public struct Uplink: Codable, Hashable, Sendable {
        /// `agrirouter`.
        public var name: String
        public var state: String

        public init(name: String, state: String) { (self.name, self.state) = (name, state) }
    }

    /// The gateway's name in the topics.
    public var name: String
    /// True for the gateway that answers.
    public var isSelf = false
    /// True if it is connected to the broker; nil if it has not stated that.
    public var isOnline: Bool?
    /// The name and version of its program.
    public var program: String?
    /// The shortest time between two of its positions in seconds, 0...86,400; nil if it has not stated that.
    public var interval: Double?
    /// The time of its last sign of life: the arrival of a message here, or an earlier time that a stored message states.
    public var lastSeen: Timestamp?
    /// The time since then, in seconds.
    public var age: Double?
    /// The active receiver; nil if none is active.
    public var receiver: String?
    public var receivers: [Receiver] = []
    public var position: Position?
    /// The verdict on the position. It is not authenticated if the position is not current.
    public var authentication: Authentication?
    public var uplinks: [Uplink] = []

    public init(name: String) { self.name = name }

    enum CodingKeys: String, CodingKey {
        case name, program, receiver, receivers, position, authentication, uplinks
        case isSelf = "self"
        case isOnline = "online"
        case lastSeen = "last_seen"
        case age = "age_s"
        case interval = "interval_s"
    }
}

/// The commands that a gateway may accept over MQTT.
public enum RemoteCommand: String, Coded {
    /// Stops a receiver and starts it again.
    case restartReceiver = "restart_receiver"
    /// Starts the recording of a path.
    case startRecording = "start_recording"
    /// Ends the recording.
    case stopRecording = "stop_recording"
}
