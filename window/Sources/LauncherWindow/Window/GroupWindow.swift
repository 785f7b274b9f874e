import AppGroup
import AppGroupHome
import AppGroupText
import AppGroupWindow
import CAdwaita

/// The window: a search above the grid of apps and offers.
@MainActor
final class GroupWindow {
    let window: Widget
    let search = gtk_search_entry_new()!
    private let pages = gtk_stack_new()!
    private let emptyPage = adw_status_page_new()!
    private let command = gtk_label_new(nil)!
    private let total = gtk_label_new(nil)!
    let toasts = adw_toast_overlay_new()!
    let lastToast = LastToast()
    private let content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    let banner = Banner()
    let grid: TileGrid
    let menu: TileMenu
    let jobs = StoreJobs()
    private var shown: ShownGroups
    var contents = GroupFeed.Contents.nothing
    var model = HomeModel<GroupItem>()
    private var showsHidden = false
    /// Whether the groups have been read.
    private var hasContents = false
    /// Whether the user pressed Enter before that, and has not changed the text since.
    private var opensFirst = false

    /// Whether the search contains text that an input method has not completed.
    private(set) var hasPreedit = false

    /// Whether the window is only hidden when it is closed.
    var isResident = false
    /// Whether the window is closed when an app has been opened.
    var isOnce = false
    var onClosed: @MainActor () -> Void = {}

    private static let size: (width: Int32, height: Int32) = (720, 540)

    init(_ application: UnsafeMutablePointer<AdwApplication>, _ shown: ShownGroups) {
        self.shown = shown
        window = adw_application_window_new(
            UnsafeMutableRawPointer(application).assumingMemoryBound(to: GtkApplication.self))
        grid = TileGrid(width: Self.size.width, heading: "Available")
        menu = TileMenu(in: content, window: window)
        gtk_window_set_title(window.cast(), "Apps")
        gtk_window_set_default_size(window.cast(), Self.size.width, Self.size.height)
        gtk_widget_set_size_request(window, 360, 300)
        build()
        connect()
        follow(shown)
    }

    // MARK: - Contents

