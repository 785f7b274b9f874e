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
    let style = PageStyle.path
    let account: Account?
}

/// The style sheet of all pages. Its path changes with its contents, so that browsers may cache it permanently.
enum PageStyle {
    static let css = PackageResources.style_css
    static let path = "/assets/\(SHA256.digest(of: css).prefix(8).hexadecimal).css"
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
