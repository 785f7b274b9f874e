// swift-tools-version: 6.2
import PackageDescription

// One package for everything, so that nothing is compiled twice. A tool that embeds a library of it writes `traits: []` in its
// dependency, and then SwiftPM resolves this package alone: docs/decisions/0015-one-package.md.
let package = Package(
    name: "app-group",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "AppGroup", targets: ["AppGroup"]),
        // For the programs of this repository, those of the examples included. It may change in any release:
        // docs/decisions/0015-one-package.md.
        .library(name: "AppGroupPlatform", targets: ["AppGroupPlatform"]),
        .library(name: "AppGroupText", targets: ["AppGroupText"]),
        .library(name: "AppGroupCommands", targets: ["AppGroupCommands"]),
        .library(name: "AppGroupCrypto", targets: ["AppGroupCrypto"]),
        .library(name: "AppGroupWidget", targets: ["AppGroupWidget"]),
        .library(name: "AppGroupWindow", targets: ["AppGroupWindow"]),
        .library(name: "AppPackage", targets: ["AppPackage"]),
        .library(name: "AppCatalog", targets: ["AppCatalog"]),
        .library(name: "ErrorAnswers", targets: ["ErrorAnswers"]),
        .library(name: "Serving", targets: ["Serving"]),
        .library(name: "Accounts", targets: ["Accounts"]),
        .library(name: "ObjectStorage", targets: ["ObjectStorage"]),
        .library(name: "Downloading", targets: ["Downloading"]),
        .library(name: "CivilDates", targets: ["CivilDates"]),
        .library(name: "XMLReading", targets: ["XMLReading"]),
        .library(name: "PDFText", targets: ["PDFText"]),
        .library(name: "EWS", targets: ["EWS"]),
        .library(name: "Feeds", targets: ["Feeds"]),
        .library(name: "HTTPSignatures", targets: ["HTTPSignatures"]),
        .library(name: "GeoReport", targets: ["GeoReport"]),
        .library(name: "MapClusters", targets: ["MapClusters"]),
        .library(name: "PhotoData", targets: ["PhotoData"]),
        .library(name: "PhoneNumbers", targets: ["PhoneNumbers"]),
        .library(name: "RemoteFiles", targets: ["RemoteFiles"]),
        .executable(name: "launcher", targets: ["AppGroupLauncher"]),
        .executable(name: "launcher-store", targets: ["LauncherStore"]),
        .executable(name: "catalog-server", targets: ["CatalogServer"]),
        .executable(name: "launcher-badge-bridge", targets: ["LauncherBadgeBridge"]),
        .executable(name: "launcher-search", targets: ["LauncherSearch"]),
        .executable(name: "inbox", targets: ["inbox"]),
        .executable(name: "visa", targets: ["visa"]),
        .executable(name: "rooms", targets: ["rooms"]),
        .executable(name: "fund", targets: ["fund"]),
        .executable(name: "posters-server", targets: ["PostersServer"]),
        .executable(name: "posters", targets: ["posters"]),
        .executable(name: "fund-server", targets: ["FundServer"]),
    ],
    traits: [
        .trait(name: "CommandLine", description: "What the programs need: an argument parser."),
        .trait(name: "Server", description: "What servers need: an HTTP server, TLS, a database."),
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

/// Products of other packages that the trait `CommandLine` or `Server` brings; without it, those packages are not resolved.
let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["CommandLine"]))
func server(_ products: String...) -> [Target.Dependency] {
    let packages = [
        "Configuration": "swift-configuration", "CoreMetrics": "swift-metrics", "GRDB": "GRDB.swift",
        "HTTPTypes": "swift-http-types", "Hummingbird": "hummingbird", "HummingbirdCore": "hummingbird",
        "HummingbirdTLS": "hummingbird", "HummingbirdTesting": "hummingbird", "Logging": "swift-log",
        "Mustache": "swift-mustache", "NIOCore": "swift-nio", "NIOEmbedded": "swift-nio",
        "NIOHTTP1": "swift-nio", "NIOPosix": "swift-nio", "NIOSSL": "swift-nio-ssl",
        "ServiceLifecycle": "swift-service-lifecycle",
        "UnixSignals": "swift-service-lifecycle",
    ]
    return products.map { .product(name: $0, package: packages[$0]!, condition: .when(traits: ["Server"])) }
}

