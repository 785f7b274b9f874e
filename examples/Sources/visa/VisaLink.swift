import AppGroup

/// What a `visa:` URL asks for. Nothing that it can ask for changes what is tracked or uses the network.
enum VisaLink: Equatable {
    /// `visa://` or `visa://status`
    case all
    /// `visa://status?number=NUMBER`
    case application(number: String)

    init(parsing text: String) throws(VisaError) {
        let url: AppURL
        do { url = try AppURL(text) } catch { throw .unreadable(error.description) }
        guard url.scheme == "visa", ["", "status"].contains(url.host.lowercased()) else {
            throw .unreadable("visa opens visa:// and visa://status?number=NUMBER, and not \(text)")
        }
        if let number = url[query: "number"] {
            guard ApplicationNumber(number) != nil else {
                throw .unreadable("The link names no number: it should read visa://status?number=NUMBER")
            }
            self = .application(number: number)
        } else {
            self = .all
        }
    }
}
