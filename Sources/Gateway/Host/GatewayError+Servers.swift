// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import GPSDServer
internal import NMEAServer
internal import SystemSupport

extension GatewayError {
    init(_ error: NMEAServerError) {
        let status: ExitStatus =
            switch error {
            case .notPermitted: .noPermission
            case .addressInUse, .failed: .unavailable
            }
        self.init(status, error.description)
    }

    init(_ error: GPSDServerError) {
        let status: ExitStatus =
            switch error {
            case .notPermitted: .noPermission
            case .addressInUse, .noAddressAvailable, .cannotListen: .unavailable
            }
        self.init(status, error.description)
    }
}