/// A part of the repository with a folder of its own: PART/Sources/NAME holds the code of a target, PART/Tests/NAME its tests.
enum Part: String {
    case bench, desktop, examples, server, window
    case exampleServers = "examples/servers"

    /// The examples see what an outsider sees: public products, and no `package` access.
    var packageAccess: Bool { self != .examples && self != .exampleServers }
}

extension Target {
    static func library(
        _ name: String, in part: Part, _ dependencies: [Dependency] = [], linkerSettings: [LinkerSetting]? = nil
    ) -> Target {
        .target(
            name: name, dependencies: dependencies, path: "\(part.rawValue)/Sources/\(name)",
            packageAccess: part.packageAccess, linkerSettings: linkerSettings)
    }

    static func program(
        _ name: String, in part: Part, _ dependencies: [Dependency] = [], embedding resources: [String] = []
    ) -> Target {
        .executableTarget(
            name: name, dependencies: dependencies, path: "\(part.rawValue)/Sources/\(name)",
            resources: resources.map { .embedInCode($0) }, packageAccess: part.packageAccess)
    }

    static func tests(
        _ name: String, in part: Part? = nil, of dependencies: [Dependency], exclude: [String] = []
    ) -> Target {
        .testTarget(
            name: name, dependencies: dependencies + ["TestSupport"],
            path: (part.map { "\($0.rawValue)/" } ?? "") + "Tests/\(name)", exclude: exclude)
    }
}

