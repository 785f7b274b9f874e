/// The page that asks for name and password.
struct LoginPage: Sendable {
    let title = "Log in"
    let family: String
    let style = PageStyle.path
    let account: PageFrame.Account? = nil
    /// Why the last attempt failed.
    let problem: String?
    let user: String
    /// Where to go afterwards: a path of this server.
    let next: String
}
