// SPDX-License-Identifier: Apache-2.0

package import BluetoothPairing
internal import DaemonRuntime

extension Machine {
    /// Checks whether Bluetooth receivers can be found, paired and connected.
    package func bluetooth(_ configuration: Configured?, _ view: () -> BlueZ.View) -> [DoctorReport.Finding] {
        let adapters = BluetoothAdapters.names(root)
        // Bluetooth is only needed for a Bluetooth receiver.
        let isWanted = configuration?.usesBluetooth ?? false
        guard !adapters.isEmpty else {
            let text =
                root.exists("/sys/class/bluetooth")
                ? "there is no adapter" : "the kernel does not support Bluetooth here"
            return [
                .init(
                    check: "Bluetooth", level: isWanted ? .problem : .ok, text: text,
                    fix: isWanted
                        ? "plug an adapter in (USB) and load its driver ('sudo modprobe btusb'); in a virtual machine or "
                            + "container have it passed through"
                        : nil)
            ]
        }
        let blocked = adapters.compactMap { name in
            RadioSwitch.block(of: name, root).map { _ in RadioSwitch.problem(of: name, root) }
        }
        if blocked.count == adapters.count { return blocked.map { finding($0, isWanted) } }
        guard processes.program("bluetoothd") != nil else {
            return [
                finding(
                    BluetoothPairingError(
                        .noDaemon, "bluetoothd is not running: receivers cannot be paired",
                        fix: BluetoothPairingError.startDaemon), isWanted)
            ]
        }
        switch view() {
        case .failure(let problem): return [finding(account.addressed(problem), isWanted)]
        case .success(let known):
            let on = known.filter(\.isPowered).map(\.name)
            guard on.isEmpty else {
                return [
                    .init(
                        check: "Bluetooth", level: .ok,
                        text: "\(on.joined(separator: ", ")) is on, and \(account.name) may talk to bluetoothd")
                ]
            }
            return [finding(known.first.map { RadioSwitch.problem(of: $0.name, root) } ?? BlueZ.noAdapter, isWanted)]
        }
    }

    private func finding(_ problem: BluetoothPairingError, _ isWanted: Bool) -> DoctorReport.Finding {
        .init(check: "Bluetooth", level: isWanted ? .problem : .warning, text: problem.reason, fix: problem.fix)
    }
}

extension Account {
    /// Inserts the account's name into the remedy.
    fileprivate func addressed(_ problem: BluetoothPairingError) -> BluetoothPairingError {
        var problem = problem
        problem.fix = problem.fix?.replacing("USER", with: name)
        return problem
    }
}
