import Serving

/// What a catalog says while it is copied to another place, and what the copy says until it is complete. Both are properties of
/// the catalog, so that every process knows.
enum Moving {
    /// The name of the property of a catalog that was or is being copied. Its value names the copy.
    static let source = "moving"

    /// The name of the property of a copy that is not complete. Its value names what it is a copy of.
    static let unfinished = "copying"

    /// The answer to every change of a catalog that is being copied.
    static func error(to place: String) -> ServiceError {
        ServiceError(
            .busy,
            "The catalog is being moved and can't be changed until the new one serves; try again later. (Its administrator: it "
                + "moves to \(place); catalog-server copy --abandon makes it writable again.)", retryAfter: 60)
    }
}
