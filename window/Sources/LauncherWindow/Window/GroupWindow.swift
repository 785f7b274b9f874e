import AppGroup
import AppGroupHome
import AppGroupPlatform
import AppGroupWindow
import CAdwaita

/// The window: a search above the grid of apps and offers.
@MainActor
final class GroupWindow {
    private let window: Widget
    private let search = gtk_search_entry_new()!
    private let pages = gtk_stack_new()!
    private let emptyPage = adw_status_page_new()!
    private let total = gtk_label_new(nil)!
    private let toasts = adw_toast_overlay_new()!
    private let content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    private let banner = Banner()
    private let grid: TileGrid
    private let menu: TileMenu
    private let jobs = StoreJobs()
    private var feed: GroupFeed
    private var contents: GroupFeed.Contents
    private var model = HomeModel<GroupItem>()
    private var showsHidden = false

    private(set) var group: GroupID?
    private(set) var order: AppOrder?
    /// Whether the window is only hidden when it is closed.
    var isResident = false
    /// Whether the window is closed when an app has been opened.
    var isOnce = false
    var onClosed: @MainActor () -> Void = {}

    private static let size: (width: Int32, height: Int32) = (720, 540)

    /// - Throws: `AppGroupError` if the groups cannot be followed.
    init(_ application: UnsafeMutablePointer<AdwApplication>, _ group: GroupID?, _ order: AppOrder?)
        throws(AppGroupError)
    {
        (self.group, self.order) = (group, order)
        feed = try GroupFeed(group, order: order, environment: .current)
        contents = feed.read()
        window = adw_application_window_new(
            UnsafeMutableRawPointer(application).assumingMemoryBound(to: GtkApplication.self))
        grid = TileGrid(width: Self.size.width)
        menu = TileMenu(in: content, window: window)
        gtk_window_set_title(window.cast(), "Apps")
        gtk_window_set_default_size(window.cast(), Self.size.width, Self.size.height)
        gtk_widget_set_size_request(window, 360, 300)
        build()
        connect()
        show(contents)
        try follow()
    }

    // MARK: What is shown

    private func build() {
        let header = adw_header_bar_new()!
        gtk_widget_set_hexpand(search, 1)
        app_group_set_accessible_label(search, "Search apps")
        app_group_set_placeholder(search, "Search apps, actions and offers")
        // GTK's emoji chooser, which the context menu offers, hangs at Home or End in 4.8 if it shows no emoji.
        if let text = gtk_editable_get_delegate(search.opaque) {
            gtk_text_set_input_hints(UnsafeMutablePointer(text), GTK_INPUT_HINT_NO_EMOJI)
        }
        gtk_search_entry_set_key_capture_widget(search.opaque, window)
        let clamp = adw_clamp_new()!
        adw_clamp_set_maximum_size(clamp.opaque, 380)
        adw_clamp_set_child(clamp.opaque, search)
        gtk_widget_set_hexpand(clamp, 1)
        adw_header_bar_set_title_widget(header.opaque, clamp)
        total.addClass("window-total")
        total.addClass("numeric")
        gtk_widget_set_valign(total, GTK_ALIGN_CENTER)
        adw_header_bar_pack_start(header.opaque, total)
        adw_header_bar_pack_end(header.opaque, mainMenuButton())

        adw_status_page_set_icon_name(emptyPage.opaque, "view-app-grid-symbolic")
        gtk_stack_add_named(pages.opaque, grid.widget, "grid")
        gtk_stack_add_named(pages.opaque, emptyPage, "empty")
        gtk_widget_set_vexpand(pages, 1)
        adw_toast_overlay_set_child(toasts.opaque, pages)
        for part in [header, banner.widget, toasts] { gtk_box_append(content.cast(), part) }
        adw_application_window_set_content(window.cast(), content)
        WindowStyle.load()
    }

    private func mainMenuButton() -> Widget {
        let menu = g_menu_new()
        g_menu_append(menu, "Show Hidden Apps", "window.show-hidden")
        g_menu_append(menu, "Close", "window.close")
        defer { g_object_unref(UnsafeMutableRawPointer(menu)) }
        let button = gtk_menu_button_new()!
        gtk_menu_button_set_icon_name(button.opaque, "open-menu-symbolic")
        gtk_menu_button_set_menu_model(
            button.opaque, UnsafeMutableRawPointer(menu!).assumingMemoryBound(to: GMenuModel.self))
        gtk_widget_set_tooltip_text(button, "Main menu")
        app_group_set_accessible_label(button, "Main menu")
        return button
    }

    /// Shows what is known now. The selection and the focus stay with their item.
    private func show(_ contents: GroupFeed.Contents) {
        self.contents = contents
        let hadFocus = grid.hasFocus
        model.show(searched) { _ in listed }
        showFound()
        if hadFocus { grid.focus(model.selection) }
        let sum = contents.apps.filter(\.isShown).totalBadge
        gtk_label_set_text(total.opaque, sum == .zero ? "" : "\(sum)")
        total.isVisible = sum != .zero
        app_group_set_accessible_label(total, "\(sum) in all")
        gtk_widget_set_tooltip_text(total, "The sum of all badges")
        if let failure = contents.failures.first {
            banner.show(failure.inBanner, about: .groups)
        } else {
            banner.hide(about: .groups)
        }
    }

