// swift-tools-version: 6.2
import PackageDescription

// One package for everything, so that nothing is compiled twice. A tool that embeds a library of it writes `traits: []` in its
// dependency, and then SwiftPM resolves this package alone: docs/decisions/0015-one-package.md.
let package = Package(
    name: "app-group",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "AppGroup", targets: ["AppGroup"]),
        .library(name: "AppGroupText", targets: ["AppGroupText"]),
        .library(name: "AppGroupCommands", targets: ["AppGroupCommands"]),
        .library(name: "AppGroupWidget", targets: ["AppGroupWidget"]),
        .library(name: "AppGroupWindow", targets: ["AppGroupWindow"]),
        .library(name: "AppPackage", targets: ["AppPackage"]),
        .library(name: "AppCatalog", targets: ["AppCatalog"]),
        .library(name: "Downloading", targets: ["Downloading"]),
        .library(name: "PDFText", targets: ["PDFText"]),
        .library(name: "EWS", targets: ["EWS"]),
        .library(name: "Feeds", targets: ["Feeds"]),
        .executable(name: "launcher", targets: ["AppGroupLauncher"]),
        .executable(name: "launcher-store", targets: ["LauncherStore"]),
        .executable(name: "catalog-server", targets: ["CatalogServer"]),
        .executable(name: "launcher-badge-bridge", targets: ["LauncherBadgeBridge"]),
        .executable(name: "launcher-search", targets: ["LauncherSearch"]),
        .executable(name: "inbox", targets: ["inbox"]),
        .executable(name: "visa", targets: ["visa"]),
        .executable(name: "rooms", targets: ["rooms"]),
        .executable(name: "fund", targets: ["fund"]),
    ],
    traits: [
        .trait(name: "CommandLine", description: "What the programs need: an argument parser."),
        .trait(name: "Server", description: "What catalog-server needs: an HTTP server, TLS, a database."),
        .trait(name: "Window", description: "What AppGroupWindow needs: GTK 4.8 and libadwaita 1.2."),
        .default(enabledTraits: ["CommandLine", "Server"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    swiftLanguageModes: [.v6]
)

/// A product of another package that the trait `CommandLine` or `Server` brings; without it, that package is not resolved.
func commandLine(_ name: String, _ package: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: ["CommandLine"]))
}
func server(_ name: String, _ package: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: ["Server"]))
}
let argumentParser = commandLine("ArgumentParser", "swift-argument-parser")

