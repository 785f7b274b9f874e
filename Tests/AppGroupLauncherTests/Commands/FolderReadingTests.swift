import Foundation
import TestSupport
import Testing

/// Runs `launcher` with a library that lets a folder break off while it is read, as a failing disk does.
@Suite("Folders that can't be read to their end", .ownGroup)
struct FolderReadingTests {
    private static let source = """
        #define _GNU_SOURCE
        #include <dirent.h>
        #include <dlfcn.h>
        #include <errno.h>

        static int count;

        struct dirent *readdir(DIR *folder) {
            struct dirent *(*next)(DIR *) = dlsym(RTLD_NEXT, "readdir");
            if (++count > 3) { errno = EIO; return 0; }
            return next(folder);
        }
        """

    @Test("launcher groups fails with status 74 and lists nothing if reading the folder of groups breaks off")
    func groups() async throws {
        let library = try await makeLibrary(Self.source)
        for name in ["Tea", "Coffee", "Cocoa", "Water"] {
            try await register(name, group: "org.example.group-of-\(name.lowercased())")
        }
        #expect(try await printed("groups", "--format", "tsv").split(separator: "\n").count == 4)
        try await refuses(
            "groups", status: 74, saying: "folder of app groups", "Input/output error", setting: ["LD_PRELOAD": library]
        )
    }
}
