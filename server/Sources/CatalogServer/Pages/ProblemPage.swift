/// A page that says why there is no other.
struct ProblemPage: Sendable {
    let title: String
    let family: String
    let style = PageStyle.path
    let account: PageFrame.Account?
    let heading: String
    let sentence: String
}
