extension Registry {
    /// Gives schemes back to members that had yielded them, if no other member owns them now. To be called after an app has left
    /// or given up a scheme.
    ///
    /// If several members have yielded a scheme, the one that registered first gets it. An app that is still missing gets nothing:
    /// otherwise, an app that was unregistered would come back without its scheme, which would open nothing.
    func returnSchemes(_ writer: any RegistryWriter) throws {
        let members = try writer.appsWithYieldedClaims().filter { resolver.availability(of: $0).isInstalled }
        for var member in members.sorted(by: { ($0.registered, $0.id) < ($1.registered, $1.id) }) {
            for index in member.claims.indices where member.claims[index].isYielded {
                let scheme = member.claims[index].scheme
                if let owner = try writer.owner(of: scheme) {
                    guard let former = try writer.app(owner), former.unregistered != nil else { continue }
                    // First, because a storage may refuse a second owner.
                    try writer.save(former.yielding(scheme))
                }
                member.claims[index].isYielded = false
                try writer.save(member)
            }
        }
    }
}

extension AppRecord {
    /// The app after it has yielded a scheme.
    func yielding(_ scheme: URLScheme) -> AppRecord {
        var app = self
        app.claims = claims.map { $0.scheme == scheme ? SchemeClaim(scheme, isYielded: true) : $0 }
        return app
    }
}
