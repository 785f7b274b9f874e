import AppCatalog

/// The page on which a publisher chooses or drops a package.
struct PublishPage: Sendable {
    let title = "Publish"
    let family: String
    let style = PageStyle.path
    let account: PageFrame.Account?
    /// Why the last attempt was refused.
    let problem: String?
    /// What the last attempt published.
    let published: String?
    let beta: Bool
    let notes: String
}
