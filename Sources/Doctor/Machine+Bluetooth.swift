// SPDX-License-Identifier: Apache-2.0

package import BluetoothPairing
internal import DaemonRuntime
internal import GNSSTypes
internal import MessageTexts

extension Machine {
    /// Checks whether Bluetooth receivers can be found, paired and connected.
    package func bluetooth(_ configuration: Configured?, _ view: () -> BlueZ.View) -> [DoctorReport.Finding] {
        let adapters = BluetoothAdapters.names(root)
        // Bluetooth is only needed for a Bluetooth receiver.
        let isWanted = configuration?.usesBluetooth ?? false
        guard !adapters.isEmpty else {
            let isSupported = root.exists("/sys/class/bluetooth")
            return [
                .init(
                    "Bluetooth", isWanted ? .problem : .ok,
                    CodedText(isSupported ? DoctorText.bluetoothAbsent : DoctorText.bluetoothUnsupported),
                    fix: isWanted ? CodedText(DoctorFixText.plugInAdapter) : nil)
            ]
        }
        let blocked = adapters.compactMap { name in
            RadioSwitch.block(of: name, root).map { _ in RadioSwitch.problem(of: name, root) }
        }
        if blocked.count == adapters.count { return blocked.map { finding($0, isWanted) } }
        guard processes.program("bluetoothd") != nil else {
            return [finding(.noBluetoothd, isWanted)]
        }
        switch view() {
        case .failure(let problem): return [finding(account.addressed(problem), isWanted)]
        case .success(let known):
            let on = known.filter(\.isPowered).map(\.name)
            guard on.isEmpty else {
                return [
                    .init(
                        "Bluetooth", .ok,
                        CodedText(
                            DoctorText.bluetoothOn,
                            ["adapters": .words(on.joined(separator: ", ")), "account": .words(account.name)]))
                ]
            }
            return [finding(known.first.map { RadioSwitch.problem(of: $0.name, root) } ?? BlueZ.noAdapter, isWanted)]
        }
    }

    private func finding(_ problem: BluetoothPairingError, _ isWanted: Bool) -> DoctorReport.Finding {
        .init("Bluetooth", isWanted ? .problem : .warning, problem.message, fix: problem.remedy)
    }
}

extension Account {
    /// Inserts the account's name into the remedy.
    fileprivate func addressed(_ problem: BluetoothPairingError) -> BluetoothPairingError {
        var problem = problem
        if problem.remedy?.parameters["account"] != nil { problem.remedy?.parameters["account"] = .words(name) }
        return problem
    }
}
