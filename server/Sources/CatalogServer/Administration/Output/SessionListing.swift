import AppCatalog

/// Where somebody is logged in.
enum SessionListing {
    static func listing(_ list: SessionList) -> WireListing<SessionList> {
        WireListing(
            list, ["ID", "LAST USED", "SINCE", "UNTIL", "CLIENT"],
            list.sessions.map {
                [.text($0.id), .moment($0.lastUsed), .moment($0.created), .text($0.expires), .text($0.client)]
            })
    }
}
