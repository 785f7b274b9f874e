// A tool that keeps its grids in variables, as a reference to any view is kept. The tests run it.
//
//     grid-keeper change LAUNCHER APP    closes the window while a change of the group waits for the main loop
//     grid-keeper retry                  makes 50 grids of a group that cannot be read

import AppGroup
import AppGroupWindow
import CAdwaita
import Glibc

guard gtk_init_check() != 0 else { fatalError("There is no display.") }
let words = CommandLine.arguments.dropFirst()
let registry = Registry(group: GroupID(stringLiteral: String(cString: getenv("APP_GROUP"))))

@MainActor
func doWhatWaits() {
    while g_main_context_iteration(nil, 0) != 0 {}
}

@MainActor
func outliveWidget() throws {
    let window = UnsafeMutableRawPointer(gtk_window_new()!).assumingMemoryBound(to: GtkWindow.self)
    let grid = try AppGrid(registry)
    gtk_window_set_child(window, grid.widget)
    gtk_window_present(window)
    while gtk_widget_get_width(grid.widget) == 0 { g_main_context_iteration(nil, 1) }
    doWhatWaits()
    guard system("'\(words[2])' badge set \(words[3]) 1") == 0 else { fatalError("The badge cannot be set.") }
    // Time for the thread of the grid to read the group and pass it on, while nothing runs here.
    sleep(1)
    gtk_window_destroy(window)
    doWhatWaits()
    withExtendedLifetime(grid) { print("The grid has outlived its widget.") }
}

func descriptors() -> Int {
    guard let folder = opendir("/proc/self/fd") else { fatalError("/proc is not there.") }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count
}

@MainActor
func retry() {
    var first = 0
    for attempt in 1...50 {
        guard (try? AppGrid(registry)) == nil else { fatalError("The group can be read.") }
        doWhatWaits()
        // By now, everything is open that is opened once.
        if attempt == 10 { first = descriptors() }
    }
    // Threads of the last attempts may still be running.
    for _ in 0..<1000 where descriptors() > first { usleep(10_000) }
    print("\(max(0, descriptors() - first)) descriptors are left behind.")
}

switch words.first {
case "change": try outliveWidget()
default: retry()
}