    private func build() {
        let header = adw_header_bar_new()!
        gtk_widget_set_hexpand(search, 1)
        app_group_set_accessible_label(search, "Search apps")
        app_group_set_placeholder(search, "Search apps, actions and offers")
        // GTK's emoji chooser, which the context menu offers, hangs at Home or End in 4.8 if it shows no emoji.
        if let text = gtk_editable_get_delegate(search.opaque) {
            gtk_text_set_input_hints(UnsafeMutablePointer(text), GTK_INPUT_HINT_NO_EMOJI)
            Signals.connect(text, pointer: "preedit-changed") { [unowned self] text in
                hasPreedit = text.map { UnsafePointer<CChar>($0).pointee != 0 } ?? false
            }
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
        CommandText.prepare(command)
        command.addClass("monospace")
        gtk_label_set_justify(command.opaque, GTK_JUSTIFY_CENTER)
        adw_status_page_set_child(emptyPage.opaque, command)
        gtk_stack_add_named(pages.opaque, grid.widget, "grid")
        gtk_stack_add_named(pages.opaque, emptyPage, "empty")
        gtk_widget_set_vexpand(pages, 1)
        adw_toast_overlay_set_child(toasts.opaque, pages)
        for part in [header, banner.widget, toasts] { gtk_box_append(content.cast(), part) }
        adw_application_window_set_content(window.cast(), content)
        WindowStyle.load()
        WindowStyle.followContrast(of: window)
    }

    private func mainMenuButton() -> Widget {
        let menu = g_menu_new()!
        g_menu_append(menu, "Show Hidden Apps", "window.show-hidden")
        g_menu_append(menu, "Close", "window.close")
        defer { g_object_unref(menu.instance) }
        let button = gtk_menu_button_new()!
        gtk_menu_button_set_icon_name(button.opaque, "open-menu-symbolic")
        // F10 opens it.
        gtk_menu_button_set_primary(button.opaque, 1)
        gtk_menu_button_set_menu_model(button.opaque, menu.cast())
        gtk_widget_set_tooltip_text(button, "Main menu")
        app_group_set_accessible_label(button, "Main menu")
        return button
    }

    /// Shows what is known now. The selection and the focus stay with their item.
    private func show(_ contents: GroupFeed.Contents) {
        self.contents = contents
        hasContents = true
        let hadFocus = grid.hasFocus
        model.show(searched) { _ in listed }
        showFound()
        if hadFocus { grid.focus(model.selection) }
        let sum = contents.total
        // In a narrow window, the search needs the room.
        gtk_label_set_text(total.opaque, sum > 9_999 ? "9999+" : "\(sum)")
        total.isVisible = sum != .zero
        app_group_set_accessible_label(total, "\(sum) in all")
        if let failure = contents.failures.first {
            let count = contents.failures.count
            banner.show(
                (count == 1 ? "" : "\(Quantity(count, "group")) cannot be read. ") + "\(failure)", about: .groups)
        } else {
            banner.hide(about: .groups)
        }
        if opensFirst { openSelected() }
    }

    private func showFound() {
        // The results of a search are in their own order, which mixes apps and offers.
        let offers = model.query.isEmpty ? contents.offers.count : 0
        grid.show(model.found, headingAfter: model.found.count - offers, of: contents, selection: model.selection)
        let isEmpty = model.found.isEmpty && hasContents
        gtk_stack_set_visible_child_name(pages.opaque, isEmpty ? "empty" : "grid")
        guard isEmpty else { return }
        let page = model.query.isEmpty ? EmptyPage(contents) : EmptyPage(searchIsURL: model.typedURL != nil)
        adw_status_page_set_title(emptyPage.opaque, page.title)
        adw_status_page_set_description(emptyPage.opaque, page.description)
        CommandText.show(page.command ?? "", in: command)
        command.isVisible = page.command != nil
    }

    private var hidden: [GroupItem] { showsHidden ? contents.hidden : [] }
    private var listed: [GroupItem] { contents.apps + hidden + contents.offers }
    private var searched: [GroupItem] { contents.searched + hidden }

    // MARK: - Actions

    private func connect() {
        keep(self, with: window, as: "group-window")
        Signals.connect(search, "changed") { [unowned self] in look() }
        Signals.connect(search, "activate") { [unowned self] in openSelected() }
        Signals.connect(window, question: "close-request") { [unowned self] in close() }
        let keys = gtk_event_controller_key_new()!
        gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
        Signals.connect(keysOf: keys) { [unowned self] key, modifiers in
            gtk_event_controller_get_current_event(keys).map { press(key, modifiers, $0) } ?? false
        }
        gtk_widget_add_controller(window, keys)
        grid.onSelect = { [unowned self] place in model.select(place) }
        grid.onOpen = { [unowned self] place in open(place) }
        grid.onMenu = { [unowned self] place, tile in showMenu(of: place, at: tile) }
        jobs.onChange = { [unowned self] in grid.progress = jobs.progress }
        jobs.onEnd = { [unowned self] failure in
            refresh()
            if let failure { show(failure) }
        }
        let actions = g_simple_action_group_new()!
        Actions.add("close", to: actions) { [unowned self] in gtk_window_close(window.cast()) }
        Actions.addSwitch("show-hidden", to: actions) { [unowned self] isOn in
            showsHidden = isOn
            if hasContents { show(contents) }
        }
        gtk_widget_insert_action_group(window, "window", OpaquePointer(actions))
        g_object_unref(actions)
    }

    /// Shows these groups from now on.
    func follow(_ shown: ShownGroups) {
        if shown !== self.shown {
            self.shown.feed.end()
            // Enter was for what was shown before.
            (hasContents, opensFirst) = (false, false)
        }
        self.shown = shown
        shown.onChange = { [weak self] contents in self?.show(contents) }
    }

    /// The groups that the window shows.
    var choice: ShownGroups.Choice { shown.choice }

    /// Reads the groups after a change by this process.
    func refresh() { shown.readAgain() }

    /// How many cells the grid has filled, and how many frames have been drawn.
    var counts: (cells: Int, frames: Int) {
        // GDK counts -1 frames until it draws the first one.
        (grid.cells, gtk_widget_get_frame_clock(window).map { max(0, Int(gdk_frame_clock_get_frame_counter($0))) } ?? 0)
    }

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
        shown.feed.end()
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
        opensFirst = false
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
        opensFirst = false
        model.look(for: text) { _ in listed }
        if grid.hasFocus {
            gtk_widget_grab_focus(search)
            gtk_editable_set_position(search.opaque, -1)
        }
        showFound()
        grid.scroll(to: 0)
    }

