import Serving

/// Where a map's tiles come from: a URL with `{z}`, `{x}` and `{y}`, and the notice that their license asks for.
struct TileTemplate: Hashable, Sendable {
    let url: String
    let attribution: String

    /// Scheme and host, for the Content-Security-Policy.
    let origin: String

    /// Reads what a person typed.
    init(_ text: String, attribution: String) throws(ServiceError) {
        guard let match = text.wholeMatch(of: /(https?:\/\/[A-Za-z0-9.:\-]+)\/[A-Za-z0-9._~\/{}?=&%\-]*/),
            ["{z}", "{x}", "{y}"].allSatisfy({ text.contains($0) })
        else {
            throw ServiceError(
                .configuration,
                "“\(text)” is not a tile address; write it as https://tiles.example.org/{z}/{x}/{y}.png.")
        }
        url = text
        origin = String(match.1)
        self.attribution = attribution
    }
}
