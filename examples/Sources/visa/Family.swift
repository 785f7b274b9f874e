import AppGroup

/// visa's place in its family of tools: what it volunteers, and the way back in by URL.
enum Family {
    static let visa = Registry(group: "com.example.tools").join(
        RegisteredApp(
            id: "com.example.visa", name: "Visa", icon: .svg(Array(Picture.svg.utf8)), schemes: ["visa"],
            launch: .thisProgram("open-url", "%u")),
        onFailure: { Output.say($0) })

    /// Tells the family how many applications have changed unseen, what the newest change says, and when a table was
    /// read last.
    static func announce(_ list: TrackingList) {
        visa.setBadge(list.unseen)
        visa.setField("last-status", list.newest.map { .string($0.phrase.prefix(utf8: FieldValue.maximumLength)) })
        visa.setField("last-update", list.lastFound.map { .date($0.timestamp) })
    }

    /// Counts that its user opened visa, unless whoever opened it has counted it.
    static func noteOpening() { visa.recordOpening() }
}

extension String {
    /// As much of the beginning as has so many bytes, without what no field may hold.
    fileprivate func prefix(utf8 count: Int) -> String {
        String(decoding: utf8.lazy.filter { $0 != 0 }.prefix(count - 3), as: UTF8.self)
    }
}
