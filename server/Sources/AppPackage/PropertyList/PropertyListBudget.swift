/// What is left of the limits while a property list is read.
struct PropertyListBudget {
    private let limits: PropertyListLimits
    private var values: Int
    private var content: Int

    init(_ limits: PropertyListLimits) {
        self.limits = limits
        values = limits.values
        content = limits.content
    }

    /// Accounts for values and keys before they are read.
    mutating func spend(values count: Int) throws(PackageError) {
        guard count <= values else { throw .propertyList("it holds more than \(limits.values) values and keys") }
        values -= count
    }

    /// Accounts for a text or for data before it is copied.
    mutating func spend(bytes count: Int) throws(PackageError) {
        guard count <= content else {
            throw .propertyList("it holds more than \(limits.content) bytes of text and data")
        }
        content -= count
    }

    /// Refuses an array or a dictionary that lies in too many others; the outermost has depth 1.
    func enter(depth: Int) throws(PackageError) {
        guard depth <= limits.depth else {
            throw .propertyList("arrays and dictionaries in it are nested more than \(limits.depth) deep")
        }
    }
}
