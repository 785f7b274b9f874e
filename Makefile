# Every target installs what it needs first; `make setup` does only that.

PREFIX ?= $(HOME)/.local
# How launcher is linked decides how fast it starts: docs/decisions/0002-linking.md.
RELEASE = -c release --product launcher -Xswiftc -static-executable
# libzip and what it needs are there only to be loaded. libstdc++ takes long to load, and need not be: the linker takes its
# static library where that lies alone in the first folder of its path.
STATIC_LIBRARIES = $(CURDIR)/server/.build/static-libraries
STORE_RELEASE = -c release --product launcher-store --static-swift-stdlib --disable-local-rpath \
	-Xlinker -no-pie -Xlinker "-L$(STATIC_LIBRARIES)"
SERVER_RELEASE = -c release --product catalog-server --static-swift-stdlib --disable-local-rpath
# The bridge to the docks is for the desktops of Linux alone.
BRIDGE_RELEASE = -c release --product launcher-badge-bridge --static-swift-stdlib --disable-local-rpath -Xlinker -no-pie
EXAMPLES_RELEASE = -c release --static-swift-stdlib --disable-local-rpath -Xlinker "-L$(STATIC_LIBRARIES)"
SETUP = scripts/setup
SWIFT_FILES = Package.swift Sources Tests $(foreach package,examples server desktop,$(addprefix $(package)/,Package.swift Sources Tests)) \
	$(addprefix bench/,Package.swift Sources)
SCRIPTS = $(filter-out %.py,$(wildcard scripts/*)) $(wildcard examples/*/*.sh) bench/linking bench/run .ci/run

.PHONY: help setup run serve test test-root test-server test-desktop test-examples test-outside bench lint format fuzz docs \
	sanitize install install-examples uninstall clean

help: ## What there is to make
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install what building, testing and checking need
	@$(SETUP) build test lint

run: ## Show the main job on real input
	@$(SETUP) build
	@echo "Building the launcher and the examples; the first time takes a minute or two." >&2
	swift build --product launcher
	cd examples && swift build --product inbox && swift build --product visa
	@scripts/demo
	@echo "Building the distribution server and its client; the first time takes four minutes or more." >&2
	cd server && swift build --product launcher-store && swift build --product catalog-server
	@scripts/demo-store

serve: ## Start the distribution server: GROUP, DATA and PORT, else com.example.tools, .serve and 8080
	@$(SETUP) build
	@echo "Building the server; the first time takes some minutes." >&2
	@cd server && swift build --product catalog-server
	@server/.build/debug/catalog-server serve --group "$${GROUP:-com.example.tools}" --data "$${DATA:-.serve}" \
		--port "$${PORT:-8080}"

test: test-root test-server test-desktop test-examples test-outside ## Run every test

test-root: setup
	swift build --build-tests
	scripts/swift-test --skip-build

test-server: setup
	cd server && ../scripts/swift-test

test-desktop: setup
	cd desktop && ../scripts/swift-test

test-examples: setup
	cd examples && ../scripts/swift-test

test-outside: setup ## Build and run a package of an outside author that embeds the library
	scripts/test-outside-package

bench: ## Measure beside the peers, and print the ratios
	@$(SETUP) build bench
	bench/run

lint: ## Check the format of the code, and the scripts
	@$(SETUP) lint
	swift format lint --strict --recursive $(SWIFT_FILES)
	shellcheck $(SCRIPTS)

format: ## Format the code
	swift format --in-place --recursive $(SWIFT_FILES)

fuzz: setup ## Run the fuzz and stress tests for longer: FUZZ_SECONDS and STRESS_SECONDS, else 60 and 180
	FUZZ_SECONDS=$${FUZZ_SECONDS:-60} swift test --filter '[Ff]uzz|[Rr]andom|[Pp]ropert'
	cd server && FUZZ_SECONDS=$${FUZZ_SECONDS:-60} swift test --filter '[Ff]uzz|[Rr]andom|[Pp]ropert'
	STRESS_SECONDS=$${STRESS_SECONDS:-180} swift test --filter WriteAheadLogTests

# Leaks are not looked for: exit tests end while their tasks run, and XCTest and Foundation's Process leave a few bytes.
sanitize: setup ## Run the library's tests under ThreadSanitizer and AddressSanitizer
	swift test --sanitize=thread --scratch-path .build-thread --filter AppGroupTests
	ASAN_OPTIONS=detect_leaks=0:suppressions=$(CURDIR)/Tests/address-sanitizer.txt \
		swift test --sanitize=address --scratch-path .build-address --filter AppGroupTests

docs: ## Build the library's reference into .build/docs
	@$(SETUP) build
	scripts/docs

install: ## Install launcher, launcher-store, catalog-server, launcher-badge-bridge, completions and man pages below PREFIX
	@$(SETUP) build
	swift build $(RELEASE)
	mkdir -p "$(STATIC_LIBRARIES)"
	ln -sf "$$(clang -print-file-name=libstdc++.a)" "$(STATIC_LIBRARIES)"
	cd server && swift build $(STORE_RELEASE)
	cd server && swift build $(SERVER_RELEASE)
	cd desktop && swift build $(BRIDGE_RELEASE)
	scripts/install "$(DESTDIR)$(PREFIX)" "$$(swift build $(RELEASE) --show-bin-path)/launcher" \
		"$$(cd server && swift build $(STORE_RELEASE) --show-bin-path)/launcher-store" \
		"$$(cd desktop && swift build $(BRIDGE_RELEASE) --show-bin-path)/launcher-badge-bridge" \
		"$$(cd server && swift build $(SERVER_RELEASE) --show-bin-path)/catalog-server"

install-examples: ## Install the example tools below PREFIX
	@$(SETUP) build
	mkdir -p "$(STATIC_LIBRARIES)"
	ln -sf "$$(clang -print-file-name=libstdc++.a)" "$(STATIC_LIBRARIES)"
	cd examples && for tool in inbox visa; do swift build --product $$tool $(EXAMPLES_RELEASE) || exit; done
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 -s examples/.build/release/inbox examples/.build/release/visa "$(DESTDIR)$(PREFIX)/bin/"
	install -m 755 examples/shell/disk-space.sh "$(DESTDIR)$(PREFIX)/bin/disk-space"

uninstall: ## Remove what install and install-examples put below PREFIX
	scripts/install --remove "$(DESTDIR)$(PREFIX)"

clean: ## Remove everything that was built
	rm -rf .build .build-linking .build-thread .build-address server/.build desktop/.build examples/.build bench/.build bench/.build-static
