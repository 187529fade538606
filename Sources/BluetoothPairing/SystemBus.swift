// SPDX-License-Identifier: Apache-2.0

internal import CSystemdBus
internal import Glibc
internal import SystemSupport

/// A connection to the system D-Bus, for use from one thread. Owns the connection and the objects that it serves.
package final class SystemBus {
    /// A call of another program's method.
    struct Call: Sendable {
        var destination: String
        var path: String
        var interface: String
        var member: String
        var arguments: [BusArgument] = []
    }

    /// A call of a method in this program.
    struct Request {
        var member: String
        var arguments: [BusValue]
    }

    /// The answer to a request.
    enum Answer {
        case values([BusArgument])
        case error(name: String, message: String)
    }

    /// Owned: one reference, released in `deinit`.
    private let bus: OpaquePointer
    /// The served objects by slot. Each is retained for the library's callbacks, and released in `deinit` after its
    /// slot is freed.
    private var objects: [OpaquePointer: Unmanaged<ServedObject>] = [:]

    /// Connects to the bus.
    ///
    /// - Throws: `BusError.noBus` if there is no system bus, `.denied` if it denies access.
    package init() throws(BusError) {
        // One reference, which the caller of the function owns: `self.bus`.
        var bus: OpaquePointer?
        let code = sd_bus_open_system(&bus)
        guard code >= 0, let bus else {
            let reason = SystemError.text(of: -code)
            throw [EACCES, EPERM].contains(-code) ? .denied(reason) : .noBus(reason)
        }
        self.bus = bus
    }

    deinit {
        for (slot, object) in objects {
            sd_bus_slot_unref(slot)
            object.release()
        }
        sd_bus_flush_close_unref(bus)
    }

    /// Calls a method and waits for the answer.
    ///
    /// - Throws: `BusError`, including when the answer is an error.
    @discardableResult
    func call(_ call: Call, within limit: Duration = .seconds(10)) throws(BusError) -> [BusValue] {
        let message = try message(call)
        let end = ContinuousClock.now + limit
        var error = sd_bus_error()
        defer { sd_bus_error_free(&error) }
        // One reference, which `BusMessage` takes over.
        var reply: OpaquePointer?
        let code = sd_bus_call(bus, message.raw, limit.microseconds, &error, &reply)
        guard code >= 0, let reply else { throw Self.failure(code, error, isEarly: ContinuousClock.now < end) }
        return try BusMessage(reply).values()
    }

    /// Calls a method and serves this program's objects while waiting for the answer.
    ///
    /// - Throws: `BusError`, like `call`.
    @discardableResult
    func callAndServe(_ call: Call, within limit: Duration) throws(BusError) -> [BusValue] {
        let message = try message(call)
        let limitEnd = ContinuousClock.now + limit
        let wait = Wait(until: limitEnd)
        var slot: OpaquePointer?
        // `wait` is passed unretained: the callback runs only within `serve`, and the loop uses `wait` after each call
        // of it.
        let code = sd_bus_call_async(
            bus, &slot, message.raw,
            { message, context, _ in
                guard let message, let context else { return 0 }
                Unmanaged<Wait>.fromOpaque(context).takeUnretainedValue().take(message)
                return 1
            }, Unmanaged.passUnretained(wait).toOpaque(), limit.microseconds)
        guard code >= 0 else { throw BusError(errno: code) }
        // An unreferenced slot makes no more callbacks.
        defer { sd_bus_slot_unref(slot) }
        let end = limitEnd + .seconds(5)
        while true {
            if let outcome = wait.outcome { return try outcome.get() }
            guard ContinuousClock.now < end else { throw .timedOut }
            try serve(for: .milliseconds(500))
        }
    }

    /// Serves this program's objects until something was processed or the time has passed.
    ///
    /// - Throws: `BusError` if the connection fails.
    package func serve(for pause: Duration) throws(BusError) {
        let code = sd_bus_process(bus, nil)
        guard code >= 0 else { throw BusError(errno: code) }
        guard code == 0 else { return }
        let waited = sd_bus_wait(bus, pause.microseconds)
        guard waited >= 0 || waited == -EINTR else { throw BusError(errno: waited) }
    }

    /// Serves an object: `serve` and `callAndServe` call the handler for each call of its methods.
    ///
    /// - Throws: `BusError` if the path is invalid or already in use.
    func addObject(at path: String, interface: String, _ handler: @escaping (Request) -> Answer) throws(BusError) {
        // Retained for the callback until `deinit` has freed the slot or the library refuses the object.
        let object = Unmanaged.passRetained(ServedObject(interface, handler))
        var slot: OpaquePointer?
        let code = sd_bus_add_object(
            bus, &slot, path,
            { message, context, _ in
                guard let message, let context else { return 0 }
                return Unmanaged<ServedObject>.fromOpaque(context).takeUnretainedValue().answer(message)
            }, object.toOpaque())
        guard code >= 0, let slot else {
            object.release()
            throw BusError(errno: code)
        }
        objects[slot] = object
    }

    private func message(_ call: Call) throws(BusError) -> BusMessage {
        // One reference, which `BusMessage` takes over.
        var raw: OpaquePointer?
        let code = sd_bus_message_new_method_call(
            bus, &raw, call.destination, call.path, call.interface, call.member)
        guard code >= 0, let raw else { throw BusError(errno: code) }
        let message = BusMessage(raw)
        // If the bus tried to start a service that cannot run, the call would wait for the bus's time limit.
        sd_bus_message_set_auto_start(raw, 0)
        try message.append(call.arguments)
        return message
    }

    fileprivate static func failure(_ code: Int32, _ error: sd_bus_error, isEarly: Bool) -> BusError {
        guard let name = error.name else { return BusError(errno: code) }
        return BusError(
            name: String(cString: name), message: error.message.map { String(cString: $0) } ?? "", isEarly: isEarly)
    }
}

