// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
public import Settings
internal import SystemSupport

/// The broker to which positions are published, and how.
public struct MQTTSettings: Hashable, Sendable {
    /// The address of the broker.
    public var broker: BrokerURL
    /// The beginning of all topics, one or more levels.
    public var prefix = "gnss"
    /// The gateway's name in the topics; nil for the name of the machine.
    public var name: String?
    /// The id by which the broker knows the gateway; nil for `gnss-gateway-NAME`.
    public var client: String?
    /// The user name; nil if the broker needs none.
    public var user: String?
    /// The path of the file with the password.
    public var passwordFile: String?
    /// The path of a file with certificate authorities for the broker; nil for the system's.
    public var authorities: String?
    /// The path of the file with the gateway's own certificate; nil for none.
    public var certificate: String?
    /// The path of the file with its key.
    public var key: String?
    /// The identity that belongs to the shared key.
    public var sharedIdentity: String?
    /// The path of the file with the shared key in hexadecimal digits.
    public var sharedKeyFile: String?
    /// The time without a packet after which the connection is checked.
    public var keepalive = Duration.seconds(30)
    /// The time for which the broker keeps the session of a gateway that is gone.
    public var sessionExpiry = Duration.seconds(86_400)
    /// The shortest time between two live positions.
    public var interval = Duration.seconds(1)
    /// The time after which the broker drops a live message.
    public var expiry = Duration.seconds(300)
    /// The time between two positions of the history; zero for no history by time.
    public var historyInterval = Duration.seconds(10)
    /// The distance in metres after which the history gets a position; 0 for none by distance.
    public var historyDistance = 0.0
    /// The largest number of waiting positions.
    public var queueEntries = 1_000_000
    /// The largest total size of the waiting positions in MiB.
    public var queueMiB = 1024
    /// The number of days after which a waiting position is dropped.
    public var queueDays = 28
    /// True if positions are also published as OwnTracks describes them.
    public var publishesOwnTracks = false
    /// True if the gateway describes itself to Home Assistant.
    public var announcesHome = false
    /// The beginning of the topics at which Home Assistant looks for devices.
    public var homePrefix = "homeassistant"
    /// The group of edge nodes of Sparkplug B to which the gateway belongs; nil for none.
    public var sparkplugGroup: String?
    /// True if the gateways at the broker are read.
    public var readsFleet = false
    /// The codes of the commands that are accepted.
    public var commands: [String] = []
    /// The places of keys in the configuration file, for errors that are found later.
    private var places: [String: String] = [:]

    /// Creates a prototype without an address, into which the keys of the file are read.
    fileprivate init() { broker = BrokerURL(unset: ()) }

    public init(broker: BrokerURL) { self.broker = broker }

    /// A problem with a file as an error of the configuration, with file, line and key.
    public func error(_ problem: String, at key: String) -> String {
        (places[key].map { $0 + ": " } ?? "") + "mqtt.\(key): \(problem)"
    }

    /// Records the places of the keys that name files.
    mutating func setPlaces(_ node: ConfigurationNode?, file: String) {
        for (key, _) in Self.files {
            places[key] = node?.entry(key).map { "\(file):\($0.value.position)" }
        }
    }

    /// The keys that name files. The first line of a file is a secret, or the file is in the format PEM.
    private static let files: [(key: String, isSecret: Bool)] = [
        ("password_file", true), ("ca_file", false), ("certificate_file", false), ("key_file", false),
        ("psk_file", true),
    ]

    /// The files that are read, each with its key.
    public var namedFiles: [(key: String, path: String, isSecret: Bool)] {
        zip(Self.files, [passwordFile, authorities, certificate, key, sharedKeyFile]).compactMap { file, path in
            path.map { (file.key, $0, file.isSecret) }
        }
    }

    public static func == (one: Self, other: Self) -> Bool { one.value == other.value }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(broker)
        hasher.combine(client)
    }
}

extension MQTTSettings: DescribedSettings {
    /// The keys of `mqtt`.
    public static let settings = SettingsDescription(
        "An MQTT 5 broker to which the gateway publishes its positions. Omit for none; positions that still wait are "
            + "then deleted.",
        prototype: MQTTSettings(), required: ["url"],
        example: .section([
            ConfigurationValue.Member(key: "url", value: .text("mqtts://broker.example")),
            ConfigurationValue.Member(key: "user", value: .text("name")),
            ConfigurationValue.Member(key: "password_file", value: .text("/etc/gnss-gateway/mqtt.password")),
        ]), connection + encryption + publishing + queue + home + sparkplug + reading)

    private static let connection: [Setting<MQTTSettings>] = [
        Setting("url", \.broker, "Address of the broker.", form: BrokerURL.problem, formText: BrokerURL.formText),
        Setting(
            "prefix", \.prefix, "Beginning of all topics: PREFIX/NAME/position.",
            form: { topicProblem($0, levels: true) },
            formText: "1...64 bytes without + # and control characters; levels are separated by /"),
        Setting(
            "name", orEmpty: \.name, "The gateway's name in the topics; \"\" for the name of this machine.",
            form: { topicProblem($0, levels: false) },
            formText: "1...64 bytes without / + # and control characters"),
        Setting(
            "client_id", orEmpty: \.client,
            "Id by which the broker knows this gateway; two clients must not have the same; \"\" for "
                + "gnss-gateway-NAME.",
            form: clientProblem, formText: "1...128 printable characters"),
        Setting("user", \.user, "User name, if the broker requires one.", lengths: 1...200),
        Setting(
            "password_file", \.passwordFile, "File whose first line is the password.",
            form: absolutePathProblem, formText: "an absolute path"),
        Setting(
            "keepalive_s", \.keepalive, "Time without a message after which the gateway checks the connection.",
            in: 5...3600, unit: "s"),
        Setting(
            "session_expiry_s", \.sessionExpiry,
            "Time for which the broker keeps the session of a gateway that is disconnected.", in: 0...2_592_000,
            unit: "s"),
    ]