    private func showFound() {
        grid.show(model.found, of: contents.registries, selection: model.selection)
        gtk_stack_set_visible_child_name(pages.opaque, model.found.isEmpty ? "empty" : "grid")
        guard model.found.isEmpty else { return }
        if model.query.isEmpty {
            adw_status_page_set_title(emptyPage.opaque, "No App Has Joined Yet")
            adw_status_page_set_description(
                emptyPage.opaque,
                "A tool joins its group when it is first started, or with this command:\n"
                    + "launcher register com.example.hello --name Hello -- /usr/bin/hello")
        } else {
            adw_status_page_set_title(emptyPage.opaque, "No app answers to that.")
            adw_status_page_set_description(
                emptyPage.opaque, model.typedURL == nil ? nil : "Press Enter to open the URL.")
        }
    }

    private var hidden: [AppEntry] {
        showsHidden ? contents.apps.filter { $0.preferences.isHidden && $0.availability.isInstalled } : []
    }
    private var listed: [GroupItem] { contents.listed + hidden.map(GroupItem.app) }
    private var searched: [GroupItem] { contents.searched + hidden.map(GroupItem.app) }

    // MARK: What happens

    private func connect() {
        keep(self, with: window, as: "group-window")
        Signals.connect(search, "changed") { [unowned self] in look() }
        Signals.connect(search, "activate") { [unowned self] in openSelected() }
        Signals.connect(window, question: "close-request") { [unowned self] in close() }
        let keys = gtk_event_controller_key_new()!
        gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
        Signals.connect(keysOf: keys) { [unowned self] key, modifiers in press(key, modifiers) }
        gtk_widget_add_controller(window, keys)
        grid.onSelect = { [unowned self] place in model.select(place) }
        grid.onOpen = { [unowned self] place in open(place) }
        grid.onMenu = { [unowned self] place, tile in showMenu(of: place, at: tile) }
        jobs.onChange = { [unowned self] in grid.busy = jobs.apps }
        jobs.onEnd = { [unowned self] failure in
            refresh()
            if let failure { banner.show(failure, about: .action) }
        }
        let actions = g_simple_action_group_new()!
        Actions.add("close", to: actions) { [unowned self] in gtk_window_close(window.cast()) }
        Actions.addSwitch("show-hidden", to: actions) { [unowned self] isOn in
            showsHidden = isOn
            show(contents)
        }
        gtk_widget_insert_action_group(window, "window", OpaquePointer(actions))
    }

    private func follow() throws(AppGroupError) {
        let feed = feed
        try feed.follow { [weak self] contents in
            guard let self, self.feed === feed else { return }
            show(contents)
        }
    }

    /// Shows other groups, or the same in another order.
    func follow(_ group: GroupID?, _ order: AppOrder?) throws(AppGroupError) {
        let new = try GroupFeed(group, order: order, environment: .current)
        feed.end()
        (feed, self.group, self.order) = (new, group, order)
        show(feed.read())
        try follow()
    }

    /// Reads the groups after a change by this process, which gives no hint.
    private func refresh() { show(feed.read()) }

    /// Brings the window to the front.
    func present(searching text: String?, token: String?) {
        if let text { gtk_editable_set_text(search.opaque, text) }
        if let token { gtk_window_set_startup_id(window.cast(), token) }
        gtk_window_present(window.cast())
        gtk_widget_grab_focus(search)
        gtk_editable_set_position(search.opaque, -1)
    }

    /// Stops everything that was started. An installation is asked to end in order.
    func end() {
        feed.end()
        jobs.end()
    }

    /// - Returns: Whether the window stays, hidden.
    private func close() -> Bool {
        guard isResident else {
            end()
            onClosed()
            return false
        }
        window.isVisible = false
        gtk_editable_set_text(search.opaque, "")
        banner.hide(about: .action)
        model.select(0)
        showFound()
        grid.scroll(to: 0)
        return true
    }

    private func look() {
        let text = String(cString: gtk_editable_get_text(search.opaque))
        guard text != model.query else { return }
        model.look(for: text) { _ in listed }
        if grid.hasFocus {
            gtk_widget_grab_focus(search)
            gtk_editable_set_position(search.opaque, -1)
        }
        showFound()
        grid.scroll(to: 0)
    }

    private func press(_ key: UInt32, _ modifiers: GdkModifierType) -> Bool {
        guard !menu.isOpen else { return false }
        let held = modifiers.rawValue & (GDK_ALT_MASK.rawValue | GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue)
        switch (Int32(bitPattern: key), held) {
        case (GDK_KEY_Escape, 0):
            if model.query.isEmpty {
                gtk_window_close(window.cast())
            } else {
                gtk_editable_set_text(search.opaque, "")
                gtk_widget_grab_focus(search)
            }
        case (GDK_KEY_w, GDK_CONTROL_MASK.rawValue): gtk_window_close(window.cast())
        case (GDK_KEY_f, GDK_CONTROL_MASK.rawValue): gtk_widget_grab_focus(search)
        case (GDK_KEY_1...GDK_KEY_9, GDK_ALT_MASK.rawValue): open(Int(Int32(bitPattern: key) - GDK_KEY_1))
        case (GDK_KEY_Down, 0) where !grid.hasFocus && !model.found.isEmpty: grid.focus(model.selection)
        case (GDK_KEY_Menu, 0), (GDK_KEY_F10, GDK_SHIFT_MASK.rawValue):
            guard let tile = grid.widget(at: model.selection) else { return false }
            showMenu(of: model.selection, at: tile)
        default: return false
        }
        return true
    }

