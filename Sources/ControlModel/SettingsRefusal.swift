// SPDX-License-Identifier: Apache-2.0

public import Settings

extension ChangeableSettings {
    /// Returns the section with a change applied.
    ///
    /// - Throws: `ControlError` with the first value that is not allowed.
    public func changed(by change: SettingsChange<Self>) throws(ControlError) -> Self {
        do throws(SettingError) {
            return try applying(change)
        } catch {
            throw ControlError(.invalid, error.description)
        }
    }
}