    private func openSelected() {
        opensFirst = !hasContents
        guard hasContents else { return }
        if model.selected != nil { return open(model.selection) }
        if let text = model.typedURL, let url = try? AppURL(text) { open(url) }
    }

    /// Opens a URL with the app that owns its scheme, in whichever group that is, or else with the desktop's default handler. Warns of
    /// each group that cannot be read, because it may have the app.
    private func open(_ url: AppURL) {
        let owners: [(registry: Registry, app: AppEntry)]
        var skipped: [String] = []
        do throws(AppGroupError) {
            owners = try GroupSet(contents.registries).owners(of: url.scheme) {
                skipped.append(GroupSet.sentence(leavingOut: $0, because: $1))
            }
        } catch {
            return banner.show("\(error)", about: .action)
        }
        guard owners.count < 2 else {
            let list = owners.map { "\($0.app.id) of \($0.registry.group)" }.joined(separator: " and ")
            return banner.show(
                "The scheme “\(url.scheme)” is held by \(list). Open one of them by its name.", about: .action)
        }
        let count = skipped.count > 1 ? "\(Quantity(skipped.count, "group")) cannot be read. " : ""
        let whenDone = beginOpening(warning: skipped.first.map { count + $0 })
        guard let owner = owners.first else {
            return AppOpener.open(url, in: contents.registries.onlyGroup, whenDone: whenDone)
        }
        AppOpener.open(.app(owner.app.id, url: url), in: owner.registry, whenDone: whenDone)
    }

    func open(_ place: Int) {
        guard model.found.indices.contains(place), let registry = contents.registries.of(model.found[place].group)
        else { return }
        let key = AppKey(model.found[place].id, model.found[place].group)
        let hasRing = jobs.isRunning(for: key)
        switch model.found[place] {
        case .action(let action, let app): start(.action(action.id, of: app.id), in: registry)
        case .app where hasRing, .offer where hasRing: jobs.cancel(key)
        case .app(let app): start(.app(app.id), in: registry)
        case .offer(let offer, _): jobs.start(.install, key, called: "\(offer.name)")
        }
    }

    /// Says why an installation failed. If the login has ended, a button leads to a new one.
    private func show(_ failure: StoreJobs.Failure) {
        guard let server = failure.login else { return banner.show(failure.sentence, about: .action) }
        let login = Banner.Remedy(label: "Log In…") { [unowned self] in
            AppOpener.openTerminal(runningLauncher: ["login", server]) { [weak self] failure in
                if let failure { self?.banner.show("\(failure)", about: .action) }
            }
        }
        banner.show(failure.sentence, about: .action, remedy: login)
    }

    func start(_ target: AppTarget, in registry: Registry) {
        AppOpener.open(target, in: registry, whenDone: beginOpening())
    }

    /// - Parameter warning: What to say, too. The window then stays, even if the opening succeeds.
    /// - Returns: To be called when the opening is done, with the reason if it failed.
    private func beginOpening(warning: String? = nil) -> @MainActor @Sendable (AppGroupError?) -> Void {
        // If the window is closed at once, the program still opens the app before it ends.
        g_application_hold(g_application_get_default())
        return { [weak self] failure in
            defer { g_application_release(g_application_get_default()) }
            guard let self else { return }
            let sentences = [failure.map { "\($0)" }, warning].compactMap(\.self)
            if sentences.isEmpty {
                banner.hide(about: .action)
            } else {
                banner.show(sentences.joined(separator: " "), about: .action)
            }
            guard failure == nil else { return }
            if isOnce, warning == nil { return gtk_window_close(window.cast()) }
            gtk_editable_set_text(search.opaque, "")
            refresh()
        }
    }
}
