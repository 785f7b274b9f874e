import AppGroup
import CLibzip

/// Writes a zip archive. Nothing in it tells when or by whom it was made, so the same contents give the same bytes.
struct ArchiveWriter: ~Copyable {
    private let zip: Libzip
    private let archive: OpaquePointer
    /// Its name in sentences.
    private let name: String
    /// Memory that libzip reads when the archive is closed.
    private var buffers: [UnsafeMutableBufferPointer<UInt8>] = []

    /// The default level of zip(1) and zlib.
    private static let compressionLevel: UInt32 = 6
    /// 1980-01-01 in the format of MS-DOS, the first day that a zip archive can express.
    private static let date: UInt16 = 0x21

    private enum Mode {
        static let folder: UInt32 = 0o040755
        static let program: UInt32 = 0o100755
        static let file: UInt32 = 0o100644
        static let link: UInt32 = 0o120777
    }

    /// Makes a new file; fails if it exists. Sentences call it `name`.
    init(path: String, named name: String) throws(PackageError) {
        self.name = name
        let zip = try Libzip.loaded()
        var code: Int32 = 0
        guard let archive = zip.open(path, ZIP_CREATE | ZIP_EXCL, &code) else {
            var error = zip_error_t()
            zip.error_init_with_code(&error, code)
            defer { zip.error_fini(&error) }
            throw PackageError(
                .cannotCreate, "\(PlainText.quoted(path: name)) cannot be made: \(zip.words(for: &error)).")
        }
        (self.zip, self.archive) = (zip, archive)
    }

    mutating func add(_ item: PackingList.Item) throws(PackageError) {
        switch item.content {
        case .folder:
            let index = zip.dir_add(archive, item.name, UInt32(ZIP_FL_ENC_UTF_8))
            try finish(index, item, mode: Mode.folder)
        case .file(let path, let isExecutable):
            guard let source = zip.source_file(archive, path, 0, 0) else { throw failure(item.name) }
            try finish(try add(source, item), item, mode: isExecutable ? Mode.program : Mode.file)
        case .link(let target):
            let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: target.utf8.count)
            _ = bytes.initialize(from: target.utf8)
            buffers.append(bytes)
            guard let source = zip.source_buffer(archive, bytes.baseAddress, UInt64(bytes.count), 0) else {
                throw failure(item.name)
            }
            try finish(try add(source, item), item, mode: Mode.link)
        }
    }

    /// Reads all the files and writes the archive. If that fails, nothing is left behind.
    consuming func close() throws(PackageError) {
        if zip.close(archive) != 0 {
            let error = failure(name)
            zip.discard(archive)
            free()
            throw error
        }
        free()
    }

    /// Stops without leaving anything behind.
    consuming func discard() {
        zip.discard(archive)
        free()
    }

    private func free() { for buffer in buffers { buffer.deallocate() } }

    private func add(_ source: OpaquePointer, _ item: PackingList.Item) throws(PackageError) -> Int64 {
        let index = zip.file_add(archive, item.name, source, UInt32(ZIP_FL_ENC_UTF_8))
        if index < 0 { zip.source_free(source) }
        return index
    }

    private func finish(_ index: Int64, _ item: PackingList.Item, mode: UInt32) throws(PackageError) {
        guard index >= 0,
            zip.file_set_dostime(archive, UInt64(index), 0, Self.date, 0) == 0,
            zip.file_set_external_attributes(archive, UInt64(index), 0, UInt8(ZIP_OPSYS_UNIX), mode << 16) == 0,
            zip.set_file_compression(archive, UInt64(index), ZIP_CM_DEFAULT, Self.compressionLevel) == 0
        else { throw failure(item.name) }
    }

    private func failure(_ name: String) -> PackageError {
        let error = zip.get_error(archive)
        let reason = error.map { zip.words(for: $0) } ?? "unknown"
        let number = error.map { zip.error_code_system($0) } ?? 0
        return PackageError(
            .inputOutput, "\(PlainText.quoted(path: name)) cannot be packed: \(reason); check the file and the disk.",
            errno: number == 0 ? nil : number)
    }
}
