import AppGroup
import ToolSupport

/// posters' place in its group: what it tells the other apps, and how they open it.
enum Membership {
    static let posters = Registry(group: "com.example.tools").join(
        AppDescription(
            id: "com.example.posters", name: "Posters", icon: .svg(Array(icon.utf8)), schemes: ["posters"],
            launch: .thisProgram("open-url", "%u")),
        onFailure: { console.say($0) })

    /// Tells the group what needs the user, and where the report stands that changed last. All of it is one write.
    ///
    /// A supervisor's badge counts new reports. Anybody else's counts changes that they haven't seen and drafts that were not
    /// sent.
    static func announce(_ store: Store) throws {
        let counts = try store.counts()
        let drafts = try store.draftCount()
        let isSupervisor = try store.account()?.role.isSupervisor == true
        let latest = try store.latestChange()
        posters.change {
            $0.setBadge(isSupervisor ? counts.new : counts.unseen + drafts)
            $0.setField("newest", to: latest.map { FieldValue(fitting: News.sentence($0)) })
            $0.setField("drafts", to: drafts == 0 ? nil : .integer(Int64(drafts)))
        }
    }

    /// A pole with a poster that is half torn off, and a pin of a map.
    private static let icon = """
        <svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">
        <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#7b5cd6"/><stop offset="1" stop-color="#4a2f9e"/>
        </linearGradient></defs>
        <rect x="4" y="4" width="56" height="56" rx="13" fill="url(#sky)"/>
        <rect x="24" y="4" width="10" height="56" fill="#2f1c6b"/>
        <path d="M14 17h30v25l-8 8H14z" fill="#fff4d6"/>
        <path d="M44 42l-8 8v-8z" fill="#d9c48d"/>
        <rect x="18" y="22" width="22" height="5" rx="1.5" fill="#e4572e"/>
        <path d="M18 32h18M18 37h13" stroke="#8a7bb8" stroke-width="2.5" stroke-linecap="round"/>
        <path d="M47 31c-6 0-10 4.3-10 9.8 0 6.7 10 16.2 10 16.2s10-9.5 10-16.2c0-5.5-4-9.8-10-9.8z" \
        fill="#2fb3a3" stroke="#ffffff" stroke-width="2.5"/>
        <circle cx="47" cy="41" r="3.8" fill="#ffffff"/>
        </svg>

        """
}
