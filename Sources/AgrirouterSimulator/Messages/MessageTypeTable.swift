// SPDX-License-Identifier: Apache-2.0

internal import StrictFormats

/// The technical message types.
enum MessageTypeTable {
    static let capabilities = "dke:capabilities"
    static let subscription = "dke:subscription"
    static let listEndpoints = "dke:list_endpoints"
    static let listEndpointsUnfiltered = "dke:list_endpoints_unfiltered"
    static let feedHeaders = "dke:feed_header_query"
    static let feedMessages = "dke:feed_message_query"
    static let feedConfirm = "dke:feed_confirm"
    static let feedDelete = "dke:feed_delete"
    static let ping = "dke:ping"
    static let gps = "gps:info"
    static let timeLog = "iso:11783:-10:time_log:protobuf"
    static let deviceDescription = "iso:11783:-10:device_description:protobuf"

    /// The protobuf messages of commands; nil for a command without one.
    static let commands: [String: MessageForm?] = [
        capabilities: FormTable.capabilities, subscription: FormTable.subscription,
        listEndpoints: FormTable.listEndpoints, listEndpointsUnfiltered: FormTable.listEndpoints,
        feedHeaders: FormTable.messageQuery, feedMessages: FormTable.messageQuery,
        feedConfirm: FormTable.messageConfirm, feedDelete: FormTable.messageDelete, ping: nil,
    ]

    /// The commands that only cloud products may send.
    static let cloudCommands: Set<String> = ["dke:cloud_onboard_endpoints", "dke:cloud_offboard_endpoints"]

    /// The protobuf messages of data types; nil for files.
    static let data: [String: MessageForm?] = {
        var all: [String: MessageForm?] = [
            gps: FormTable.gpsList, timeLog: EFDIFormTable.timeLog, deviceDescription: EFDIFormTable.taskData,
        ]
        let files = [
            "iso:11783:-10:taskdata:zip", "shp:shape:zip", "doc:pdf", "img:bmp", "img:jpeg", "img:png", "vid:avi",
            "vid:mp4", "vid:wmv",
        ]
        for file in files { all.updateValue(nil, forKey: file) }
        return all
    }()

    /// The protobuf message of a type; nil if it has none or is unknown.
    static func form(_ type: String) -> MessageForm? { (commands[type] ?? data[type]) ?? nil }

    static func isCommand(_ type: String) -> Bool {
        commands.keys.contains(type) || cloudCommands.contains(type)
    }

    static func isData(_ type: String) -> Bool { data.keys.contains(type) }

    /// True if a message of the type must not be sent in chunks.
    static func isWhole(_ type: String) -> Bool { isCommand(type) || [gps, timeLog, deviceDescription].contains(type) }
}
