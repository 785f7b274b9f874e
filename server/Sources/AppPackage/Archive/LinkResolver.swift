import AppGroup
import AppGroupPlatform

/// Follows an archive's symbolic links as the operating system would, to check that each leads to something in the same app.
struct LinkResolver {
    private let tree: ArchiveTree
    private let targets: [Int: String]
    private let limits: ArchiveLimits
    /// The destinations of links that were followed before, and the number of links on the way.
    private var known: [Int: (node: Int, hops: Int)] = [:]

    /// `targets` are keyed by the entries' positions in the directory.
    init(_ tree: ArchiveTree, targets: [Int: String], _ limits: ArchiveLimits) {
        (self.tree, self.targets, self.limits) = (tree, targets, limits)
    }

    /// Refuses the archive if one of its links leads outside, nowhere, or in circles.
    mutating func checkAll(_ headers: [CentralHeader]) throws(PackageError) {
        for (node, place) in tree.nodes.enumerated() where place.type == .link {
            guard let entry = place.entry else { continue }
            _ = try destination(of: node, named: headers[entry].name, depth: 1)
        }
    }

    /// The text of a link's target.
    ///
    /// - Throws: The reason why it cannot be one.
    static func target(in bytes: [UInt8], of name: String, _ limits: ArchiveLimits) throws(PackageError) -> String {
        guard !bytes.isEmpty, let target = String(validating: bytes, as: UTF8.self) else {
            throw ArchiveFault.entry(name, "is a link whose target is not a path")
        }
        if let problem = EntryName.character(in: target) {
            throw ArchiveFault.entry(name, "is a link whose target \(problem)")
        }
        guard bytes.first != UInt8(ascii: "/") else {
            throw ArchiveFault.entry(name, "is a link to the absolute path \(PlainText.quoted(path: target))")
        }
        guard Paths.components(of: target).count <= limits.depth else {
            throw ArchiveFault.entry(name, "is a link whose target has more than \(limits.depth) parts")
        }
        return target
    }

    /// `name` is the name of the first link, and `depth` the number of links that led here.
    private mutating func destination(
        of link: Int, named name: String, depth: Int
    ) throws(PackageError) -> (node: Int, hops: Int) {
        if let known = known[link] { return known }
        let target = tree.nodes[link].entry.flatMap { targets[$0] } ?? ""
        let home = tree.home(of: link)
        var (node, hops) = (tree.nodes[link].parent, 1)
        for part in Paths.components(of: target) where part != "." {
            guard tree.nodes[node].type == .directory else { throw dangling(name, target) }
            if part == ".." {
                guard node != home else {
                    throw ArchiveFault.entry(
                        name, "is a link that leads out of the app, to \(PlainText.quoted(path: target))")
                }
                node = tree.nodes[node].parent
                continue
            }
            guard let child = tree.child(part, of: node) else { throw dangling(name, target) }
            node = child
            if tree.nodes[child].type == .link {
                let next = depth < limits.hops ? try destination(of: child, named: name, depth: depth + 1) : nil
                hops += next?.hops ?? limits.hops
                node = next?.node ?? node
            }
            guard hops <= limits.hops else {
                throw ArchiveFault.entry(name, "is a link that leads in a circle, or through too many others")
            }
        }
        known[link] = (node, hops)
        return (node, hops)
    }

    private func dangling(_ name: String, _ target: String) -> PackageError {
        ArchiveFault.entry(name, "is a link to \(PlainText.quoted(path: target)), which is not there")
    }
}
