import AppCatalog

/// What stands around the contents of every page.
struct PageFrame: Sendable {
    /// Whoever is logged in.
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
    /// The family whose tools the server has.
    let family: String
    let style = PageStyle.path
    let account: Account?
}
