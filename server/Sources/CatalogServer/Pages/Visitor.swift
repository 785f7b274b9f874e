/// What a browser runs on, by what it says of itself (`User-Agent`): only which release is shown first depends on it.
enum Visitor: Sendable {
    case iOS, macOS, linux, other

    /// An iPad passes itself off as a Mac, so a page for a Mac shows how to install on an iPad, too.
    init(userAgent: String?) {
        let text = userAgent?.prefix(512) ?? ""
        if ["iPhone", "iPad", "iPod"].contains(where: { text.contains($0) }) {
            self = .iOS
        } else if text.contains("Macintosh") {
            self = .macOS
        } else if text.contains("Linux"), !text.contains("Android") {
            self = .linux
        } else {
            self = .other
        }
    }

    /// Whether a release for an operating system runs there, as far as a browser tells.
    func runs(_ operatingSystem: String) -> Bool {
        switch self {
        case .iOS: operatingSystem == "iOS"
        case .macOS: ["macOS", "Unix", "iOS"].contains(operatingSystem)
        case .linux: ["Linux", "Unix"].contains(operatingSystem)
        case .other: true
        }
    }
}
