// SPDX-License-Identifier: Apache-2.0

/// The EFDI messages that a sender of positions needs. The other fields of task data count as unknown.
package enum EFDIFormTable {
    static let uid = MessageForm(
        "efdi.UID", [FieldForm(1, "number", .sint64), FieldForm(2, "uri", .string, repeated: true)])

    static let dataLogValue = MessageForm(
        "efdi.DataLogValue",
        [
            FieldForm(1, "process_data_ddi", .uint32), FieldForm(2, "process_data_value", .sint64),
            FieldForm(3, "device_element_id_ref", .message(uid)), FieldForm(4, "data_log_pgn", .uint64),
            FieldForm(5, "data_log_pgn_start_bit", .uint32), FieldForm(6, "data_log_pgn_stop_bit", .uint32),
        ])

    package static let time = MessageForm(
        "efdi.Time",
        [
            FieldForm(1, "start", .message(FormTable.timestamp)), FieldForm(2, "stop", .message(FormTable.timestamp)),
            FieldForm(3, "duration", .uint64),
            FieldForm(
                4, "type",
                .enumeration([
                    0: "D_UNKNOWN", 1: "D_PLANNED", 2: "D_PRELIMINARY", 4: "D_EFFECTIVE", 5: "D_INEFFECTIVE",
                    6: "D_REPAIR", 7: "D_CLEARING", 8: "D_POWERED_DOWN",
                ])),
            FieldForm(5, "position_start", .message(MessageForm("efdi.Position", FormTable.position))),
            FieldForm(6, "position_stop", .message(MessageForm("efdi.Position", FormTable.position))),
            FieldForm(7, "data_log_value", .message(dataLogValue), repeated: true),
        ])

    package static let timeLog = MessageForm(
        "efdi.TimeLog",
        [
            FieldForm(1, "time_log_type", .enumeration([0: "C_NOTSET", 1: "C_BINARY_TIMELOG"])),
            FieldForm(2, "filename", .string), FieldForm(3, "filelength", .uint64),
            FieldForm(4, "time", .message(time), repeated: true),
        ])

    static let deviceElement = MessageForm(
        "efdi.DeviceElement",
        [
            FieldForm(1, "device_element_id", .message(uid)), FieldForm(2, "device_element_object_id", .uint32),
            FieldForm(
                3, "device_element_type",
                .enumeration([
                    1: "C_DEVICE", 2: "C_FUNCTION", 3: "C_BIN", 4: "C_SECTION", 5: "C_UNIT", 6: "C_CONNECTOR",
                    7: "C_NAVIGATION",
                ])),
            FieldForm(4, "device_element_designator", .string), FieldForm(5, "device_element_number", .uint32),
            FieldForm(6, "parent_object_id", .uint32),
            FieldForm(
                7, "device_object_reference",
                .message(MessageForm("efdi.DeviceObjectReference", [FieldForm(1, "device_object_id", .uint32)])),
                repeated: true),
        ])

    static let deviceProcessData = MessageForm(
        "efdi.DeviceProcessData",
        [
            FieldForm(1, "device_process_data_object_id", .uint32), FieldForm(2, "device_process_data_ddi", .uint32),
            FieldForm(3, "device_process_data_property", .uint32),
            FieldForm(4, "device_process_data_trigger_methods", .uint32),
            FieldForm(5, "device_process_data_designator", .string),
            FieldForm(6, "device_value_presentation_object_id", .uint32),
        ])

    package static let device = MessageForm(
        "efdi.Device",
        [
            FieldForm(1, "device_id", .message(uid)), FieldForm(2, "device_designator", .string),
            FieldForm(3, "device_software_version", .string), FieldForm(4, "client_name", .bytes),
            FieldForm(5, "device_serial_number", .string), FieldForm(6, "device_structure_label", .bytes),
            FieldForm(7, "device_localization_label", .bytes),
            FieldForm(8, "device_element", .message(deviceElement), repeated: true),
            FieldForm(9, "device_process_data", .message(deviceProcessData), repeated: true),
            FieldForm(10, "device_property", .bytes, repeated: true),
            FieldForm(11, "device_value_presentation", .bytes, repeated: true),
        ])

    package static let taskData = MessageForm(
        "efdi.ISO11783_TaskData",
        [
            FieldForm(
                1, "version_major", .enumeration([0: "E_DRAFT", 1: "E_DIS", 2: "E_FDIS", 3: "E2_DIS", 4: "E2_FDIS"])),
            FieldForm(2, "version_minor", .uint32), FieldForm(3, "management_software_manufacturer", .string),
            FieldForm(4, "management_software_version", .string),
            FieldForm(5, "task_controller_manufacturer", .string), FieldForm(6, "task_controller_version", .string),
            FieldForm(7, "data_transfer_origin", .enumeration([0: "UNKNOWN", 1: "FMIS", 2: "MICS"])),
            FieldForm(8, "data_transfer_language", .string),
            FieldForm(17, "device", .message(device), repeated: true),
        ])
}
