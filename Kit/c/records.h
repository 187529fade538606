// SPDX-License-Identifier: Apache-2.0
//
// Converts the receiver's messages into records of the contract.

#ifndef NEW_RECEIVER_RECORDS_H
#define NEW_RECEIVER_RECORDS_H

#include "decoder.h"
#include "gnss_driver_kit.h"

/// The kinds that are published, for the plugin's table.
#define RECORDS_DELIVERS (1 << GNSS_KIND_FIX)

/// Adds a message to a batch.
void records_add(gnss_batch *batch, const message *m);

#endif
