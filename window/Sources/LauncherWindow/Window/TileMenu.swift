import AppGroupText
import AppGroupWindow
import CAdwaita

/// The menu of a tile. One is open at a time.
///
/// All tiles share one popover. One for each would have to be freed at the right moment: GTK 4.8.3 never frees a popover if it
/// is unparented in its signal `closed`.
@MainActor
final class TileMenu {
    struct Choice {
        let label: String
        let act: @MainActor () -> Void

        init(label: String, act: @escaping @MainActor () -> Void) {
            self.label = SafeText(label).description
            self.act = act
        }
    }

    /// The widget that the menu belongs to. A tile may go while the menu is open.
    private let parent: Widget
    private var choices: [Choice] = []
    private let popover: Widget
    /// The popover keeps this model, and its items change. With another model, GTK 4.8 would still align the items of the
    /// last one, which are freed, when the position changes.
    private let menu = g_menu_new()!
    private var whenClosed: @MainActor @Sendable () -> Void = {}

    init(in parent: Widget, window: Widget) {
        self.parent = parent
        popover = gtk_popover_menu_new_from_model(menu.cast())
        g_object_unref(menu.instance)
        gtk_widget_set_parent(popover, parent)
        let number = g_variant_type_new("i")
        // Its parameter is the place of a choice.
        let action = g_simple_action_new("choose", number)!
        g_variant_type_free(number)
        let group = g_simple_action_group_new()!
        g_action_map_add_action(OpaquePointer(group), action)
        gtk_widget_insert_action_group(window, "tile", OpaquePointer(group))
        g_object_unref(group)
        Signals.connect(action, pointer: "activate") { [unowned self] index in
            guard let index else { return }
            let place = Int(g_variant_get_int32(index))
            if choices.indices.contains(place) { choices[place].act() }
        }
        g_object_unref(action.instance)
        Signals.connect(popover, "closed") { [unowned self] in
            isOpen = false
            // The chosen action runs after this signal.
            MainLoop.postWhenIdle(whenClosed)
        }
    }

    private(set) var isOpen = false

    /// Opens the menu beside a tile.
    ///
    /// - Parameters:
    ///   - sections: The choices, section by section.
    ///   - whenClosed: Called after the menu has closed.
    func show(_ sections: [[Choice]], at tile: Widget, whenClosed: @escaping @MainActor @Sendable () -> Void) {
        guard !isOpen else { return }
        isOpen = true
        self.whenClosed = whenClosed
        choices = sections.flatMap(\.self)
        g_menu_remove_all(menu)
        var place: Int32 = 0
        for section in sections where !section.isEmpty {
            let part = g_menu_new()!
            for choice in section {
                // An underscore marks the letter of a menu's item.
                let label = choice.label.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__")
                let item = g_menu_item_new(label, nil)!
                g_menu_item_set_action_and_target_value(item, "tile.choose", g_variant_new_int32(place))
                g_menu_append_item(part, item)
                g_object_unref(UnsafeMutableRawPointer(item))
                place += 1
            }
            g_menu_append_section(menu, nil, part.cast())
            g_object_unref(part.instance)
        }
        var bounds = graphene_rect_t()
        if gtk_widget_compute_bounds(tile, parent, &bounds) != 0 {
            var place = GdkRectangle(
                x: Int32(bounds.origin.x), y: Int32(bounds.origin.y), width: Int32(bounds.size.width),
                height: Int32(bounds.size.height))
            gtk_popover_set_pointing_to(popover.cast(), &place)
            // GTK would leave it below the tile even if a small screen had more room above.
            let isLow = place.y + place.height / 2 > gtk_widget_get_height(parent) / 2
            gtk_popover_set_position(popover.cast(), isLow ? GTK_POS_TOP : GTK_POS_BOTTOM)
        }
        gtk_popover_popup(popover.cast())
    }
}
