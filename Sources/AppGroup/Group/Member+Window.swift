import AppGroupPlatform

extension Member {
    /// Whether `launcher` opened a terminal's window for this app alone, which closes when the app ends. Such an app should
    /// show something to stay for instead of printing a line and ending.
    ///
    /// A tool that stays until its user closes it sets the field `hold` to `never`, so that `launcher` does not ask for one
    /// more key afterwards.
    ///
    /// It is the case if the environment variable `APP_GROUP_WINDOW` names the app, and standard input and output are a
    /// terminal.
    public var hasOwnWindow: Bool {
        registry.environment[Registry.windowVariable] == id.description
            && StandardStream.input.isTerminal && StandardStream.output.isTerminal
    }
}

extension Registry {
    /// The environment variable that names the app for which a window was opened.
    package static let windowVariable = "APP_GROUP_WINDOW"
}
