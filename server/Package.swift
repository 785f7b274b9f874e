// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "distribution",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "AppPackage", targets: ["AppPackage"]),
        .library(name: "AppCatalog", targets: ["AppCatalog"]),
        .executable(name: "launcher-store", targets: ["LauncherStore"]),
        .executable(name: "catalog-server", targets: ["CatalogServer"]),
    ],
    dependencies: [
        // Named, because a path's identity is otherwise the name of the checkout's folder.
        .package(name: "app-group", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.26.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .systemLibrary(name: "CLibzip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"]), .brew(["libzip"])]),
        .systemLibrary(
            name: "CDistributionZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .target(
            name: "AppPackage",
            dependencies: [
                "CLibzip",
                "CDistributionZlib",
                .product(name: "AppGroup", package: "app-group"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .target(name: "AppCatalog"),
        .systemLibrary(
            name: "CCatalogSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .executableTarget(
            name: "CatalogServer",
            dependencies: [
                "AppCatalog",
                "AppPackage",
                "CCatalogSQLite",
                "CDistributionZlib",
                .product(name: "AppGroup", package: "app-group"),
                .product(name: "AppGroupTerminal", package: "app-group"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            resources: [
                .embedInCode("Pages/Templates/catalog.mustache"),
                .embedInCode("Pages/Templates/login.mustache"),
                .embedInCode("Pages/Templates/page.mustache"),
                .embedInCode("Pages/Templates/problem.mustache"),
                .embedInCode("Pages/Templates/publish.mustache"),
                .embedInCode("Pages/Templates/style.css"),
                .embedInCode("Operation/openapi.json"),
            ]
        ),
        .executableTarget(
            name: "LauncherStore",
            dependencies: [
                "AppCatalog",
                "AppPackage",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "AppGroup", package: "app-group"),
                .product(name: "AppGroupTerminal", package: "app-group"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .target(name: "PackageCorpus", dependencies: ["CDistributionZlib"], path: "Tests/Corpus"),
        .executableTarget(name: "package-corpus", dependencies: ["PackageCorpus"], path: "Tests/CorpusWriter"),
        .testTarget(
            name: "AppPackageTests",
            dependencies: ["AppPackage", "PackageCorpus", .product(name: "AppGroup", package: "app-group")]),
        .testTarget(name: "AppCatalogTests", dependencies: ["AppCatalog"]),
        .testTarget(
            name: "CatalogServerTests",
            dependencies: [
                "CatalogServer",
                "AppCatalog",
                "AppPackage",
                "PackageCorpus",
                .product(name: "AppGroup", package: "app-group"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            exclude: ["Browser/browser.py", "Browser/pages.py", "Description/schemathesis.toml"]
        ),
        .testTarget(
            name: "LauncherStoreTests",
            dependencies: [
                "LauncherStore",
                "CatalogServer",
                "AppCatalog",
                "AppPackage",
                "PackageCorpus",
                .product(name: "AppGroup", package: "app-group"),
                .product(name: "AppGroupTerminal", package: "app-group"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["Support/meddling_proxy.py", "Support/pseudo_terminal.py", "Support/scripted_server.py"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

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
