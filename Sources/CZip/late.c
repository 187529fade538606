// SPDX-License-Identifier: Apache-2.0
// The functions of libzip that are used. Debian 12 and Ubuntu 24.04 have libzip.so.4, others libzip.so.5; these functions
// are the same in both.
#include "include/shim.h"
#include <CLateBinding.h>

#define LATE(result, function, parameters, arguments, missing) \
    GNSS_LATE("libzip.so.5:libzip.so.4", result, function, parameters, arguments, missing)
#define LATE_VOID(function, parameters, arguments) LATE(void, function, parameters, arguments, )

/// The error of an archive that cannot exist.
static zip_error_t absent;

LATE(int, zip_close, (zip_t *archive), (archive), -1)
LATE_VOID(zip_discard, (zip_t *archive), (archive))
LATE_VOID(zip_error_fini, (zip_error_t *error), (error))
LATE_VOID(zip_error_init_with_code, (zip_error_t *error, int code), (error, code))
LATE(const char *, zip_error_strerror, (zip_error_t *error), (error), "libzip is missing")
LATE(int, zip_fclose, (zip_file_t *file), (file), -1)
LATE(zip_t *, zip_fdopen, (int descriptor, int flags, int *error), (descriptor, flags, error), NULL)
LATE(zip_int64_t, zip_file_add,
    (zip_t *archive, const char *name, zip_source_t *source, zip_flags_t flags), (archive, name, source, flags), -1)
LATE(zip_error_t *, zip_file_get_error, (zip_file_t *file), (file), &absent)
LATE(zip_file_t *, zip_fopen_index,
    (zip_t *archive, zip_uint64_t index, zip_flags_t flags), (archive, index, flags), NULL)
LATE(zip_int64_t, zip_fread, (zip_file_t *file, void *bytes, zip_uint64_t count), (file, bytes, count), -1)
LATE(zip_error_t *, zip_get_error, (zip_t *archive), (archive), &absent)
LATE(const char *, zip_get_name,
    (zip_t *archive, zip_uint64_t index, zip_flags_t flags), (archive, index, flags), NULL)
LATE(zip_int64_t, zip_get_num_entries, (zip_t *archive, zip_flags_t flags), (archive, flags), -1)
LATE(zip_t *, zip_open_from_source,
    (zip_source_t *source, int flags, zip_error_t *error), (source, flags, error), NULL)
LATE(int, zip_set_file_compression,
    (zip_t *archive, zip_uint64_t index, zip_int32_t method, zip_uint32_t flags), (archive, index, method, flags), -1)
LATE(zip_source_t *, zip_source_buffer,
    (zip_t *archive, const void *bytes, zip_uint64_t count, int frees), (archive, bytes, count, frees), NULL)
LATE(zip_source_t *, zip_source_buffer_create,
    (const void *bytes, zip_uint64_t count, int frees, zip_error_t *error), (bytes, count, frees, error), NULL)
LATE(int, zip_source_close, (zip_source_t *source), (source), -1)
LATE(zip_error_t *, zip_source_error, (zip_source_t *source), (source), &absent)
LATE(zip_source_t *, zip_source_filep_create,
    (FILE *file, zip_uint64_t start, zip_int64_t length, zip_error_t *error), (file, start, length, error), NULL)
LATE_VOID(zip_source_free, (zip_source_t *source), (source))
LATE_VOID(zip_source_keep, (zip_source_t *source), (source))
LATE(int, zip_source_open, (zip_source_t *source), (source), -1)
LATE(zip_int64_t, zip_source_read,
    (zip_source_t *source, void *bytes, zip_uint64_t count), (source, bytes, count), -1)
LATE(int, zip_stat_index,
    (zip_t *archive, zip_uint64_t index, zip_flags_t flags, zip_stat_t *status), (archive, index, flags, status), -1)