// What a tool embeds, and what the programs are made of.
package.targets += [
    .systemLibrary(name: "CAppGroupSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(name: "CAppGroupZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    // Only the headers of these two are needed to build; they are loaded when they are first used: see shim.h.
    .systemLibrary(name: "CAppGroupCurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(name: "CAppGroupCrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .systemLibrary(name: "CAppGroupPlatform"),
    .target(name: "AppGroupPlatform", dependencies: ["CAppGroupPlatform"]),
    .target(name: "CivilDates"),
    .target(name: "AppGroup", dependencies: ["AppGroupPlatform", "CAppGroupSQLite", "CivilDates"]),
    .target(name: "AppGroupCrypto", dependencies: ["CAppGroupCrypto"]),
    .target(name: "AppGroupText", dependencies: ["AppGroup", "AppGroupPlatform", "CivilDates"]),
    .target(name: "AppGroupCommands", dependencies: ["AppGroup", "AppGroupPlatform", "AppGroupText", argumentParser]),
    .target(
        name: "AppGroupWidget", dependencies: ["AppGroup", "AppGroupPlatform", "AppGroupText", "CAppGroupZlib"]),
    .target(name: "AppGroupDesktop", dependencies: ["AppGroup", "AppGroupPlatform"]),
    .target(name: "AppGroupHome", dependencies: ["AppGroup"]),
    .target(name: "RankEvaluation", dependencies: ["AppGroup", "AppGroupPlatform"]),
    .target(name: "Downloading", dependencies: ["AppGroupPlatform", "CAppGroupCurl", "CivilDates"]),
    // Only the headers are needed to build; the library is loaded for the first document: see CLibxml2.h.
    .target(name: "CLibxml2"),
    .target(name: "XMLReading", dependencies: ["CLibxml2"]),
    .executableTarget(
        name: "AppGroupLauncher",
        dependencies: [
            "AppGroup", "AppGroupCommands", "AppGroupDesktop", "AppGroupHome", "AppGroupPlatform", "AppGroupText",
            "AppGroupWidget", "RankEvaluation", argumentParser,
        ]),
    // What tools in other languages link: libappgroup, which scripts/link-library makes from these objects.
    .systemLibrary(name: "CAppGroupLibrary"),
    .target(
        name: "AppGroupLibrary", dependencies: ["AppGroup", "AppGroupPlatform", "AppGroupText", "CAppGroupLibrary"]),

    .target(name: "TestSupport", dependencies: ["AppGroup", "AppGroupPlatform"], path: "Tests/Support"),
    .executableTarget(
        name: "registry-worker", dependencies: ["AppGroup", "AppGroupPlatform", "CAppGroupSQLite"], path: "Tests/Worker"
    ),
    .executableTarget(name: "embedding-tool", dependencies: ["AppGroup"], path: "Tests/EmbeddingTool"),
    .tests("AppGroupTests", of: ["AppGroup", "AppGroupPlatform", "CAppGroupSQLite", "registry-worker"]),
    .tests("CivilDatesTests", of: ["CivilDates"]),
    .tests(
        "DownloadingTests", of: ["AppGroup", "Downloading"], exclude: ["Support/connections.py", "Support/methods.py"]),
    .tests("XMLReadingTests", of: ["XMLReading"]),
    .tests("AppGroupCryptoTests", of: ["AppGroupCrypto"]),
    .tests("AppGroupDesktopTests", of: ["AppGroup", "AppGroupDesktop"]),
    .tests("RankEvaluationTests", of: ["AppGroup", "AppGroupPlatform", "RankEvaluation"], exclude: ["baselines.py"]),
    .tests("AppGroupTextTests", of: ["AppGroup", "AppGroupText", "XMLReading"]),
    .tests("AppGroupCommandsTests", of: ["AppGroup", "AppGroupCommands", argumentParser]),
    .tests("AppGroupWidgetTests", of: ["AppGroup", "AppGroupText", "AppGroupWidget"]),
    .tests(
        "AppGroupLauncherTests",
        of: [
            "AppGroupHome", "AppGroupLauncher", "AppGroupPlatform", "AppGroupText", "AppGroupWidget", "embedding-tool",
        ],
        exclude: ["Snapshots", "Widget/bars.py", "Widget/pages.py", "Widget/terminals.py"]),
    .tests(
        "AppGroupLibraryTests", of: ["AppGroup", "AppGroupLauncher", "AppGroupLibrary"],
        exclude: ["Baselines", "Programs"]),
]

// What any HTTP server of ours is made of, and the accounts of its users: docs/decisions/0023-accounts.md.
package.targets += [
    .systemLibrary(
        name: "CServingSQLite", path: "server/Sources/CServingSQLite", pkgConfig: "sqlite3",
        providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    // The body of a refusal, for servers and clients.
    .library("ErrorAnswers", in: .server),
    .library(
        "Serving", in: .server,
        [
            "AppGroup", "AppGroupCommands", "AppGroupCrypto", "AppGroupPlatform", "AppGroupText", "CAppGroupCrypto",
            "CAppGroupZlib", "CServingSQLite", "ErrorAnswers", argumentParser,
        ]
            + server(
                "Configuration", "CoreMetrics", "GRDB", "HTTPTypes", "Hummingbird", "HummingbirdCore", "HummingbirdTLS",
                "Logging", "NIOCore", "NIOHTTP1", "NIOPosix", "NIOSSL", "ServiceLifecycle", "UnixSignals")),
    .library(
        "Accounts", in: .server,
        ["AppGroup", "AppGroupCrypto", "AppGroupPlatform", "CAppGroupCrypto", "Serving", argumentParser]
            + server("HTTPTypes", "Hummingbird", "Logging", "NIOCore", "NIOPosix", "ServiceLifecycle")),

    // Only the headers are needed to build; the library is loaded when it is first used, as libcurl and libcrypto are.
    .systemLibrary(
        name: "CLibpq", path: "server/Sources/CLibpq",
        providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    // PostgreSQL: docs/decisions/0034-postgresql.md.
    .library(
        "PostgresClient", in: .server,
        ["AppGroupCrypto", "AppGroupPlatform", "CLibpq", "Serving"] + server("NIOCore", "NIOPosix")),

    // Blobs in a bucket that speaks S3: docs/decisions/0033-object-storage.md.
    .library(
        "ObjectStorage", in: .server,
        [
            "AppGroup", "AppGroupCrypto", "AppGroupPlatform", "AppGroupText", "Downloading", "Serving", "XMLReading",
        ]
            + server("Logging", "NIOCore")),

    .target(
        name: "ServerTestSupport", dependencies: ["Serving", "TestSupport"] + server("Logging", "NIOCore"),
        path: "server/Tests/Support"),
    .tests(
        "ServingTests", in: .server,
        of: ["ErrorAnswers", "ObjectStorage", "ServerTestSupport", "Serving"]
            + server("CoreMetrics", "Hummingbird", "Logging", "NIOCore", "ServiceLifecycle")),
    .tests("PostgresClientTests", in: .server, of: ["PostgresClient"]),
    .tests(
        "ObjectStorageTests", in: .server,
        of: [
            "AppGroup", "AppGroupPlatform", "Downloading", "ObjectStorage", "ServerTestSupport", "Serving",
        ]
            + server("NIOCore"), exclude: ["Support/scripted_s3.py", "Support/scripted_roles.py"]),
    .tests(
        "AccountsTests", in: .server,
        of: ["Accounts", "AppGroup", "AppGroupCrypto", "AppGroupPlatform", "ServerTestSupport", "Serving"]
            + server("NIOCore", "NIOEmbedded", "NIOPosix")),
]

// The server that hands packages out, its client, and the libraries of both.
package.targets += [
    // Loaded when it is first used, as libcurl and libcrypto are.
    .systemLibrary(
        name: "CLibzip", path: "server/Sources/CLibzip", providers: [.apt(["libzip-dev"]), .brew(["libzip"])]),
    .library(
        "AppPackage", in: .server,
        ["AppGroup", "AppGroupCrypto", "AppGroupPlatform", "AppGroupText", "CAppGroupZlib", "CLibzip"]),
    .library("AppCatalog", in: .server),
    .program(
        "LauncherStore", in: .server,
        [
            "AppCatalog", "AppGroup", "AppGroupCommands", "AppGroupCrypto", "AppGroupDesktop", "AppGroupPlatform",
            "AppGroupText", "AppPackage", "CAppGroupCrypto", "Downloading", "ErrorAnswers", argumentParser,
        ]),
    .program(
        "CatalogServer", in: .server,
        [
            "Accounts", "AppCatalog", "AppGroup", "AppGroupCommands", "AppGroupCrypto", "AppGroupPlatform",
            "AppGroupText", "AppPackage", "ObjectStorage", "PostgresClient", "Serving", argumentParser,
        ]
            + server(
                "Configuration", "CoreMetrics", "GRDB", "HTTPTypes", "Hummingbird", "Logging", "Mustache", "NIOCore",
                "ServiceLifecycle"),
        embedding: [
            "Pages/Templates/account.mustache", "Pages/Templates/catalog.mustache", "Pages/Templates/icon.svg",
            "Pages/Templates/login.mustache", "Pages/Templates/package.mustache", "Pages/Templates/page.mustache",
            "Pages/Templates/problem.mustache", "Pages/Templates/publish.mustache", "Pages/Templates/style.css",
            "Description/openapi.json",
        ]),

    .target(name: "PackageCorpus", dependencies: ["CAppGroupZlib", "TestSupport"], path: "server/Tests/Corpus"),
    .executableTarget(name: "package-corpus", dependencies: ["PackageCorpus"], path: "server/Tests/CorpusWriter"),
    .tests("AppPackageTests", in: .server, of: ["AppGroup", "AppGroupPlatform", "AppPackage", "PackageCorpus"]),
    .tests("AppCatalogTests", in: .server, of: ["AppCatalog"]),
    .tests(
        "CatalogServerTests", in: .server,
        of: [
            "Accounts", "AppCatalog", "AppGroup", "AppGroupCrypto", "AppPackage", "CatalogServer", "ErrorAnswers",
            "ObjectStorage", "PackageCorpus", "PostgresClient", "ServerTestSupport", "Serving",
        ]
            + server(
                "Configuration", "GRDB", "HTTPTypes", "Hummingbird", "HummingbirdTesting", "Logging", "NIOCore"),
        exclude: ["Browser/browser.py", "Browser/pages.py", "Description/schemathesis.toml"]),
    .tests(
        "LauncherStoreTests", in: .server,
        of: [
            "AppCatalog", "AppGroup", "AppGroupPlatform", "AppGroupText", "AppPackage", "CatalogServer",
            "LauncherStore", "PackageCorpus", argumentParser,
        ],
        exclude: ["Support/meddling_proxy.py", "Support/pseudo_terminal.py", "Support/scripted_server.py"]),
]

// What docks show, and what desktops find.
package.targets += [
    .systemLibrary(
        name: "CDesktopSystemd", path: "desktop/Sources/CDesktopSystemd", providers: [.apt(["libsystemd-dev"])]),
    .library("DesktopBus", in: .desktop, ["AppGroupPlatform", "CDesktopSystemd"]),
    .program(
        "LauncherBadgeBridge", in: .desktop,
        ["AppGroup", "AppGroupCommands", "AppGroupDesktop", "AppGroupPlatform", "DesktopBus", argumentParser]),
    .program(
        "LauncherSearch", in: .desktop,
        [
            "AppGroup", "AppGroupCommands", "AppGroupDesktop", "AppGroupPlatform", "AppGroupText", "DesktopBus",
            argumentParser,
        ]),

    .target(name: "DesktopTestSupport", dependencies: ["AppGroup", "TestSupport"], path: "desktop/Tests/Support"),
    .tests("LauncherBadgeBridgeTests", in: .desktop, of: ["AppGroup", "DesktopTestSupport", "LauncherBadgeBridge"]),
    .tests(
        "LauncherSearchTests", in: .desktop,
        of: ["AppGroup", "AppGroupLauncher", "DesktopTestSupport", "LauncherSearch"]),
]

// The group as a window, on GTK and libadwaita. A tool that embeds it enables the trait `Window`. Here a variable does that
// instead, because a trait would change the flags with which everything is compiled: docs/decisions/0020-window.md.
let hasWindow = Context.environment["WITH_WINDOW"] == "yes"
package.targets += [
    .systemLibrary(
        name: "CAdwaita", path: "window/Sources/CAdwaita", pkgConfig: "libadwaita-1",
        providers: [.apt(["libadwaita-1-dev"])]),
    .library(
        "AppGroupWindow", in: .window,
        [
            "AppGroup", "AppGroupHome", "AppGroupPlatform", "AppGroupText", "AppGroupWidget",
            .target(name: "CAdwaita", condition: hasWindow ? nil : .when(traits: ["Window"])),
        ]),
]
if hasWindow {
    package.products += [.executable(name: "launcher-window", targets: ["LauncherWindow"])]
    package.targets += [
        .program(
            "LauncherWindow", in: .window,
            ["AppGroup", "AppGroupHome", "AppGroupPlatform", "AppGroupText", "AppGroupWindow", "CAdwaita"]),
        // The tool in docs/window.md. It sees what an outsider sees.
        .executableTarget(
            name: "grid-example", dependencies: ["AppGroup", "AppGroupWindow", "CAdwaita"],
            path: "window/Sources/grid-example", packageAccess: false),
        .executableTarget(
            name: "grid-keeper", dependencies: ["AppGroup", "AppGroupWindow", "CAdwaita"],
            path: "window/Tests/GridKeeper", packageAccess: false),
        // The tests run the programs. They do not link them, or every suite would load GTK.
        .tests(
            "LauncherWindowTests", in: .window, of: ["AppGroup"],
            exclude: ["Support/home.py", "Support/screen.py", "Support/silent_portal.py", "Support/touchscreen.py"]),
    ]
}

// What the tools of the examples are made of.
package.targets += [
    .systemLibrary(name: "CToolSupport", path: "examples/Sources/CToolSupport"),
    .library(
        "ToolSupport", in: .examples, ["AppGroup", "AppGroupPlatform", "AppGroupText", "CToolSupport"],
        linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.macOS]))]),
    .library(
        "ToolProgram", in: .examples,
        [
            "AppGroup", "AppGroupCommands", "AppGroupCrypto", "AppGroupPlatform", "AppGroupText", "ToolSupport",
            argumentParser,
        ]),
    .systemLibrary(
        name: "CToolSQLite", path: "examples/Sources/CToolSQLite",
        providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .library(
        "ToolDatabase", in: .examples,
        ["AppGroupPlatform", "AppGroupText", "CToolSQLite", "ToolProgram", "ToolSupport"]),
    .library(
        "ToolClient", in: .examples,
        [
            "AppGroup", "AppGroupPlatform", "AppGroupText", "Downloading", "ErrorAnswers", "ToolProgram", "ToolSupport",
        ]),
    .library(
        "MailReading", in: .examples, ["AppGroup", "AppGroupPlatform", "AppGroupText", "CToolSupport", "ToolSupport"]),
    .systemLibrary(
        name: "CToolZlib", path: "examples/Sources/CToolZlib", pkgConfig: "zlib",
        providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .library("PDFText", in: .examples, ["AppGroupCrypto", "AppGroupPlatform", "CToolZlib"]),
    .library("NTLM", in: .examples, ["AppGroupCrypto"]),
    .library(
        "EWS", in: .examples, ["AppGroupText", "CToolSupport", "CivilDates", "Downloading", "NTLM", "XMLReading"],
        linkerSettings: [.linkedLibrary("resolv")]),
    .library("HTTPSignatures", in: .examples, ["AppGroupCrypto", "AppGroupText"]),
    .library(
        "Feeds", in: .examples,
        ["AppGroup", "AppGroupPlatform", "AppGroupText", "CivilDates", "ToolSupport", "XMLReading"]),
    .library("GeoReport", in: .examples, ["CivilDates", "XMLReading"]),
    .library("MapClusters", in: .examples, ["CToolSupport"]),
    .library("PhotoData", in: .examples, ["AppGroupPlatform", "AppGroupText", "CToolSupport", "CivilDates"]),
    .library("PhoneNumbers", in: .examples, ["AppGroupText"]),
    .library(
        "RemoteFiles", in: .examples,
        ["AppGroup", "AppGroupPlatform", "AppGroupText", "CToolSupport", "Downloading", "ToolSupport", "XMLReading"]),

    .target(name: "ExamplesTestSupport", dependencies: ["TestSupport"], path: "examples/Tests/Support"),
    .tests(
        "ToolSupportTests", in: .examples,
        of: ["AppGroup", "AppGroupPlatform", "ToolProgram", "ToolSupport", argumentParser]),
    .tests(
        "MailReadingTests", in: .examples,
        of: [
            "AppGroup", "AppGroupCrypto", "AppGroupLauncher", "AppGroupPlatform", "ExamplesTestSupport", "MailReading",
            "ToolSupport", "inbox",
        ]),
    .tests("PDFTextTests", in: .examples, of: ["ExamplesTestSupport", "PDFText", "visa"]),
    .tests("NTLMTests", in: .examples, of: ["ExamplesTestSupport", "NTLM"]),
    .tests("EWSTests", in: .examples, of: ["Downloading", "EWS", "ExamplesTestSupport", "XMLReading"]),
    .tests(
        "FeedsTests", in: .examples, of: ["AppGroup", "ExamplesTestSupport", "Feeds"], exclude: ["differences.tsv"]),
    .tests("HTTPSignaturesTests", in: .examples, of: ["HTTPSignatures"], exclude: ["peer.py"]),
    .tests("GeoReportTests", in: .examples, of: ["ExamplesTestSupport", "GeoReport"]),
    .tests("MapClustersTests", in: .examples, of: ["ExamplesTestSupport", "MapClusters"]),
    .tests("PhotoDataTests", in: .examples, of: ["ExamplesTestSupport", "PhotoData"]),
    .tests("PhoneNumbersTests", in: .examples, of: ["ExamplesTestSupport", "PhoneNumbers"]),
    .tests(
        "RemoteFilesTests", in: .examples,
        of: [
            "AppGroup", "AppGroupPlatform", "Downloading", "ExamplesTestSupport", "RemoteFiles", "ToolSupport",
            "XMLReading",
        ]),
]

// The tools.
package.targets += [
    .program(
        "inbox", in: .examples,
        [
            "AppGroup", "AppGroupCommands", "AppGroupPlatform", "AppGroupText", "AppGroupWidget", "Feeds",
            "MailReading", "ToolProgram", "ToolSupport", argumentParser,
        ]),
    .program(
        "visa", in: .examples,
        [
            "AppGroup", "AppGroupCommands", "AppGroupPlatform", "AppGroupText", "Downloading", "PDFText", "ToolProgram",
            "ToolSupport", argumentParser,
        ]),
    .program(
        "rooms", in: .examples,
        [
            "AppGroup", "AppGroupCommands", "AppGroupCrypto", "AppGroupPlatform", "AppGroupText", "CivilDates",
            "Downloading", "EWS", "ToolProgram", "ToolSupport", argumentParser,
        ]),
    .program(
        "fund", in: .examples,
        [
            "AppGroup", "AppGroupCommands", "AppGroupCrypto", "AppGroupPlatform", "AppGroupText", "Downloading",
            "Feeds", "HTTPSignatures", "MailReading", "PDFText", "RemoteFiles", "ToolClient", "ToolDatabase",
            "ToolProgram", "ToolSupport", argumentParser,
        ]),
    .program(
        "posters", in: .examples,
        [
            "AppGroup", "AppGroupCommands", "AppGroupCrypto", "AppGroupPlatform", "AppGroupText", "Downloading",
            "MapClusters", "PhoneNumbers", "PhotoData", "ToolClient", "ToolDatabase", "ToolProgram", "ToolSupport",
            argumentParser,
        ]),

    .tests("VisaTests", in: .examples, of: ["AppGroup", "Downloading", "ExamplesTestSupport", "PDFText", "visa"]),
    .tests(
        "RoomsTests", in: .examples,
        of: ["AppGroup", "EWS", "ExamplesTestSupport", "ToolProgram", "ToolSupport", "rooms"]),
    .tests(
        "FundTests", in: .examples,
        of: [
            "AppGroup", "AppGroupCrypto", "AppGroupPlatform", "AppGroupText", "Downloading", "ExamplesTestSupport",
            "Feeds", "RemoteFiles", "ToolClient", "ToolDatabase", "ToolProgram", "ToolSupport", "fund", argumentParser,
        ]),
    .tests(
        "PostersTests", in: .examples,
        of: [
            "AppGroup", "AppGroupText", "ExamplesTestSupport", "ToolDatabase", "ToolProgram", "ToolSupport", "posters",
            argumentParser,
        ]),
]

// The servers of the examples, and the tables and commands that both have: docs/decisions/0023-accounts.md.
package.targets += [
    .library(
        "SessionTables", in: .exampleServers, ["Accounts", "AppGroup", "AppGroupCrypto", "Serving"] + server("GRDB")),
    .library(
        "ServerCommands", in: .exampleServers,
        ["Accounts", "AppGroupCommands", "AppGroupPlatform", "Serving", "SessionTables", argumentParser]
            + server("CoreMetrics", "Logging", "ServiceLifecycle")),

    // Takes reports of illegal advertising: docs/decisions/0024-posters-server.md.
    .program(
        "PostersServer", in: .exampleServers,
        [
            "Accounts", "AppGroup", "AppGroupCommands", "AppGroupText", "GeoReport", "MapClusters", "PhoneNumbers",
            "PhotoData", "ServerCommands", "Serving", "SessionTables", "ToolSupport", argumentParser,
        ]
            + server("GRDB", "HTTPTypes", "Hummingbird", "Logging", "NIOCore", "ServiceLifecycle"),
        embedding: ["Description/openapi.json", "Map/Page/map.css", "Map/Page/map.html", "Map/Page/map.js"]),
    .tests(
        "PostersServerTests", in: .exampleServers,
        of: [
            "Accounts", "AppGroup", "ExamplesTestSupport", "GeoReport", "MapClusters", "PostersServer",
            "ServerCommands", "ServerTestSupport", "Serving", "SessionTables",
        ]
            + server("GRDB", "HTTPTypes", "Hummingbird", "HummingbirdTesting", "Logging", "NIOCore"),
        exclude: ["Description/schemathesis.toml", "Map/map_pages.py", "Operation/Programs"]),

    // Carries funds from device to device: docs/decisions/0031-fund-sync.md.
    .program(
        "FundServer", in: .exampleServers,
        [
            "Accounts", "AppGroup", "AppGroupCommands", "AppGroupCrypto", "AppGroupPlatform", "AppGroupText",
            "ErrorAnswers", "HTTPSignatures", "ServerCommands", "Serving", "SessionTables", "ToolSupport",
            argumentParser,
        ]
            + server("GRDB", "HTTPTypes", "Hummingbird", "Logging", "NIOCore"),
        embedding: ["Description/openapi.json"]),
    .tests(
        "FundServerTests", in: .exampleServers,
        of: ["Accounts", "AppGroup", "FundServer", "HTTPSignatures", "ServerTestSupport", "Serving", "SessionTables"]
            + server("GRDB", "HTTPTypes", "Hummingbird", "HummingbirdTesting", "Logging"),
        exclude: ["Description/Programs", "Operation/Programs"]),
]

// What `make bench` measures.
package.targets += [
    .program("store-bench", in: .bench, ["AppGroup", "AppGroupPlatform"]),
    .program("feed-bench", in: .bench, ["AppGroupPlatform", "Feeds"]),
    .program("cluster-bench", in: .bench, ["AppGroupPlatform", "MapClusters"]),
    .program("photo-bench", in: .bench, ["PhotoData"]),
    .program("ews-decode", in: .bench, ["AppGroupPlatform", "EWS"]),
    .program("tool-embedding", in: .bench, ["AppGroup"]),
    .program("tool-plain", in: .bench),
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

// How `make install` builds the programs that start often: docs/decisions/0002-linking.md. On the command line, these flags
// would also be part of how each module is compiled, so everything would be compiled once more for each of them.
if Context.environment["LINKED_FOR_INSTALL"] != nil {
    let flags = [
        // Functions with the same code become one, which saves 140 KB; texts with the same end share it, which saves 8 KB. A static
        // program needs no index of its frames, which saves 360 KB; any other one would abort at its first C++ exception without it.
        "AppGroupLauncher": [
            "-static-executable", "-Xlinker", "-O2", "-Xlinker", "--icf=safe", "-Xlinker", "--no-eh-frame-hdr",
        ],
        "LauncherBadgeBridge": ["-Xlinker", "-no-pie"],
        // With SQLite and libgcc in the file, because a search waits for its start.
        "LauncherSearch": [
            "-Xlinker", "-no-pie", "-Xclang-linker", "-static-libgcc",
            "-L\(Context.packageDirectory)/.build/static-libraries/launcher-search",
        ],
        "LauncherStore": ["-Xlinker", "-no-pie"],
        "LauncherWindow": ["-Xlinker", "-no-pie", "-Xlinker", "--icf=safe"],
        "fund": ["-Xlinker", "-no-pie"],
        "inbox": ["-Xlinker", "-no-pie"],
        "posters": ["-Xlinker", "-no-pie"],
        "rooms": ["-Xlinker", "-no-pie"],
        "visa": ["-Xlinker", "-no-pie"],
    ]
    // None of them has a long loop. Optimized for size, they make `launcher` 205 KB smaller; a list of 2,500 apps takes as long.
    let small: Set = [
        "AppGroupLauncher", "AppGroupCommands", "AppGroupHome", "AppGroupDesktop", "AppGroupWidget", "AppGroupPlatform",
    ]
    for target in package.targets {
        if let flags = flags[target.name] { target.linkerSettings = [.unsafeFlags(flags)] }
        if small.contains(target.name) { target.swiftSettings?.append(.unsafeFlags(["-Osize"])) }
    }
}
