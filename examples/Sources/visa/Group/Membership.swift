import AppGroup

/// visa's place in its group: what it tells the other apps, and how they open it.
enum Membership {
    static let visa = Registry(group: "com.example.tools").join(
        AppDescription(
            id: "com.example.visa", name: "Visa", icon: .svg(Array(icon.utf8)), schemes: ["visa"],
            launch: .thisProgram("open-url", "%u")),
        onFailure: { console.say($0) })

    /// Tells the group how many applications have changes that the user has not seen, what the newest change says, and
    /// when a number was found last. All of it is one write.
    static func announce(_ list: TrackingList) {
        visa.change {
            $0.setBadge(list.unseen)
            $0.setField("last-status", to: list.newest.map { FieldValue(fitting: $0.phrase) })
            $0.setField("last-update", to: list.lastFound.map { .date($0.timestamp) })
        }
    }

    /// A passport with a stamp.
    private static let icon = """
        <svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">
        <rect x="10" y="4" width="44" height="56" rx="5" fill="#1f3a6e"/>
        <rect x="10" y="4" width="7" height="56" rx="3" fill="#172c54"/>
        <circle cx="35" cy="24" r="10" fill="none" stroke="#e7c66b" stroke-width="2.5"/>
        <path d="M25 24h20M35 14v20M28.5 18q6.5 4 13 0M28.5 30q6.5-4 13 0" fill="none" stroke="#e7c66b" stroke-width="1.6"/>
        <path d="M25 42h20M28 47h14" stroke="#e7c66b" stroke-width="2.5" stroke-linecap="round"/>
        <circle cx="50" cy="50" r="12" fill="#2e9d5b" stroke="#ffffff" stroke-width="2.5"/>
        <path d="M44.5 50l4 4 7-8" fill="none" stroke="#ffffff" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/>
        </svg>

        """
}
