// SPDX-License-Identifier: Apache-2.0

internal import ReceiverHost
internal import Storage

extension Store {
    /// The receivers that the operator added.
    func addedReceivers() async throws(StoreError) -> [AddedReceiver] {
        try await setting(AddedReceiver.setting) ?? []
    }

    /// Stores the receivers that the operator added.
    ///
    /// - Parameter time: The current time in milliseconds since 1970.
    func setAddedReceivers(_ receivers: [AddedReceiver], at time: Int64) async throws(StoreError) {
        try await set(AddedReceiver.setting, to: receivers, at: time)
    }
}
