// SPDX-License-Identifier: Apache-2.0

public import NIOCore

/// Socket options with which a server detects within a minute and a half that a client has disappeared without closing
/// its connection, such as a tablet out of range or a machine without power. Its slot then becomes free.
public enum DeadPeers {
    /// The options with their values for client sockets (tcp(7)).
    public static let options: [(option: ChannelOptions.Types.SocketOption, value: SocketOptionValue)] = [
        (.init(level: .socket, name: .so_keepalive), 1),
        // TCP_KEEPIDLE, TCP_KEEPINTVL in seconds and TCP_KEEPCNT.
        (.init(level: .tcp, name: .init(rawValue: 4)), 30), (.init(level: .tcp, name: .init(rawValue: 5)), 10),
        (.init(level: .tcp, name: .init(rawValue: 6)), 3),
        // TCP_USER_TIMEOUT in milliseconds: how long sent data may stay unacknowledged.
        (.init(level: .tcp, name: .init(rawValue: 18)), 60_000),
    ]

    /// The time for which a client that reads nothing keeps its slot while another client needs it.
    public static let patience = TimeAmount.seconds(60)
}
