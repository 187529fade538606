// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import DaemonRuntime
internal import GNSSTypes
internal import Storage

extension Store {
    /// Opens the daemon's store.
    ///
    /// - Parameters:
    ///   - folder: The folder from the configuration; nil to derive it from the environment.
    ///   - inMemory: True to keep everything in memory only.
    ///   - isRequired: True to throw if the store cannot be used; false to use another folder or memory instead.
    /// - Throws: `GatewayError` if the store cannot be used, or the environment names a relative folder.
    convenience init(_ folder: String?, inMemory: Bool, isRequired: Bool = true) throws(GatewayError) {
        do throws(StoreError) {
            if inMemory {
                try self.init()
            } else {
                switch Self.place(folder) {
                case .success(let place) where isRequired: try self.init(place)
                case .success(let place):
                    let now = UTCTime(nanosecondsSince1970: GatewayClock(.system).now.wallNanoseconds)
                    try self.init(place, orInMemoryAt: now)
                // Memory instead of the folder that the operator meant would hide the mistake.
                case .failure(.relativePlace(let folder)): throw .relativePlace(folder)
                case .failure(let error) where isRequired: throw error
                case .failure(let error): try self.init(inMemoryBecause: error)
                }
            }
        } catch {
            let setting = folder == nil ? "STATE_DIRECTORY" : "state_directory"
            throw GatewayError(error.exitStatus, error.description(placedBy: setting))
        }
    }

    private static func place(_ folder: String?) -> Result<StateFolder, StoreError> {
        if let folder { return .success(StateFolder(folder)) }
        return Result { () throws(StoreError) in try StateFolder() }
    }
}

extension HostTime {
    /// Milliseconds since 1970, as used in the store.
    var storedMilliseconds: Int64 { wallNanoseconds / 1_000_000 }
}

extension ControlError {
    /// Creates the error for a request that the store could not carry out.
    init(_ error: StoreError) {
        let kind: Kind =
            switch error {
            case .full: .full
            case .unknownPath: .notFound
            case .finishedPath, .changedPath: .conflict
            default: .unavailable
            }
        self.init(kind, error.description)
    }

    /// This error with the code `store` and a message that says why the store failed.
    var storing: ControlError {
        let message =
            kind == .full
            ? CodedText(ProblemText.status507)
            : CodedText(ProblemText.status503, ["detail": .words(description)])
        return ControlError(kind, description, code: .store, message: message)
    }
}
