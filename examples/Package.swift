// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "examples",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "inbox", targets: ["inbox"]),
        .executable(name: "visa", targets: ["visa"]),
        .library(name: "PDFText", targets: ["PDFText"]),
    ],
    dependencies: [
        // Named, because a path's identity is otherwise the name of the checkout's folder.
        .package(name: "app-group", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
    targets: [
        .target(
            name: "MailReading",
            linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.macOS]))]
        ),
        .executableTarget(
            name: "inbox",
            dependencies: [
                "MailReading",
                .product(name: "AppGroup", package: "app-group"),
                .product(name: "AppGroupWidget", package: "app-group"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .systemLibrary(name: "CExamplesZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .target(
            name: "PDFText",
            dependencies: [
                "CExamplesZlib",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]
        ),
        // Its header alone is needed to build: see shim.h.
        .systemLibrary(name: "CExamplesCurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        .target(name: "Downloading", dependencies: ["CExamplesCurl"]),
        .executableTarget(
            name: "visa",
            dependencies: [
                "Downloading",
                "PDFText",
                .product(name: "AppGroup", package: "app-group"),
                .product(name: "AppGroupTerminal", package: "app-group"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .target(name: "ExamplesTestSupport", path: "Tests/Support"),
        .testTarget(
            name: "MailReadingTests",
            dependencies: [
                "ExamplesTestSupport", "MailReading", "inbox", .product(name: "AppGroup", package: "app-group"),
            ]
        ),
        .testTarget(
            name: "VisaTests",
            dependencies: [
                "Downloading", "ExamplesTestSupport", "visa", .product(name: "AppGroup", package: "app-group"),
            ]
        ),
        .testTarget(name: "PDFTextTests", dependencies: ["ExamplesTestSupport", "PDFText", "visa"]),
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
