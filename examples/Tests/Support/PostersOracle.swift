package import Foundation

/// Programs and photos that are not ours, which `scripts/setup test` installs.
package enum PostersOracle {
    private static let tools = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../.build/tools").standardized

    /// Python with phonenumbers, Pillow, pillow-heif and piexif.
    package static let python = tools.appending(path: "posters-1/bin/python")

    /// Photos of many cameras: the samples in the source package of ExifTool.
    package static let samples = tools.appending(path: "exiftool-12.57/t/images")

    /// Debian's ExifTool.
    package static let exiftool = URL(filePath: "/usr/bin/exiftool")
}
