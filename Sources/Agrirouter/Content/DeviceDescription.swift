// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import SwiftProtobuf

/// The content of a device description (EFDI): the devices that time logs refer to. The gateway's description has one
/// device with two elements, one for the whole device and one for its navigation.
public struct DeviceDescription: Hashable, Sendable {
    /// A machine or implement of the device description.
    public struct Device: Hashable, Sendable {
        /// The device number as on the wire: negative for numbers that the sender assigned (`DVC-1` is −1).
        public var number: Int64
        /// The name that people see.
        public var designator: String
        public var softwareVersion: String
        public var serialNumber: String
        /// The ISO 11783 NAME: eight bytes, or empty if unknown.
        public var clientName: [UInt8]

        public init(
            number: Int64, designator: String, softwareVersion: String = "", serialNumber: String = "",
            clientName: [UInt8] = []
        ) {
            (self.number, self.designator) = (number, designator)
            (self.softwareVersion, self.serialNumber) = (softwareVersion, serialNumber)
            self.clientName = clientName
        }
    }

    public var devices: [Device]

    public init(_ devices: [Device]) { self.devices = devices }

    /// The protobuf message `efdi.ISO11783_TaskData` that contains only the devices.
    public var bytes: [UInt8] {
        var data = Efdi_ISO11783_TaskData()
        data.versionMajor = .e2Fdis
        data.device = devices.map(Efdi_Device.init)
        return data.encoded
    }

    /// Decodes a partner's message and ignores elements and process data.
    ///
    /// - Throws: `ContentError` if `bytes` is not a device description or exceeds a limit.
    public init(decoding bytes: [UInt8]) throws(ContentError) {
        let data = try Efdi_ISO11783_TaskData.readContent(bytes, list: 17)
        devices = data.device.map(Device.init)
    }
}

extension DeviceDescription.Device {
    init(_ device: Efdi_Device) {
        self.init(
            number: device.deviceID.number, designator: device.deviceDesignator,
            softwareVersion: device.deviceSoftwareVersion, serialNumber: device.deviceSerialNumber,
            clientName: Array(device.clientName))
    }
}

extension Efdi_Device {
    init(_ device: DeviceDescription.Device) {
        self.init()
        deviceID.number = device.number
        deviceDesignator = device.designator
        deviceSoftwareVersion = device.softwareVersion
        deviceSerialNumber = device.serialNumber
        clientName = Data(device.clientName)
        deviceElement = [
            Efdi_DeviceElement(.cDevice, -1, object: 1, parent: 0),
            Efdi_DeviceElement(.cNavigation, -2, object: 2, parent: 1),
        ]
    }
}

extension Efdi_DeviceElement {
    init(_ kind: DeviceElementType, _ number: Int64, object: UInt32, parent: UInt32) {
        self.init()
        deviceElementID.number = number
        deviceElementObjectID = object
        deviceElementType = kind
        deviceElementNumber = object - 1
        parentObjectID = parent
    }
}
