// SPDX-License-Identifier: Apache-2.0

/// The calls of a back office, by the part of their names that differs.
enum OfficeCall: String, CaseIterable, Sendable {
    case login, tasks, status, photo, update, unassigned, path, shapes
    case getPhoto = "get_photo"
    case taskPhotos = "task_photos"
    case getPaths = "get_paths"
}
