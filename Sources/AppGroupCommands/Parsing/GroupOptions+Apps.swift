public import AppGroup
import AppGroupPlatform
public import ArgumentParser

/// The app that a user names, in the groups that the option selects.
extension GroupOptions {
    /// Finds an app to show or to open: by its id, its name, its scheme, or a part of its name.
    ///
    /// - Throws: `AppGroupError` if no app or more than one app matches.
    public func app(_ what: String) throws -> MemberApp { try finder().app(what) }

    /// Finds an app to change. A text in the form of an id is the complete id of an app or a part of its name, never a part of
    /// another id: a script that names an app which is gone changes no other.
    ///
    /// - Throws: `AppGroupError` if no app or more than one app matches.
    public func appToChange(_ what: String) throws -> MemberApp { try finder().appToChange(what) }

    /// Changes the app that the user named. On a terminal, says which app that was if only a part of its name was typed.
    ///
    /// - Parameter change: Throws `AppGroupError` with the code `noSuchApp` and changes nothing if there is no app with
    ///   this id.
    /// - Throws: `AppGroupError` if no app or more than one app matches, or what `change` throws.
    package func change(_ what: String, _ change: (Registry, AppID) throws -> Void) throws {
        guard let app = try finder().change(what, change), StandardStream.error.isTerminal, !app.isFullyNamed(what)
        else { return }
        Talk.say("“\(what)” is \(app.name) (\(app.id)).")
    }

    /// Finds apps in the named group, or in all on this machine.
    package func finder() throws -> AppFinder { AppFinder(GroupSet(try registries())) }
}

extension ArgumentHelp {
    /// The help of an argument that names an app.
    public static var app: ArgumentHelp {
        ArgumentHelp("The app: its id, its name or a part of it, or its scheme.", valueName: "app")
    }

    /// The help of an argument that may name an app.
    package static var appOfAll: ArgumentHelp { ArgumentHelp("The app (default: all apps).", valueName: "app") }
}
