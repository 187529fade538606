// SPDX-License-Identifier: Apache-2.0
//
// What drivers need of libbluetooth: which adapters there are, what is in reach, and what services a device has (SDP).
// Sockets are the kernel's and need no library.

#ifndef GNSS_BLUETOOTH_H
#define GNSS_BLUETOOTH_H

#include <stddef.h>
#include <stdint.h>

/// An adapter of this computer.
typedef struct gnss_bluetooth_adapter {
    /// The number in its name: 0 for hci0.
    int32_t number;
    /// 1 where it is switched on, else 0.
    int32_t is_up;
    /// Its address, the last byte of the written form first.
    uint8_t address[6];
} gnss_bluetooth_adapter;

/// Lists the adapters.
///
/// Answers how many there are, at most `room`; −1 with the reason in `errno` (EAFNOSUPPORT: a kernel without Bluetooth, or
/// a container or sandbox that shuts it out).
int gnss_bluetooth_adapters(gnss_bluetooth_adapter *adapters, int room);

/// A search for services on a connected SDP socket.
typedef struct gnss_bluetooth_search gnss_bluetooth_search;

/// What is searched for.
enum {
    /// The Serial Port service.
    GNSS_BLUETOOTH_SERIAL_PORT = 0x1101,
    /// Anything on RFCOMM.
    GNSS_BLUETOOTH_RFCOMM = 0x0003,
    /// All that is meant to be browsed.
    GNSS_BLUETOOTH_BROWSE_GROUP = 0x1002,
};

/// Begins a search: sends the request.
///
/// `descriptor` is connected, keeps message boundaries, is below FD_SETSIZE and stays the caller's. Answers NULL with the
/// reason in `errno`.
gnss_bluetooth_search *gnss_bluetooth_search_begin(int descriptor, uint16_t service);

/// Takes what has come; to be called once the descriptor is readable, or else it waits for up to 20 s. Answers 0 where
/// more is to come, 1 where all is there, −1 with the reason in `errno`.
int gnss_bluetooth_search_process(gnss_bluetooth_search *search);

/// The answer: a sequence of records, as the device sent it; valid until the end. It is not read by the library, which
/// leaks what it had begun to read of damaged records (seen with 5.66).
const uint8_t *gnss_bluetooth_search_answer(const gnss_bluetooth_search *search, size_t *size);

/// Frees the search.
void gnss_bluetooth_search_end(gnss_bluetooth_search *search);

/// A device that answered an inquiry.
typedef struct gnss_bluetooth_neighbour {
    /// Its address, the last byte of the written form first.
    uint8_t address[6];
    /// What it says it is, 24 bits.
    uint32_t device_class;
} gnss_bluetooth_neighbour;

/// Looks for devices that can be found; blocks for `length` times 1.28 s.
///
/// Answers how many there are, at most `room` and 255; −1 with the reason in `errno`.
int gnss_bluetooth_inquire(int adapter, int length, gnss_bluetooth_neighbour *neighbours, int room);

/// Asks a device for its name; blocks. Answers 0 with the name ended by NUL, −1 with the reason in `errno`.
int gnss_bluetooth_name(int adapter, const uint8_t address[6], char *name, int size, int milliseconds);

#endif