    private func openSelected() {
        if model.selected != nil { return open(model.selection) }
        guard let text = model.typedURL, let url = try? AppURL(text), let registry = contents.registries.first else {
            return
        }
        start(.url(url), in: registry)
    }

    private func open(_ place: Int) {
        guard model.found.indices.contains(place), let registry = contents.registries.of(model.found[place].group)
        else { return }
        switch model.found[place] {
        case .app(let app): start(.app(app.id), in: registry)
        case .action(let action, let app): start(.action(action.id, of: app.id), in: registry)
        case .offer(let offer, let group):
            if jobs.apps.contains(offer.app) { return jobs.cancel(offer.app) }
            jobs.start(.install, offer.app, in: group)
        }
    }

    private func start(_ target: AppTarget, in registry: Registry) {
        // If the window is closed at once, the program still opens the app before it ends.
        g_application_hold(g_application_get_default())
        AppOpener.open(target, in: registry) { [weak self] failure in
            defer { g_application_release(g_application_get_default()) }
            guard let self else { return }
            if let failure { return banner.show("\(failure)", about: .action) }
            banner.hide(about: .action)
            if isOnce { return gtk_window_close(window.cast()) }
            gtk_editable_set_text(search.opaque, "")
            refresh()
        }
    }

    // MARK: The menu of an app

    private func showMenu(of place: Int, at tile: Widget) {
        guard model.found.indices.contains(place) else { return }
        let item = model.found[place]
        menu.show(choices(for: item, at: place), at: tile) { [unowned self] in grid.focus(model.selection) }
    }

    private func choices(for item: GroupItem, at place: Int) -> [[TileMenu.Choice]] {
        guard let app = item.app else {
            return [[.init(label: "Install") { [unowned self] in open(place) }]]
        }
        let (id, group) = (app.id, app.group)
        let isPinned = app.preferences.isPinned
        let isPackage = app.record.isInstalledPackage
        let registry = contents.registries.of(group)
        let actions = app.actions.map { action in
            TileMenu.Choice(label: "\(action.name)") { [unowned self] in
                if let registry { start(.action(action.id, of: id), in: registry) }
            }
        }
        let visibility =
            app.preferences.isHidden
            ? TileMenu.Choice(label: "Show") { [unowned self] in setHidden(false, app) }
            : TileMenu.Choice(label: "Hide") { [unowned self] in setHidden(true, app) }
        var last: [TileMenu.Choice] = []
        if let version = app.availableVersion {
            last.append(.init(label: "Update to \(version)") { [unowned self] in jobs.start(.update, id, in: group) })
        }
        if isPackage, app.packages.count > 1 {
            last.append(
                .init(label: "Go Back to the Version Before") { [unowned self] in jobs.start(.rollback, id, in: group) }
            )
        }
        last.append(.init(label: "Info") { [unowned self] in Dialogs.info(about: app, over: window) })
        last.append(
            .init(label: isPackage ? "Uninstall…" : "Remove from the Group…") { [unowned self] in
                Dialogs.askToUninstall(app, over: window) { [unowned self] in change(.uninstall(id, group)) }
            })
        return [
            [.init(label: "Open") { [unowned self] in if let registry { start(.app(id), in: registry) } }] + actions,
            [
                .init(label: isPinned ? "Unpin" : "Pin") { [unowned self] in change(.pin(id, group, !isPinned)) },
                visibility,
            ],
            last,
        ]
    }

    /// Changes a registry as the user wishes, and shows the result.
    private func change(_ wish: HomeWish) {
        do throws(AppGroupError) {
            _ = try wish.change(contents.registries)
            banner.hide(about: .action)
        } catch {
            banner.show("\(error)", about: .action)
        }
        refresh()
    }

    private func setHidden(_ isHidden: Bool, _ app: AppEntry) {
        do throws(AppGroupError) {
            try contents.registries.of(app.group)?.setHidden(isHidden, of: app.id)
        } catch {
            return banner.show("\(error)", about: .action)
        }
        refresh()
        guard isHidden else { return }
        let toast = Toasts.make("Hid \(app.name)", button: "Undo") { [unowned self] in setHidden(false, app) }
        adw_toast_overlay_add_toast(toasts.opaque, toast)
    }
}

extension AppGroupError {
    /// The text of a banner about a group that cannot be read.
    fileprivate var inBanner: String {
        code == .damaged && !description.contains("doctor")
            ? "\(self) To repair it: launcher doctor --repair" : "\(self)"
    }
}
