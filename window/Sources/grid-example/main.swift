import AppGroup
import AppGroupWindow
import CAdwaita

guard gtk_init_check() != 0 else { fatalError("There is no display.") }
let group = CommandLine.arguments.dropFirst().first ?? "com.example.tools"
let window = UnsafeMutableRawPointer(gtk_window_new()!).assumingMemoryBound(to: GtkWindow.self)
gtk_window_set_title(window, "Notes")
gtk_window_set_default_size(window, 480, 360)

do {
    let grid = try AppGrid(Registry(group: GroupID(group)))
    grid.onFailure = { print("notes: \($0)") }
    gtk_window_set_child(window, grid.widget)
} catch {
    print("notes: \(error)")
}

gtk_window_present(window)
while g_list_model_get_n_items(gtk_window_get_toplevels()) > 0 { g_main_context_iteration(nil, 1) }
