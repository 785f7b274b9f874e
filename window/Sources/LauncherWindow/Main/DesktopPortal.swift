import CAdwaita

/// The desktop's portal: libadwaita reads from it whether the user wants dark colors, and GTK looks for more.
@MainActor
enum DesktopPortal {
    private static let name = "org.freedesktop.portal.Desktop"
    /// In milliseconds. The bus may have to start the portal first, which takes a second.
    private static let patience: Int32 = 3_000

    /// Makes GTK and libadwaita do without the portal if it does not answer. Each of them would wait for half a minute, and
    /// no window would appear before that.
    static func leaveOutIfSilent() {
        guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return }
        let question = app_group_strings("org.freedesktop.portal.Settings", "version")
        if isSilent(
            call(bus, name, "/org/freedesktop/portal/desktop", "org.freedesktop.DBus.Properties", "Get", question))
        {
            let owner = call(
                bus, "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetNameOwner", app_group_string(name))
            if case .text(let owner) = owner { refuseCalls(of: [name, owner], on: bus) }
        }
        g_object_unref(UnsafeMutableRawPointer(bus))
    }

    private enum Answer {
        case text(String)
        case other
        /// A bus without a portal answers at once.
        case error
        case silence
    }

    private static func isSilent(_ answer: Answer) -> Bool { if case .silence = answer { true } else { false } }

    private static func call(
        _ bus: OpaquePointer, _ name: String, _ path: String, _ interface: String, _ method: String,
        _ arguments: OpaquePointer?
    ) -> Answer {
        var failure: UnsafeMutablePointer<GError>?
        let answer = g_dbus_connection_call_sync(
            bus, name, path, interface, method, arguments, nil, G_DBUS_CALL_FLAGS_NONE, patience, nil, &failure)
        if let failure {
            defer { g_error_free(failure) }
            return g_error_matches(failure, g_io_error_quark(), gint(G_IO_ERROR_TIMED_OUT.rawValue)) != 0
                ? .silence : .error
        }
        guard let answer else { return .error }
        defer { g_variant_unref(answer) }
        guard let text = app_group_first_string(answer) else { return .other }
        defer { g_free(text) }
        return .text(String(cString: text))
    }

    /// From now on, calls of the portal by this process go to a name without an owner, so that the bus refuses them at once.
    private static func refuseCalls(of names: [String], on bus: OpaquePointer) {
        // The connection stays the one that GTK uses.
        g_object_ref(UnsafeMutableRawPointer(bus))
        for name in names { g_dbus_connection_add_filter(bus, redirect, g_strdup(name), g_free) }
    }

    /// GLib calls this on a thread of its own.
    private nonisolated static let redirect: GDBusMessageFilterFunction = { _, message, isIncoming, data in
        let name = data?.assumingMemoryBound(to: CChar.self)
        guard isIncoming == 0, g_strcmp0(g_dbus_message_get_destination(message), name) == 0,
            let message, let redirected = g_dbus_message_copy(message, nil)
        else { return message }
        g_object_unref(UnsafeMutableRawPointer(message))
        g_dbus_message_set_destination(redirected, "local.launcher.NoPortal")
        return redirected
    }
}
