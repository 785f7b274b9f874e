import AppGroupWindow
import CAdwaita

/// Actions that menus name.
@MainActor
enum Actions {
    /// Adds an action without a parameter.
    static func add(
        _ name: String, to group: UnsafeMutablePointer<GSimpleActionGroup>, _ act: @escaping @MainActor () -> Void
    ) {
        let action = g_simple_action_new(name, nil)!
        Signals.connect(action, "activate", hasArgument: true, act)
        g_action_map_add_action(OpaquePointer(group), action)
        g_object_unref(UnsafeMutableRawPointer(action))
    }

    /// Adds an action that is on or off, at first off.
    static func addSwitch(
        _ name: String, to group: UnsafeMutablePointer<GSimpleActionGroup>,
        _ act: @escaping @MainActor (Bool) -> Void
    ) {
        let action = g_simple_action_new_stateful(name, nil, g_variant_new_boolean(0))!
        var isOn = false
        Signals.connect(action, "activate", hasArgument: true) {
            isOn.toggle()
            g_simple_action_set_state(action, g_variant_new_boolean(isOn ? 1 : 0))
            act(isOn)
        }
        g_action_map_add_action(OpaquePointer(group), action)
        g_object_unref(UnsafeMutableRawPointer(action))
    }
}