    private static let encryption: [Setting<MQTTSettings>] = [
        Setting(
            "ca_file", \.authorities, "CA certificates (PEM) for verifying the broker. Default: the system's.",
            form: absolutePathProblem, formText: "an absolute path"),
        Setting(
            "certificate_file", \.certificate, "The gateway's own certificate (PEM), if the broker requires one.",
            form: absolutePathProblem, formText: "an absolute path"),
        Setting(
            "key_file", \.key, "Key of that certificate (PEM), without a password.", form: absolutePathProblem,
            formText: "an absolute path"),
        Setting(
            "psk_identity", \.sharedIdentity, "Identity of a shared key, instead of certificates.", lengths: 1...128),
        Setting(
            "psk_file", \.sharedKeyFile, "File whose first line is the shared key in hexadecimal digits.",
            form: absolutePathProblem, formText: "an absolute path"),
    ]

    private static let publishing: [Setting<MQTTSettings>] = [
        Setting(
            "interval_s", \.interval, "Shortest time between two live positions.", in: 0.1...3600, unit: "s"),
        Setting(
            "expiry_s", \.expiry, "Time after which the broker drops a live message that nothing has replaced.",
            in: 2...604_800, unit: "s"),
        Setting(
            "history_interval_s", \.historyInterval,
            "Time between two positions of the history; 0 for none by time.", in: 0...86_400, unit: "s"),
        Setting(
            "history_distance_m", \.historyDistance,
            "Distance after which the history gets a position before that time; 0 for none by distance.",
            in: 0...100_000, unit: "m"),
    ]

    private static let queue: [Setting<MQTTSettings>] = [
        Setting(
            "queue_entries", \.queueEntries,
            "Maximum number of positions that wait for the broker; when it is exceeded, the oldest are dropped.",
            in: 1...100_000_000),
        Setting("queue_mib", \.queueMiB, "Maximum size of the waiting positions.", in: 1...65_536, unit: "MiB"),
        Setting("queue_days", \.queueDays, "Maximum time that a position waits.", in: 1...365, unit: "d"),
    ]

    private static let home: [Setting<MQTTSettings>] = [
        Setting(
            "owntracks", \.publishesOwnTracks,
            "Publishes the positions of the history also for OwnTracks, at owntracks/USER/NAME."),
        Setting(
            "home_assistant", \.announcesHome,
            "Describes the gateway to Home Assistant, which then shows it as a device."),
        Setting(
            "home_assistant_prefix", \.homePrefix, "Beginning of the topics at which Home Assistant looks for devices.",
            form: { topicProblem($0, levels: true) },
            formText: "1...64 bytes without + # and control characters; levels are separated by /"),
    ]

    private static let sparkplug: [Setting<MQTTSettings>] = [
        Setting(
            "sparkplug_group", \.sparkplugGroup,
            "Publishes the gateway as an edge node of this Sparkplug B group too, with its receivers as devices.",
            form: groupProblem, formText: "1...64 bytes without / + # and control characters, not STATE")
    ]

    private static let reading: [Setting<MQTTSettings>] = [
        Setting(
            "fleet", \.readsFleet,
            "Reads what all gateways with the same prefix publish, for the page Fleet and `gnss-gateway fleet`."),
        Setting(
            "commands", \.commands,
            "Commands that are accepted over MQTT, each in its own topic PREFIX/NAME/command/COMMAND.",
            items: ValueSchema(types: [.string], listed: RemoteCommand.allCases.map { .text($0.code) })),
    ]

    /// Topics of brokers begin with $ (MQTT 5.0, section 4.7.2), and empty levels mislead people.
    private static func topicProblem(_ text: String, levels: Bool) -> String? {
        let isSound = text.unicodeScalars.allSatisfy { scalar in
            scalar.isPlain && scalar != "+" && scalar != "#" && (levels || scalar != "/")
        }
        guard isSound, !text.hasPrefix("$"), (1...64).contains(text.utf8.count),
            !text.split(separator: "/", omittingEmptySubsequences: false).contains("")
        else { return levels ? "cannot begin a topic" : "cannot be a level of a topic" }
        return nil
    }

    /// The topic level STATE is that of Sparkplug's host applications.
    @Sendable private static func groupProblem(_ text: String) -> String? {
        text == "STATE" ? "is reserved" : topicProblem(text, levels: false)
    }

    @Sendable private static func clientProblem(_ text: String) -> String? {
        let isSound = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return isSound && (1...128).contains(text.utf8.count) ? nil : "is not a client id"
    }
}

extension BrokerURL: SettingValue, LosslessStringConvertible {}
