import AppGroup

extension BadgeCount {
    /// A count from the command line, where one beyond the range is a mistake.
    init(argument: Int64) throws {
        guard (BadgeCount.zero.value...BadgeCount.maximum.value).contains(argument) else {
            throw AppGroupError(.invalidValue, "The badge \(argument) is beyond 0 to \(BadgeCount.maximum).")
        }
        self.init(clamping: argument)
    }
}