// What a tool embeds, and what the programs are made of.
package.targets += [
    .systemLibrary(name: "CAppGroupSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(name: "CAppGroupZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    // Only the headers of these two are needed to build; they are loaded when they are first used: see shim.h.
    .systemLibrary(name: "CAppGroupCurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(name: "CAppGroupCrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .systemLibrary(name: "CAppGroupPlatform"),
    .target(name: "AppGroupPlatform", dependencies: ["CAppGroupPlatform"]),
    .target(name: "AppGroup", dependencies: ["AppGroupPlatform", "CAppGroupSQLite"]),
    .target(name: "AppGroupText", dependencies: ["AppGroup", "AppGroupPlatform"]),
    .target(name: "AppGroupCommands", dependencies: ["AppGroup", "AppGroupPlatform", "AppGroupText", argumentParser]),
    .target(
        name: "AppGroupWidget", dependencies: ["AppGroup", "AppGroupPlatform", "AppGroupText", "CAppGroupZlib"]),
    .target(name: "AppGroupDesktop", dependencies: ["AppGroup", "AppGroupPlatform"]),
    .target(name: "AppGroupHome", dependencies: ["AppGroup", "AppGroupPlatform"]),
    .target(name: "RankEvaluation", dependencies: ["AppGroup"]),
    .target(name: "Downloading", dependencies: ["AppGroupPlatform", "CAppGroupCurl"]),
    .executableTarget(
        name: "AppGroupLauncher",
        dependencies: [
            "AppGroup", "AppGroupCommands", "AppGroupDesktop", "AppGroupHome", "AppGroupPlatform", "AppGroupText",
            "AppGroupWidget", "RankEvaluation", argumentParser,
        ]),
]

// What tools in other languages link: libappgroup, which scripts/link-library makes from these objects.
package.targets += [
    .systemLibrary(name: "CAppGroupLibrary"),
    .target(
        name: "AppGroupLibrary", dependencies: ["AppGroup", "AppGroupPlatform", "AppGroupText", "CAppGroupLibrary"]),
]

// The server that hands packages out, its client, and the libraries of both.
package.targets += [
    // Loaded when it is first used, as libcurl and libcrypto are.
    .systemLibrary(
        name: "CLibzip", path: "server/Sources/CLibzip", providers: [.apt(["libzip-dev"]), .brew(["libzip"])]),
    .systemLibrary(
        name: "CCatalogSQLite", path: "server/Sources/CCatalogSQLite", pkgConfig: "sqlite3",
        providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(
        name: "AppPackage",
        dependencies: ["AppGroup", "AppGroupPlatform", "CAppGroupCrypto", "CAppGroupZlib", "CLibzip"],
        path: "server/Sources/AppPackage"),
    .target(name: "AppCatalog", path: "server/Sources/AppCatalog"),
    .executableTarget(
        name: "LauncherStore",
        dependencies: [
            "AppCatalog", "AppGroup", "AppGroupCommands", "AppGroupPlatform", "AppGroupText", "AppPackage",
            "Downloading",
            argumentParser,
        ],
        path: "server/Sources/LauncherStore"),
    .executableTarget(
        name: "CatalogServer",
        dependencies: [
            "AppCatalog", "AppGroup", "AppGroupCommands", "AppGroupPlatform", "AppGroupText", "AppPackage",
            "CAppGroupCrypto", "CAppGroupZlib", "CCatalogSQLite", argumentParser,
            server("Configuration", "swift-configuration"),
            server("CoreMetrics", "swift-metrics"),
            server("GRDB", "GRDB.swift"),
            server("HTTPTypes", "swift-http-types"),
            server("Hummingbird", "hummingbird"),
            server("HummingbirdCore", "hummingbird"),
            server("HummingbirdTLS", "hummingbird"),
            server("Logging", "swift-log"),
            server("Mustache", "swift-mustache"),
            server("NIOCore", "swift-nio"),
            server("NIOPosix", "swift-nio"),
            server("NIOSSL", "swift-nio-ssl"),
            server("ServiceLifecycle", "swift-service-lifecycle"),
            server("UnixSignals", "swift-service-lifecycle"),
        ],
        path: "server/Sources/CatalogServer",
        resources: [
            .embedInCode("Pages/Templates/catalog.mustache"),
            .embedInCode("Pages/Templates/login.mustache"),
            .embedInCode("Pages/Templates/package.mustache"),
            .embedInCode("Pages/Templates/page.mustache"),
            .embedInCode("Pages/Templates/problem.mustache"),
            .embedInCode("Pages/Templates/publish.mustache"),
            .embedInCode("Pages/Templates/style.css"),
            .embedInCode("Operation/openapi.json"),
        ]),
]

// What docks show, and what desktops find.
package.targets += [
    .systemLibrary(
        name: "CDesktopSystemd", path: "desktop/Sources/CDesktopSystemd", pkgConfig: "libsystemd",
        providers: [.apt(["libsystemd-dev"])]),
    .target(
        name: "DesktopBus", dependencies: ["AppGroupPlatform", "CDesktopSystemd"], path: "desktop/Sources/DesktopBus"),
    .executableTarget(
        name: "LauncherBadgeBridge",
        dependencies: [
            "AppGroup", "AppGroupCommands", "AppGroupDesktop", "AppGroupPlatform", "AppGroupText", "DesktopBus",
            argumentParser,
        ],
        path: "desktop/Sources/LauncherBadgeBridge"),
    .executableTarget(
        name: "LauncherSearch",
        dependencies: [
            "AppGroup", "AppGroupCommands", "AppGroupDesktop", "AppGroupPlatform", "AppGroupText", "DesktopBus",
            argumentParser,
        ],
        path: "desktop/Sources/LauncherSearch"),
]

// The group as a window, on GTK and libadwaita. A tool that embeds it enables the trait `Window`. Here a variable does that
// instead, because a trait would change the flags with which everything is compiled: docs/decisions/0020-window.md.
let hasWindow = Context.environment["WITH_WINDOW"] == "yes"
package.targets += [
    .systemLibrary(
        name: "CAdwaita", path: "window/Sources/CAdwaita", pkgConfig: "libadwaita-1",
        providers: [.apt(["libadwaita-1-dev"])]),
    .target(
        name: "AppGroupWindow",
        dependencies: [
            "AppGroup", "AppGroupHome", "AppGroupPlatform", "AppGroupText", "AppGroupWidget",
            .target(name: "CAdwaita", condition: hasWindow ? nil : .when(traits: ["Window"])),
        ],
        path: "window/Sources/AppGroupWindow"),
]
if hasWindow {
    package.products += [.executable(name: "launcher-window", targets: ["LauncherWindow"])]
    package.targets += [
        .executableTarget(
            name: "LauncherWindow",
            dependencies: [
                "AppGroup", "AppGroupCommands", "AppGroupHome", "AppGroupPlatform", "AppGroupText", "AppGroupWindow",
                "CAdwaita", argumentParser,
            ],
            path: "window/Sources/LauncherWindow"),
        // The tool in docs/window.md. It sees what an outsider sees.
        .executableTarget(
            name: "grid-example", dependencies: ["AppGroup", "AppGroupWindow", "CAdwaita"],
            path: "window/Sources/grid-example", packageAccess: false),
        // The tests run the programs. They do not link them, or every suite would load GTK.
        .testTarget(
            name: "LauncherWindowTests", dependencies: ["AppGroup", "TestSupport"],
            path: "window/Tests/LauncherWindowTests", exclude: ["Support/screen.py"]),
    ]
}

// Tools that embed the library. They see what an outsider sees: public products, and no `package` access.
package.targets += [
    .systemLibrary(name: "CToolSupport", path: "examples/Sources/CToolSupport"),
    .target(
        name: "ToolSupport", dependencies: ["AppGroup", "AppGroupText", "CToolSupport"],
        path: "examples/Sources/ToolSupport", packageAccess: false,
        linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.macOS]))]),
    .target(
        name: "ToolProgram",
        dependencies: ["AppGroup", "AppGroupCommands", "AppGroupText", "ToolSupport", argumentParser],
        path: "examples/Sources/ToolProgram", packageAccess: false),
    .target(
        name: "MailReading", dependencies: ["AppGroupText", "CToolSupport", "ToolSupport"],
        path: "examples/Sources/MailReading", packageAccess: false),
    .executableTarget(
        name: "inbox",
        dependencies: ["AppGroup", "AppGroupText", "AppGroupWidget", "MailReading", "ToolSupport", argumentParser],
        path: "examples/Sources/inbox", packageAccess: false),
    .target(
        name: "PDFText",
        dependencies: ["CAppGroupCrypto", "CAppGroupZlib", "CToolSupport"],
        path: "examples/Sources/PDFText", packageAccess: false),
    // Only the headers are needed to build; the library is loaded for the first document: see CLibxml2.h.
    .target(name: "CLibxml2", path: "examples/Sources/CLibxml2"),
    .target(
        name: "XMLReading", dependencies: ["CLibxml2"], path: "examples/Sources/XMLReading", packageAccess: false),
    .target(
        name: "NTLM", dependencies: ["CAppGroupCrypto"], path: "examples/Sources/NTLM", packageAccess: false),
    .target(
        name: "EWS", dependencies: ["CToolSupport", "Downloading", "NTLM", "XMLReading"], path: "examples/Sources/EWS",
        packageAccess: false, linkerSettings: [.linkedLibrary("resolv")]),
    .target(
        name: "Feeds", dependencies: ["AppGroup", "AppGroupText", "ToolSupport", "XMLReading"],
        path: "examples/Sources/Feeds", packageAccess: false),
    .executableTarget(
        name: "visa",
        dependencies: [
            "AppGroup", "AppGroupCommands", "AppGroupText", "Downloading", "PDFText", "ToolProgram", "ToolSupport",
            argumentParser,
        ],
        path: "examples/Sources/visa", packageAccess: false),
    .executableTarget(
        name: "rooms",
        dependencies: [
            "AppGroup", "AppGroupCommands", "AppGroupText", "CToolSupport", "Downloading", "EWS", "ToolProgram",
            "ToolSupport", argumentParser,
        ],
        path: "examples/Sources/rooms", packageAccess: false),
]

