extension PackageError {
    /// An icon's file that is not used, and why.
    static func icon(_ name: String, _ reason: String) -> PackageError {
        PackageError(
            .refused,
            "The icon \(Quoted.text(name)) is not used: \(reason). Give a PNG image of 1 to 2048 pixels a side.")
    }
}
