import AppGroupPlatform
import ToolDatabase
import ToolProgram
import ToolSupport

/// A file in the folder of a fund.
struct FundFile: Sendable {
    let fund: Fund
    /// Its path below the fund's folder.
    let path: String
    /// Its absolute path.
    let place: String

    /// What names it on the command line.
    var selector: String { "\(fund.name)/\(path)" }

    /// The names in a path below a fund's folder; nil if one is empty or hidden, such as `..`, which leads out of the folder.
    static func steps(in path: String) -> [Substring]? {
        let steps = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return steps.contains { $0.isEmpty || $0.first == UInt8(ascii: ".") } ? nil : steps.map { Substring($0) }
    }
}

extension Store {
    /// The file that a user means: `FUND/PATH`, an absolute path below the funds' folder, or a name that only one file
    /// has. A file with exactly this name comes before one whose name only looks the same.
    func file(_ what: String) throws -> FundFile {
        if what.hasPrefix("\(root)/") { return try file(String(what.dropFirst(root.count + 1))) }
        if let slash = what.utf8.firstIndex(of: UInt8(ascii: "/")), slash != what.startIndex {
            let fund = try fund(String(what[..<slash]))
            let path = String(what[what.utf8.index(after: slash)...])
            guard let file = try file(path, in: fund) ?? file(alike: path, in: fund) else {
                try refusePending(path, in: fund)
                try refuseDistant { $0.fund.id == fund.id && $0.content.path == path }
                throw ToolError.notFound(
                    "“\(fund.name)” has no file “\(path)”. "
                        + "To list its files: fund show \(fund.name.quotedForShell)")
            }
            return file
        }
        let found = try files(named: what)
        switch found.count {
        case 1: if let fund = try fund(id: found[0].fund), let file = file(found[0].path, in: fund) { return file }
        case 2...:
            throw NamedChoice.ambiguous(
                what, among: try found.map { "“\(try fund(id: $0.fund)?.name ?? "")/\($0.path)”" })
        default: break
        }
        // It may have arrived after the last scan.
        let here = try funds().compactMap { file(what, in: $0) }
        if here.isEmpty { for fund in try funds() { try refusePending(what, in: fund) } }
        guard here.count == 1 else {
            if here.isEmpty { try refuseDistant { $0.content.path == what } }
            throw ToolError.notFound(
                here.isEmpty
                    ? "No fund has a file “\(what)”. Name it as FUND/FILE; to list the files: fund show FUND"
                    : "Several funds have a file “\(what)”. Name it as FUND/FILE.")
        }
        return here[0]
    }

    /// Says how to get a file that only another device has.
    private func refuseDistant(_ isMeant: (SharedFile) -> Bool) throws {
        guard let shared = try sharedFiles().first(where: { $0.owner == nil && isMeant($0) }) else { return }
        throw ToolError.notFound(
            "“\(shared.selector)” is on another device, not on this one. To get it: fund sync --files "
                + shared.selector.quotedForShell)
    }

    /// The only file of a fund whose path looks like this one; nil if there is none.
    private func file(alike path: String, in fund: Fund) throws -> FundFile? {
        let found = try files(alike: path, in: fund)
        return found.count == 1 ? file(found[0].path, in: fund) : nil
    }

    /// A file of a fund, if it is there; nil also for a path that leads out of the fund's folder.
    func file(_ path: String, in fund: Fund) -> FundFile? {
        guard FundFile.steps(in: path) != nil else { return nil }
        let place = "\(folder(of: fund))/\(path)"
        guard (try? Files.isRegular(place)) == true else { return nil }
        return FundFile(fund: fund, path: path, place: place)
    }
}

extension Store {
    /// The user's favorite; nil if there is none, or if it is gone.
    func favorite() throws -> FundFile? {
        guard let value = try text(.favorite), let slash = value.firstIndex(of: "/"),
            let id = Int64(value[..<slash]),
            let fund = try fund(id: id)
        else { return nil }
        return file(String(value[value.index(after: slash)...]), in: fund)
    }

    /// Chooses the favorite, or none.
    func setFavorite(_ file: FundFile?) throws {
        try set(.favorite, to: file.map { "\($0.fund.id)/\($0.path)" })
    }
}
