// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "distribution",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "AppPackage", targets: ["AppPackage"]),
        .executable(name: "launcher-store", targets: ["LauncherStore"]),
    ],
    dependencies: [
        // Named, because a path's identity is otherwise the name of the checkout's folder.
        .package(name: "app-group", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
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
        .executableTarget(
            name: "LauncherStore",
            dependencies: [
                "AppPackage",
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
        .testTarget(
            name: "LauncherStoreTests",
            dependencies: [
                "LauncherStore",
                "AppPackage",
                "PackageCorpus",
                .product(name: "AppGroup", package: "app-group"),
                .product(name: "AppGroupTerminal", package: "app-group"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),  // SE-0335
        .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
        .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
    ]
    if Context.environment["CI"] != nil {
        target.swiftSettings?.append(.treatAllWarnings(as: .error))
    }
}
