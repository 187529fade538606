// SPDX-License-Identifier: Apache-2.0

/// The messages that clients send, according to the documentation of agrirouter's legacy interface.
package enum FormTable {
    package static let prefix = "types.agrirouter.com/"

    package static let timestamp = MessageForm(
        "google.protobuf.Timestamp", [FieldForm(1, "seconds", .int64), FieldForm(2, "nanos", .int32)])

    package static let any = MessageForm(
        "google.protobuf.Any", [FieldForm(1, "type_url", .string), FieldForm(2, "value", .bytes)])

    static let chunk = MessageForm(
        "agrirouter.commons.ChunkComponent",
        [
            FieldForm(1, "context_id", .string), FieldForm(2, "current", .int64), FieldForm(3, "total", .int64),
            FieldForm(4, "total_size", .int64),
        ])

    static let metadata = MessageForm("agrirouter.commons.Metadata", [FieldForm(1, "file_name", .string)])

    package static let requestEnvelope = MessageForm(
        "agrirouter.request.RequestEnvelope",
        [
            FieldForm(1, "application_message_id", .string), FieldForm(2, "application_message_seq_no", .int64),
            FieldForm(3, "technical_message_type", .string), FieldForm(4, "team_set_context_id", .string),
            FieldForm(5, "mode", .enumeration([0: "DIRECT", 1: "PUBLISH", 2: "PUBLISH_WITH_DIRECT"])),
            FieldForm(6, "recipients", .string, repeated: true), FieldForm(7, "chunk_info", .message(chunk)),
            FieldForm(8, "timestamp", .message(timestamp)), FieldForm(9, "metadata", .message(metadata)),
        ])

    package static let requestPayload = MessageForm(
        "agrirouter.request.RequestPayloadWrapper", [FieldForm(1, "details", .message(any))])

    package static let direction = FieldKind.enumeration([0: "SEND", 1: "RECEIVE", 2: "SEND_RECEIVE"])

    package static let capabilities = MessageForm(
        "agrirouter.request.payload.endpoint.CapabilitySpecification",
        [
            FieldForm(
                1, "capabilities",
                .message(
                    MessageForm(
                        "agrirouter.request.payload.endpoint.CapabilitySpecification.Capability",
                        [FieldForm(1, "technical_message_type", .string), FieldForm(2, "direction", direction)])),
                repeated: true),
            FieldForm(2, "app_certification_id", .string), FieldForm(3, "app_certification_version_id", .string),
            FieldForm(
                4, "enable_push_notifications",
                .enumeration([0: "DISABLED", 1: "ENABLED", 2: "ENABLED_HIGH_FREQUENCY"])),
        ])

    package static let subscription = MessageForm(
        "agrirouter.request.payload.endpoint.Subscription",
        [
            FieldForm(
                1, "technical_message_types",
                .message(
                    MessageForm(
                        "agrirouter.request.payload.endpoint.Subscription.MessageTypeSubscriptionItem",
                        [
                            FieldForm(1, "technical_message_type", .string),
                            FieldForm(2, "ddis", .uint32, repeated: true), FieldForm(3, "position", .bool),
                        ])),
                repeated: true)
        ])

    package static let listEndpoints = MessageForm(
        "agrirouter.request.payload.account.ListEndpointsQuery",
        [FieldForm(1, "technical_message_type", .string), FieldForm(2, "direction", direction)])

    static let validityPeriod = MessageForm(
        "agrirouter.feed.request.ValidityPeriod",
        [FieldForm(1, "sent_from", .message(timestamp)), FieldForm(2, "sent_to", .message(timestamp))])

    private static func selection(_ name: String) -> MessageForm {
        MessageForm(
            name,
            [
                FieldForm(1, "message_ids", .string, repeated: true), FieldForm(2, "senders", .string, repeated: true),
                FieldForm(3, "validity_period", .message(validityPeriod)),
            ])
    }

    package static let messageQuery = selection("agrirouter.feed.request.MessageQuery")
    package static let messageDelete = selection("agrirouter.feed.request.MessageDelete")
    package static let messageConfirm = MessageForm(
        "agrirouter.feed.request.MessageConfirm", [FieldForm(1, "message_ids", .string, repeated: true)])

    static let positionStatus = FieldKind.enumeration([
        0: "D_NO_GPS", 1: "D_GNSS", 2: "D_DGNSS", 3: "D_PRECISE_GNSS", 4: "D_RTK_FINTEGER", 5: "D_RTK_FLOAT",
        6: "D_EST_DR_MODE", 7: "D_MANUAL_INPUT", 8: "D_SIMULATE_MODE", 14: "D_ERROR", 15: "D_NOT_AVAILABLE",
    ])

    package static let position = [
        FieldForm(1, "position_north", .double), FieldForm(2, "position_east", .double),
        FieldForm(3, "position_up", .sint64), FieldForm(4, "position_status", positionStatus),
        FieldForm(5, "pdop", .double), FieldForm(6, "hdop", .double), FieldForm(7, "number_of_satellites", .uint32),
        FieldForm(8, "gps_utc_timestamp", .message(timestamp)),
    ]

    static let gpsEntry = MessageForm(
        "agrirouter.technicalmessagetype.GPSList.GPSEntry",
        position + [
            FieldForm(
                9, "field_status",
                .enumeration([0: "FS_UNKNOWN", 1: "FS_INFIELD", 2: "FS_ONROAD", 3: "FS_OFFROAD"])),
            FieldForm(2048, "extension", .message(any), repeated: true),
        ])

    package static let gpsList = MessageForm(
        "agrirouter.technicalmessagetype.GPSList",
        [
            FieldForm(1, "gps_entries", .message(gpsEntry), repeated: true),
            FieldForm(2048, "extension", .message(any), repeated: true),
        ])
}