/// Waits for the answer to a call.
private final class Wait {
    private(set) var outcome: Result<[BusValue], BusError>?
    /// The time limit of the call.
    private let end: ContinuousClock.Instant

    init(until end: ContinuousClock.Instant) { self.end = end }

    func take(_ raw: OpaquePointer) {
        if sd_bus_message_is_method_error(raw, nil) > 0 {
            let error = sd_bus_message_get_error(raw)?.pointee
            let isEarly = ContinuousClock.now < end
            outcome = .failure(
                error.map { SystemBus.failure(-EIO, $0, isEarly: isEarly) }
                    ?? .broken("D-Bus: an error without a name"))
            return
        }
        let message = BusMessage(sd_bus_message_ref(raw))
        outcome = Result { () throws(BusError) in try message.values() }
    }
}

/// Answers calls to an object of this program.
private final class ServedObject {
    private let interface: String
    private let handler: (SystemBus.Request) -> SystemBus.Answer

    init(_ interface: String, _ handler: @escaping (SystemBus.Request) -> SystemBus.Answer) {
        (self.interface, self.handler) = (interface, handler)
    }

    /// - Returns: 0 if the library must answer, 1 if the call was answered, negative on an error.
    func answer(_ raw: OpaquePointer) -> Int32 {
        guard sd_bus_message_is_method_call(raw, interface, nil) > 0, let member = sd_bus_message_get_member(raw)
        else { return 0 }
        let message = BusMessage(sd_bus_message_ref(raw))
        guard let arguments = try? message.values() else { return 0 }
        switch handler(SystemBus.Request(member: String(cString: member), arguments: arguments)) {
        case .values(let values): return reply(raw, values)
        case .error(let name, let words):
            var error = sd_bus_error()
            defer { sd_bus_error_free(&error) }
            sd_bus_error_set(&error, name, words)
            return sd_bus_reply_method_error(raw, &error)
        }
    }

    private func reply(_ call: OpaquePointer, _ values: [BusArgument]) -> Int32 {
        // One reference, which `BusMessage` takes over.
        var raw: OpaquePointer?
        let code = sd_bus_message_new_method_return(call, &raw)
        guard code >= 0, let raw else { return code }
        let message = BusMessage(raw)
        do throws(BusError) { try message.append(values) } catch { return -EINVAL }
        return sd_bus_send(nil, message.raw, nil)
    }
}

extension Duration {
    /// The duration in microseconds, at least 1.
    fileprivate var microseconds: UInt64 {
        let parts = components
        return UInt64(max(1, parts.seconds * 1_000_000 + parts.attoseconds / 1_000_000_000_000))
    }
}
