/// The values of a cache. If there is no room for more, values that were not used lately make room.
package struct CacheTable<Key: Hashable & Sendable, Value: Cacheable> {
    private struct Entry {
        let value: Value
        /// The place of its key in `order`.
        var place: Int
        /// Whether it was used since it was last considered for removal.
        var isUsed = false
    }

    private var entries: [Key: Entry] = [:]
    /// All keys, in any order.
    private var order: [Key] = []
    private var keys: [AccountID: Set<Key>] = [:]
    /// The place in `order` where the next removal begins to look.
    private var hand = 0

    /// The approximate memory that the values take, in bytes.
    package private(set) var cost = 0

    package init() {}

    /// The size of an entry without its value, in bytes.
    package static var entryCost: Int { 200 }

    /// The value of a key, which counts as used from now on.
    package mutating func use(_ key: Key) -> Value? {
        guard let index = entries.index(forKey: key) else { return nil }
        entries.values[index].isUsed = true
        return entries.values[index].value
    }

    /// Adds or replaces a value, and removes others until all fit into the limit.
    package mutating func insert(_ value: Value, as key: Key, limit: Int) {
        remove(key)
        entries[key] = Entry(value: value, place: order.count)
        order.append(key)
        keys[value.user, default: []].insert(key)
        cost += value.cost + Self.entryCost
        while cost > limit, order.count > 1 { removeUnused(except: key) }
    }

    package mutating func remove(_ key: Key) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        cost -= entry.value.cost + Self.entryCost
        let last = order.removeLast()
        if entry.place < order.count {
            order[entry.place] = last
            entries[last]?.place = entry.place
        }
        let user = entry.value.user
        keys[user]?.remove(key)
        if keys[user]?.isEmpty == true { keys[user] = nil }
    }

    /// Removes the values of these users that fulfill a condition; without users, those of all users.
    package mutating func remove(from users: Set<AccountID>?, where isOutdated: (Value) -> Bool) {
        let candidates = users.map { $0.flatMap { keys[$0] ?? [] } } ?? order
        for key in candidates {
            if let entry = entries[key], isOutdated(entry.value) { remove(key) }
        }
    }

    /// Removes the next value that was not used since the hand passed it last.
    private mutating func removeUnused(except kept: Key) {
        while true {
            hand = hand < order.count ? hand : 0
            let key = order[hand]
            hand += 1
            guard key != kept else { continue }
            guard entries[key]?.isUsed == true else { return remove(key) }
            entries[key]?.isUsed = false
        }
    }
}
