// SPDX-License-Identifier: Apache-2.0

public import NIOCore

/// Ends the connections of clients that have disappeared without closing them, such as a tablet out of range or a
/// machine without power, within about a minute and a quarter. Their slots then become free.
///
/// TCP_USER_TIMEOUT would be simpler, but would also end the connections of clients that exist and read nothing for a
/// while.
public enum DeadPeers {
    /// Socket options with which the system notices that an idle client has disappeared (tcp(7)).
    static let options: [(option: ChannelOptions.Types.SocketOption, value: SocketOptionValue)] = [
        (.init(level: .socket, name: .so_keepalive), 1),
        // TCP_KEEPIDLE, TCP_KEEPINTVL in seconds and TCP_KEEPCNT.
        (.init(level: .tcp, name: .init(rawValue: 4)), 30), (.init(level: .tcp, name: .init(rawValue: 5)), 10),
        (.init(level: .tcp, name: .init(rawValue: 6)), 3),
    ]

    /// The time for which a client that reads nothing keeps its slot while another client needs it.
    public static let patience = TimeAmount.seconds(60)

    /// Watches over an accepted connection; does nothing for a UNIX socket, whose client cannot disappear. Call it on
    /// the channel's event loop, in the initializer of the channel.
    ///
    /// - Throws: The error of the channel if it is closed already.
    public static func watch(_ channel: any Channel) throws {
        guard channel.localAddress?.ipAddress != nil else { return }
        for (option, value) in options { try channel.syncOptions?.setOption(option, value: value) }
        try channel.pipeline.syncOperations.addHandler(DeadPeerWatch(), position: .first)
    }
}
