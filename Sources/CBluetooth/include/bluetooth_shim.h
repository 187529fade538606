// SPDX-License-Identifier: Apache-2.0
//
// What drivers need of libbluetooth: which adapters there are, and which serial ports a device offers (SDP). Sockets are
// the kernel's and need no library.

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

/// A service with an RFCOMM channel.
typedef struct gnss_bluetooth_service {
    /// Its channel, 1...30.
    int32_t channel;
    /// 1 where it speaks Apple's accessory protocol, which is no serial port; else 0.
    int32_t is_apple;
    /// Its name, ended by NUL; often empty.
    char name[64];
} gnss_bluetooth_service;

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

/// How deep sequences of an answer may stand in one another: the library goes down into them by recursion.
enum { GNSS_BLUETOOTH_DEPTH = 16 };

/// Whether data elements are whole and stand at most `depth` deep in one another. Answers that are not are not read.
int gnss_bluetooth_is_sound(const uint8_t *bytes, size_t size, int depth);

/// The services that were found. Answers how many, at most `room`.
int gnss_bluetooth_search_services(
    const gnss_bluetooth_search *search, gnss_bluetooth_service *services, int room);

/// Frees the search.
void gnss_bluetooth_search_end(gnss_bluetooth_search *search);

#endif
