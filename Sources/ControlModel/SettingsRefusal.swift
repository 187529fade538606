// SPDX-License-Identifier: Apache-2.0

public import Settings

extension ChangeableSettings {
    /// The section with a change.
    ///
    /// - Throws: `ControlRefusal` with the first value that is not allowed.
    public func changed(by change: SettingsChange<Self>) throws(ControlRefusal) -> Self {
        do throws(SettingError) {
            return try applying(change)
        } catch {
            throw ControlRefusal(.invalid, error.description)
        }
    }
}
