import AppCatalog
import AppGroup

/// The part of a page around its contents. Each page has one, and the template `page` reads it.
struct PageFrame: Sendable {
    /// The user who is logged in.
    struct Account: Sendable {
        let name: String
        let publishes: Bool

        init(name: String, role: AccountRole) {
            self.name = name
            publishes = role >= .publisher
        }
    }

    /// The window's title.
    let title: String
    /// The group that the server serves.
    let group: String
    let style = PageAsset.style.path
    let icon = PageAsset.icon.path
    let account: Account?
}

/// A file that belongs to all pages. Its path changes with its contents, so that browsers may cache it permanently.
struct PageAsset: Sendable {
    static let style = PageAsset(PackageResources.style_css, suffix: "css", type: "text/css; charset=utf-8")
    static let icon = PageAsset(PackageResources.icon_svg, suffix: "svg", type: "image/svg+xml")

    let bytes: [UInt8]
    let path: String
    /// The `Content-Type`.
    let type: String

    private init(_ bytes: [UInt8], suffix: String, type: String) {
        (self.bytes, self.type) = (bytes, type)
        path = "/assets/\(SHA256.digest(of: bytes).prefix(8).hexadecimal).\(suffix)"
    }
}

/// The page that asks for a user name and a password.
struct LoginPage: Sendable {
    let frame: PageFrame
    /// Why the last attempt failed.
    let problem: String?
    let user: String
    /// Where to go afterwards: a path of this server.
    let next: String
}

/// A page that explains a problem.
struct ProblemPage: Sendable {
    let frame: PageFrame
    let heading: String
    let sentence: String
}

/// The page on which a publisher chooses or drops a package.
struct PublishPage: Sendable {
    let frame: PageFrame
    /// Why the last attempt was refused.
    let problem: String?
    /// What the last attempt published, in sentences.
    let published: [String]
    let beta: Bool
    let notes: String
}