package.targets += [
    .systemLibrary(
        name: "CFundSQLite", path: "examples/Sources/CFundSQLite",
        providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .executableTarget(
        name: "fund",
        dependencies: [
            "AppGroup", "AppGroupCommands", "AppGroupText", "CFundSQLite", "Downloading", "Feeds", "PDFText",
            "ToolProgram", "ToolSupport", argumentParser,
        ],
        path: "examples/Sources/fund", packageAccess: false),
]

// What `make bench` measures.
package.targets += [
    .executableTarget(
        name: "store-bench", dependencies: ["AppGroup", "AppGroupPlatform"], path: "bench/Sources/store-bench"),
    .executableTarget(name: "feed-bench", dependencies: ["Feeds", "ToolSupport"], path: "bench/Sources/feed-bench"),
    .executableTarget(name: "tool-embedding", dependencies: ["AppGroup"], path: "bench/Sources/tool-embedding"),
    .executableTarget(name: "tool-plain", path: "bench/Sources/tool-plain"),
    .executableTarget(name: "ews-decode", dependencies: ["AppGroupPlatform", "EWS"], path: "bench/Sources/ews-decode"),
]

package.targets += [
    .target(name: "TestSupport", dependencies: ["AppGroup", "AppGroupPlatform"], path: "Tests/Support"),
    .executableTarget(
        name: "registry-worker", dependencies: ["AppGroup", "AppGroupPlatform", "CAppGroupSQLite"], path: "Tests/Worker"
    ),
    .executableTarget(name: "embedding-tool", dependencies: ["AppGroup"], path: "Tests/EmbeddingTool"),
    .testTarget(
        name: "AppGroupTests",
        dependencies: ["AppGroup", "AppGroupPlatform", "CAppGroupSQLite", "TestSupport", "registry-worker"]),
    .testTarget(name: "AppGroupDesktopTests", dependencies: ["AppGroup", "AppGroupDesktop", "TestSupport"]),
    .testTarget(
        name: "RankEvaluationTests", dependencies: ["AppGroup", "AppGroupPlatform", "RankEvaluation", "TestSupport"],
        exclude: ["baselines.py"]),
    .testTarget(name: "AppGroupTextTests", dependencies: ["AppGroup", "AppGroupText", "TestSupport"]),
    .testTarget(name: "AppGroupCommandsTests", dependencies: ["AppGroup", "AppGroupCommands", argumentParser]),
    .testTarget(
        name: "AppGroupWidgetTests", dependencies: ["AppGroup", "AppGroupText", "AppGroupWidget", "TestSupport"]),
    .testTarget(
        name: "AppGroupLauncherTests",
        dependencies: [
            "AppGroupHome", "AppGroupLauncher", "AppGroupPlatform", "AppGroupText", "AppGroupWidget", "TestSupport",
            "embedding-tool",
        ],
        exclude: ["Snapshots", "Widget/bars.py", "Widget/pages.py"]),
    .testTarget(
        name: "AppGroupLibraryTests", dependencies: ["AppGroup", "AppGroupLauncher", "AppGroupLibrary", "TestSupport"],
        exclude: ["Baselines", "Programs"]),

    .target(name: "PackageCorpus", dependencies: ["CAppGroupZlib", "TestSupport"], path: "server/Tests/Corpus"),
    .executableTarget(name: "package-corpus", dependencies: ["PackageCorpus"], path: "server/Tests/CorpusWriter"),
    .testTarget(
        name: "AppPackageTests", dependencies: ["AppGroup", "AppPackage", "PackageCorpus", "TestSupport"],
        path: "server/Tests/AppPackageTests"),
    .testTarget(
        name: "AppCatalogTests", dependencies: ["AppCatalog", "TestSupport"], path: "server/Tests/AppCatalogTests"),
    .testTarget(
        name: "CatalogServerTests",
        dependencies: [
            "AppCatalog", "AppGroup", "AppPackage", "CatalogServer", "PackageCorpus", "TestSupport",
            server("Configuration", "swift-configuration"),
            server("CoreMetrics", "swift-metrics"),
            server("GRDB", "GRDB.swift"),
            server("HTTPTypes", "swift-http-types"),
            server("Hummingbird", "hummingbird"),
            server("HummingbirdTesting", "hummingbird"),
            server("Logging", "swift-log"),
            server("NIOCore", "swift-nio"),
        ],
        path: "server/Tests/CatalogServerTests",
        exclude: ["Browser/browser.py", "Browser/pages.py", "Description/schemathesis.toml"]),
    .testTarget(
        name: "LauncherStoreTests",
        dependencies: [
            "AppCatalog", "AppGroup", "AppGroupText", "AppPackage", "CatalogServer", "LauncherStore", "PackageCorpus",
            "TestSupport", argumentParser,
        ],
        path: "server/Tests/LauncherStoreTests",
        exclude: ["Support/meddling_proxy.py", "Support/pseudo_terminal.py", "Support/scripted_server.py"]),

    .target(name: "DesktopTestSupport", dependencies: ["AppGroup", "TestSupport"], path: "desktop/Tests/Support"),
    .testTarget(
        name: "LauncherBadgeBridgeTests",
        dependencies: ["AppGroup", "DesktopTestSupport", "LauncherBadgeBridge", "TestSupport"],
        path: "desktop/Tests/LauncherBadgeBridgeTests"),
    .testTarget(
        name: "LauncherSearchTests",
        dependencies: ["AppGroup", "AppGroupLauncher", "DesktopTestSupport", "LauncherSearch", "TestSupport"],
        path: "desktop/Tests/LauncherSearchTests"),

    .target(name: "ExamplesTestSupport", dependencies: ["TestSupport"], path: "examples/Tests/Support"),
    .testTarget(
        name: "MailReadingTests",
        dependencies: ["AppGroup", "ExamplesTestSupport", "MailReading", "TestSupport", "ToolSupport", "inbox"],
        path: "examples/Tests/MailReadingTests"),
    .testTarget(
        name: "VisaTests", dependencies: ["AppGroup", "Downloading", "ExamplesTestSupport", "TestSupport", "visa"],
        path: "examples/Tests/VisaTests"),
    .testTarget(
        name: "FundTests",
        dependencies: [
            "AppGroup", "CFundSQLite", "ExamplesTestSupport", "Feeds", "TestSupport", "ToolSupport", "fund",
        ],
        path: "examples/Tests/FundTests"),
    .testTarget(
        name: "XMLReadingTests", dependencies: ["ExamplesTestSupport", "TestSupport", "XMLReading"],
        path: "examples/Tests/XMLReadingTests"),
    .testTarget(
        name: "NTLMTests", dependencies: ["ExamplesTestSupport", "NTLM", "TestSupport"],
        path: "examples/Tests/NTLMTests"),
    .testTarget(
        name: "EWSTests", dependencies: ["Downloading", "EWS", "ExamplesTestSupport", "TestSupport", "XMLReading"],
        path: "examples/Tests/EWSTests"),
    .testTarget(
        name: "FeedsTests", dependencies: ["AppGroup", "ExamplesTestSupport", "Feeds", "TestSupport"],
        path: "examples/Tests/FeedsTests", exclude: ["differences.tsv"]),
    .testTarget(
        name: "PDFTextTests", dependencies: ["ExamplesTestSupport", "PDFText", "TestSupport", "visa"],
        path: "examples/Tests/PDFTextTests"),
    .testTarget(
        name: "RoomsTests",
        dependencies: ["AppGroup", "EWS", "ExamplesTestSupport", "TestSupport", "ToolProgram", "rooms"],
        path: "examples/Tests/RoomsTests"),
]

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),  // SE-0335
        .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
    ]
    if Context.environment["CI"] != nil {
        target.swiftSettings?.append(.treatAllWarnings(as: .error))
    }
}

// How `make install` links the programs that start often: docs/decisions/0002-linking.md. On the command line, these flags
// would also be part of how each module is compiled, so everything would be compiled once more for each of them.
if Context.environment["LINKED_FOR_INSTALL"] != nil {
    let flags = [
        // Functions with the same code become one, which saves 140 KB.
        "AppGroupLauncher": ["-static-executable", "-Xlinker", "--icf=safe"],
        "LauncherBadgeBridge": ["-Xlinker", "-no-pie"],
        "LauncherSearch": ["-Xlinker", "-no-pie"],
        "LauncherStore": ["-Xlinker", "-no-pie"],
        "LauncherWindow": ["-Xlinker", "-no-pie"],
    ]
    for target in package.targets {
        if let flags = flags[target.name] { target.linkerSettings = [.unsafeFlags(flags)] }
    }
}
