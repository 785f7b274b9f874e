import AppGroup
import AppGroupPlatform
import ToolProgram
import ToolSupport

/// A small picture of a file, which all programs of the desktop share (freedesktop.org, Thumbnail Managing Standard
/// 0.9).
struct Thumbnail {
    private let file: String
    private let name: String
    private let folder: String?
    private let temporaryFolder: String

    /// The largest side, in pixels.
    private static let side = 128

    /// How long a program may take.
    private static let patience = Duration.seconds(60)

    /// - Parameters:
    ///   - file: The path of the file.
    ///   - name: What messages call it.
    init(of file: String, called name: String, in environment: ProcessEnvironment) {
        (self.file, self.name) = (file, name)
        folder = BaseDirectory.cache.folder(of: "thumbnails", in: environment)
        temporaryFolder = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    }

    /// The file's address, which names the picture.
    private var address: String { "file://\(PercentEncoding.encoded(file, keeping: "/!$&'()*+,:=@"))" }

    /// The path of the picture. It is made if there is none of the file as it is now.
    func made() throws -> String {
        guard let folder else {
            throw ToolError.configuration("fund doesn't know where to keep pictures: set XDG_CACHE_HOME or HOME.")
        }
        let path = "\(folder)/normal/\(MD5.hexadecimal(address)).png"
        let modified = "\(Files.modificationTime(of: file) ?? 0)"
        if let known = try? Files.fileContents(of: path, limit: 4 << 20),
            PNGText.has("Thumb::MTime", modified, in: known)
        {
            return path
        }
        try Files.makeFolder("\(folder)/normal")
        guard let image = try draw() else {
            throw ToolError.unavailable(
                "No picture of \(name) can be made. Is \(tool) installed, and is the file whole?")
        }
        let texts = [("Thumb::URI", address), ("Thumb::MTime", modified)]
        guard let marked = PNGText.adding(texts, to: image) else {
            throw ToolError.unavailable("\(tool) made no PNG image of \(name).")
        }
        do throws(SystemError) { try Files.replaceDurably(path, with: marked) } catch {
            throw ToolError.inputOutput("\(path) can't be written: \(error).")
        }
        return path
    }

    private var ending: String { file.lastIndex(of: ".").map { file[file.index(after: $0)...].lowercased() } ?? "" }

    private static let office: Set<String> = [
        "doc", "docx", "odt", "rtf", "xls", "xlsx", "ods", "ppt", "pptx", "odp", "csv",
    ]

    /// Whether a file of this kind is a drawing or an office document, even if its bytes are text.
    var isKnown: Bool { ending == "svg" || Self.office.contains(ending) }

    /// The program that draws a file of this kind.
    private var tool: String {
        switch ending {
        case "pdf": "pdftoppm"
        case "svg": "rsvg-convert"
        case _ where Self.office.contains(ending): "soffice"
        default: "ffmpegthumbnailer or ImageMagick’s convert"
        }
    }

    /// Draws the file with a program that takes as long as it is allowed to. What programs write is in a folder of its own, which
    /// is deleted even after Control-C: nobody else must find the text of a document.
    private func draw() throws -> [UInt8]? {
        try Interruption.keptBack { check -> [UInt8]? in
            let folder: String
            do throws(SystemError) { folder = try Files.makeTemporaryFolder("\(temporaryFolder)/fund") } catch {
                throw ToolError.inputOutput("No folder can be made in \(temporaryFolder): \(error).")
            }
            defer { try? Files.removeTree(folder) }
            let (draft, side) = ("\(folder)/picture", "\(Self.side)")
            let isDrawn: Bool
            switch ending {
            case "pdf": isDrawn = try drawPDF(file, draft, check)
            case "svg":
                isDrawn = try run(
                    ["rsvg-convert", "--keep-aspect-ratio", "-w", side, "-h", side, "-o", "\(draft).png", file], check)
            case _ where Self.office.contains(ending):
                isDrawn = try convertDocument(in: folder, check).map { try drawPDF($0, draft, check) } ?? false
            default:
                isDrawn =
                    try run(["ffmpegthumbnailer", "-i", file, "-o", "\(draft).png", "-s", side], check)
                    || run(["convert", "\(file)[0]", "-thumbnail", "\(side)x\(side)>", "png:\(draft).png"], check)
            }
            // A program that fails, such as on a full disk, may have written a part of the picture.
            guard isDrawn else { return nil }
            return try? Files.fileContents(of: "\(draft).png", limit: 4 << 20)
        }
    }

    /// - Parameter draft: The path of the picture, without its ending.
    private func drawPDF(_ path: String, _ draft: String, _ check: () throws -> Void) throws -> Bool {
        try run(["pdftoppm", "-png", "-singlefile", "-scale-to", "\(Self.side)", path, draft], check)
    }

    /// Makes a PDF of an office document, which gets the document's name. LibreOffice has its profile in the folder, too: it
    /// makes nothing while another one uses its profile.
    private func convertDocument(in folder: String, _ check: () throws -> Void) throws -> String? {
        let profile = "-env:UserInstallation=file://\(PercentEncoding.encoded(folder, keeping: "/"))/profile"
        let name = file.split(separator: "/").last.map(String.init) ?? ""
        let isConverted = try run(
            ["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", folder, file], check)
        return isConverted ? "\(folder)/\(name.dropLast(ending.utf8.count))pdf" : nil
    }

    /// - Parameter check: If it throws, the program is killed, and nothing else is started.
    private func run(_ command: [String], _ check: () throws -> Void) throws -> Bool {
        let status = try Processes.run(command, killedAfter: Self.patience, check: check)
        try check()
        return status == 0
    }
}
