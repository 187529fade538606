// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import GNSSTypes
internal import Storage

extension Store {
    /// The daemon's store.
    ///
    /// - Parameters:
    ///   - folder: where the operator wants it; nil leaves it to the environment.
    ///   - inMemory: nothing of it is left behind.
    ///   - isRequired: a store that cannot be used is an error; else another one, or one in memory, takes its place.
    /// - Throws: `GatewayError` where it cannot be used.
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
                case .failure(let error) where isRequired: throw error
                case .failure(let error): try self.init(inMemoryBecause: error)
                }
            }
        } catch {
            throw GatewayError(error)
        }
    }

    private static func place(_ folder: String?) -> Result<StateFolder, StoreError> {
        if let folder { return .success(StateFolder(folder)) }
        return Result { () throws(StoreError) in try StateFolder() }
    }
}

extension HostTime {
    /// Milliseconds since 1970, as the store counts.
    var storedMilliseconds: Int64 { wallNanoseconds / 1_000_000 }
}
