// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import GNSSTypes
internal import MQTTUplink

extension MQTTUplinkService {
    /// Connects the stage with the parts that execute commands and send positions elsewhere.
    func connect(
        _ control: any GatewayControl, _ paths: any PathControl,
        agrirouter: @escaping @Sendable () async -> AgrirouterReport?
    ) {
        connect {
            guard let report = await agrirouter() else { return [] }
            return [FleetGatewayReport.Uplink(name: "agrirouter", state: report.uplink.state.code)]
        } perform: { order throws(ControlError) in
            switch order.command {
            case .restartReceiver: _ = try await control.perform(.restart, on: order.receiver ?? "")
            case .startRecording:
                var request = PathRequest()
                request.name = order.name
                _ = try await paths.start(request, by: .unnamed, key: nil)
            case .stopRecording: _ = try await paths.stopPath(nil, key: nil)
            }
        }
    }
}
