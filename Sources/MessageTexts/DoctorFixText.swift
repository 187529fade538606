// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// The remedies for findings about a machine; commands are in quotes.
public enum DoctorFixText: String, TextCode {
    case createConfiguration = "doctor.fix.create_configuration"
    case correctConfiguration = "doctor.fix.correct_configuration"
    case readWithSudo = "doctor.fix.read_with_sudo"
    case protectServiceFile = "doctor.fix.protect_service_file"
    case protectFile = "doctor.fix.protect_file"
    case removePlugin = "doctor.fix.remove_plugin"
    case installPlugins = "doctor.fix.install_plugins"
    case setStateFolder = "doctor.fix.set_state_folder"
    case makeStateFolder = "doctor.fix.make_state_folder"
    case moveStore = "doctor.fix.move_store"
    case freeSpace = "doctor.fix.free_space"
    case checkStore = "doctor.fix.check_store"
    case plugIn = "doctor.fix.plug_in"
    case plugInOrCorrect = "doctor.fix.plug_in_or_correct"
    case plugInOrChoose = "doctor.fix.plug_in_or_choose"
    case openToGroup = "doctor.fix.open_to_group"
    case logIn = "doctor.fix.log_in"
    case joinGroup = "doctor.fix.join_group"
    case joinSocketGroup = "doctor.fix.join_socket_group"
    case installRules = "doctor.fix.install_rules"
    case ignorePort = "doctor.fix.ignore_port"
    case disableGPSD = "doctor.fix.disable_gpsd"
    case disableModemManager = "doctor.fix.disable_modem_manager"
    case maskBrltty = "doctor.fix.mask_brltty"
    case endProgram = "doctor.fix.end_program"
    case findListener = "doctor.fix.find_listener"
    case freePortOfGPSD = "doctor.fix.free_port_of_gpsd"
    case freePort = "doctor.fix.free_port"
    case addIPv4 = "doctor.fix.add_ipv4"
    case startDaemon = "doctor.fix.start_daemon"
    case runAsOwner = "doctor.fix.run_as_owner"
    case synchroniseClock = "doctor.fix.synchronise_clock"
    case reportDriver = "doctor.fix.report_driver"
    case plugInAdapter = "doctor.fix.plug_in_adapter"
    case renewCertificate = "doctor.fix.renew_certificate"
    case newAuthority = "doctor.fix.new_authority"
    case restartDaemon = "doctor.fix.restart_daemon"
    case storeAuthority = "doctor.fix.store_authority"
    case correctCertificate = "doctor.fix.correct_certificate"

    public var english: String {
        switch self {
        case .createConfiguration: "'gnss-gateway config show > {file}' creates one to start from"
        case .correctConfiguration: "correct it and run 'gnss-gateway config check {file}'"
        case .readWithSudo: "run the doctor with sudo so that it can read the file"
        case .protectServiceFile: "'sudo chgrp gnss-gateway {file} && sudo chmod 640 {file}'"
        case .protectFile: "'chmod 600 {file}' as the user that runs the gateway"
        case .removePlugin: "remove the file, or see 'gnss-gateway drivers list'"
        case .installPlugins:
            "install the plugins to ../lib/gnss-gateway/plugins next to the program, or add their folder to "
                + "'plugin_path'"
        case .setStateFolder: "set STATE_DIRECTORY to a folder"
        case .makeStateFolder:
            "'sudo install -d -m 700 -o {account} {folder}', or set STATE_DIRECTORY to another folder"
        case .moveStore: "copy what you need from it, and move it to another folder"
        case .freeSpace: "free some space; 'df {folder}' shows how much is available"
        case .checkStore:
            "'gnss-gateway store check --state-directory {folder}' shows the details; 'gnss-gateway store restore "
                + "--state-directory {folder} FILE' restores a backup"
        case .plugIn:
            "plug the receiver in and run 'gnss-gateway receivers scan'; if it does not appear, "
                + "try another cable or port and read the kernel's messages with 'sudo dmesg --follow'"
        case .plugInOrCorrect: "plug it in, or correct 'device' in the configuration"
        case .plugInOrChoose: "plug it in, or set 'device' to one that exists: {devices}"
        case .openToGroup:
            "its group has no access: install the udev rules (see below), or for now "
                + "'sudo chgrp dialout {device} && sudo chmod 660 {device}'"
        case .logIn: "{account} is in the group {group}, but joined it after this session began: log in again"
        case .joinGroup: "'sudo usermod -aG {group} {account}', then log in again (a service: restart it)"
        case .joinSocketGroup: "'sudo usermod -aG {group} {account}', then log in again"
        case .installRules:
            "'sudo install -m 644 udev/70-gnss-gateway.rules /etc/udev/rules.d/ && sudo udevadm control --reload && "
                + "sudo udevadm trigger --subsystem-match=tty --subsystem-match=usb'"
        case .ignorePort:
            "write your own udev rule with {rule} for the device, or, if no modem is used, "
                + "'sudo systemctl disable --now ModemManager'"
        case .disableGPSD:
            "'sudo systemctl disable --now gpsd.socket gpsd.service'; the gateway serves gpsd's clients itself"
        case .disableModemManager:
            "install the udev rules (see below), or 'sudo systemctl disable --now ModemManager'"
        case .maskBrltty:
            "if you use no Braille display: 'sudo systemctl mask --now brltty.service brltty-udev.service'"
        case .endProgram: "end {program}: 'kill {process}'"
        case .findListener: "find the program with 'sudo ss -tlnp sport = :{port}'"
        case .freePortOfGPSD: "'sudo systemctl disable --now gpsd.socket gpsd.service', or another port in {key}"
        case .freePort: "end it, or choose another port in {key}"
        case .addIPv4: "add an IPv4 address to listen.gpsd: \"127.0.0.1:2947\""
        case .startDaemon: "'sudo systemctl enable --now gnss-gateway', or in a terminal 'gnss-gateway run'"
        case .runAsOwner: "run it as root, or as the user that runs the gateway"
        case .synchroniseClock: "'sudo timedatectl set-ntp true', or install chrony"
        case .reportDriver:
            "report the daemon's log messages to the author of the driver '{driver}'; "
                + "'gnss-gateway drivers check' finds such defects"
        case .plugInAdapter:
            "plug an adapter in (USB) and load its driver ('sudo modprobe btusb'); for a virtual machine or container, "
                + "pass the adapter through"
        case .renewCertificate:
            "renew it, replace the old files with the new ones, and run 'sudo systemctl reload gnss-gateway'"
        case .newAuthority:
            "remove tls-authority.pem from 'credentials' in the state folder, restart the gateway, and install the new "
                + "authority on all devices"
        case .restartDaemon:
            "'sudo systemctl restart gnss-gateway'; if that does not help, report the daemon's log messages"
        case .storeAuthority:
            "free some space and make the state folder writable; the gateway tries again each hour and at a reload"
        case .correctCertificate: "correct the files, or write 'tls: auto' for the gateway's own certificate"
        }
    }
}
