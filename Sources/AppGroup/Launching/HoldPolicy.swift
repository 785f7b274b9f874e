/// Whether a window that was opened for a terminal app stays after the app has ended, until the user presses a key.
package enum HoldPolicy: String, CaseIterable, Sendable {
    /// If the app failed or ended within a few seconds, so that its text could not be read, unless the app's own setting
    /// says otherwise. Only in a terminal that was opened for the app.
    case auto
    case always
    case never

    /// How soon an app must have ended by itself for its window to stay.
    private static let shortest = Duration.seconds(5)

    /// The status of a program that the user interrupted with Ctrl-C.
    private static let interrupted: AppExitStatus = 130

    /// Whether the window stays.
    ///
    /// - Parameters:
    ///   - status: The app's exit status.
    ///   - duration: The time for which the app ran.
    ///   - isOwnWindow: Whether the terminal was opened for the app and closes when this process ends.
    ///   - setting: The app's own setting, which counts for `auto`.
    package func holds(
        status: AppExitStatus, after duration: Duration, isOwnWindow: Bool, setting: HoldPolicy?
    ) -> Bool {
        switch self == .auto ? setting ?? .auto : self {
        case .always: true
        case .never: false
        case .auto: isOwnWindow && status != Self.interrupted && (status != .success || duration < Self.shortest)
        }
    }
}
