# Every target first installs what it needs; `make setup` does only that.

PREFIX ?= $(HOME)/.local
# No program contains the path of the folder that it was built in.
REPRODUCIBLE = -Xcc "-ffile-prefix-map=$(CURDIR)=." -Xcxx "-ffile-prefix-map=$(CURDIR)=." \
	-Xswiftc -file-prefix-map -Xswiftc "$(CURDIR)=."
# SwiftPM passes the enabled traits to the compiler in the order of a Set. If that order changed from one build to the next,
# everything would be compiled again. The index stays on: SwiftPM looks in it for the tests, and a debug build of the server
# without it takes as long.
BUILD = SWIFT_DETERMINISTIC_HASHING=1 WITH_WINDOW="$(WINDOW)" swift build
# The window is built if the headers of GTK and libadwaita are installed; then this is "yes".
WINDOW = $$(pkg-config --exists "gtk4 >= 4.8" "libadwaita-1 >= 1.2" 2>/dev/null && echo yes)
# Installed programs share one build, so all have the same flags; Package.swift says how each one is linked. They are stripped,
# so the compiler need not write debug information, which takes it a fifth of the time. libstdc++ takes long to load, so it is
# linked statically: the linker takes the static library if the first folder of its search path contains that library alone.
STATIC_LIBRARIES = $(CURDIR)/.build/static-libraries
RELEASE = LINKED_FOR_INSTALL=1 $(BUILD) -c release --static-swift-stdlib --disable-local-rpath $(REPRODUCIBLE) \
	-debug-info-format none -Xlinker "--version-script=$(CURDIR)/scripts/no-exports.map" -Xlinker "-L$(STATIC_LIBRARIES)"
SETUP = scripts/setup
SWIFT_FILES = Package.swift Sources Tests bench/Sources packaging/darwin $(foreach folder,server desktop window examples examples/servers,$(folder)/Sources $(folder)/Tests)
SCRIPTS = $(filter-out %.py %.map scripts/check-% scripts/make-sbom scripts/make-wheel scripts/picture scripts/pictures scripts/cluster scripts/clustering,$(wildcard scripts/*)) $(wildcard examples/*/*.sh) bench/linking bench/run .ci/run

.PHONY: help setup run serve cluster test build-tests test-suites test-outside test-root test-shells bench bench-programs lint format fuzz picture docs sanitize \
	install install-built install-examples uninstall clean static-libraries programs library wheel deb image test-packages check-darwin interfaces

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install what building, testing and checking need
	@$(SETUP) build test lint

run: ## Show the main job on real input
	@$(SETUP) build
	@BUILD='$(BUILD)' scripts/run
	@echo "On a desktop, make install also builds the window: launcher window. See docs/window.md." >&2

serve: ## Start catalog-server: GROUP, DATA and PORT, else com.example.tools, .serve and 8080
	@$(SETUP) build
	@echo "Building the server; the first time takes a few minutes." >&2
	@$(BUILD) --product catalog-server
	@.build/debug/catalog-server serve --group "$${GROUP:-com.example.tools}" --data "$${DATA:-.serve}" \
		--port "$${PORT:-8080}"

cluster: ## Start two servers, nginx, PostgreSQL with a standby and a bucket on this machine: docs/cluster.md
	@$(SETUP) build cluster
	@echo "Building the server and its client; the first time takes a few minutes." >&2
	@$(BUILD) --product catalog-server
	@$(BUILD) --product launcher-store
	@scripts/cluster

test: test-suites test-root test-outside ## Run every test but those of released Debian packages

build-tests: setup ## Build every test
	$(BUILD) --build-tests

test-suites: build-tests ## Run every suite: those named by SUITES, else all
	scripts/test-suites $(SUITES)

test-outside: setup ## Build and run a package of an outside author that embeds the library
	scripts/test-outside-package

test-root: build-tests ## Install packages of the tests' build in a fresh Debian, and use, upgrade, remove and purge them
	scripts/test-root

# It is not part of `test`, because it installs GNOME Shell and KRunner.
test-shells: ## Test searches and docks in a real GNOME Shell and KRunner, and leave pictures in .build/shells
	@$(SETUP) build shells
	for program in launcher launcher-search launcher-badge-bridge; do $(BUILD) --product $$program || exit; done
	/usr/bin/python3 desktop/Tests/Shells $(SHELLS)

bench: ## Measure beside other programs and print the ratios
	@$(SETUP) build bench
	bench/run

# A tool that is linked fully static, as its author would do it.
STATIC_TOOLS = $(BUILD) -c release --scratch-path .build-static -Xswiftc -static-executable

bench-programs: static-libraries
	$(BUILD) --product package-corpus
	$(RELEASE) --product ews-decode
	for program in store-bench tool-embedding tool-plain; do \
		$(RELEASE) --product $$program && $(STATIC_TOOLS) --product $$program || exit; \
	done
	$(RELEASE) --product feed-bench
	$(RELEASE) --product cluster-bench
	$(RELEASE) --product photo-bench

lint: ## Check the format of the code, the rooms, the examples, the scripts, and that the interfaces keep their promises
	@$(SETUP) build lint
	swift format lint --strict --recursive $(SWIFT_FILES)
	@! grep -rnE '^ *///.*[^/ ] - (Returns|Parameters?|Throws)' --include='*.swift' $(SWIFT_FILES) || \
		{ echo 'DocC finds the word only at the beginning of a line.' >&2; false; }
	scripts/check-rooms
	scripts/check-examples
	shellcheck $(SCRIPTS)
	@$(MAKE) --no-print-directory interfaces

# What it builds, `make build-tests` need not build again.
interfaces: ## Compare the C and the Swift interface with what the last release promised; PROMISE=yes makes a new promise
	@$(SETUP) build lint
	$(BUILD) --target AppGroupLibrary
	scripts/link-library .build/debug .build/debug/libappgroup.so.1
	scripts/check-interfaces $(if $(PROMISE),--promise) .build/debug .build/debug/libappgroup.so.1

format: ## Format the code
	swift format --in-place --recursive $(SWIFT_FILES)

# Tests with random input run for as long as FUZZ_SECONDS says. A suite is named like its file.
FUZZ_FILES = grep -rlE 'Fuzz\.(seeds|duration)|Mutated(Texts|Bytes)' --include='*Tests.swift' $(filter %Tests,$(SWIFT_FILES))
FUZZ_SUITES = $(FUZZ_FILES) | sed -E 's|.*/([A-Za-z]+)\.swift$$|\1|' | sort -u | paste -sd '|'

fuzz: setup ## Run the fuzz and stress tests for longer: FUZZ_SECONDS and STRESS_SECONDS, else 60 and 180
	FUZZ_SECONDS=$${FUZZ_SECONDS:-60} swift test --filter "$$($(FUZZ_SUITES))"
	STRESS_SECONDS=$${STRESS_SECONDS:-180} swift test --filter WriteAheadLogTests

# Leak detection is off: exit tests end while their tasks run, and XCTest and Foundation's Process leak a few bytes.
sanitize: setup ## Run the library's tests under ThreadSanitizer and AddressSanitizer
	swift test --sanitize=thread --scratch-path .build-thread --filter AppGroupTests
	ASAN_OPTIONS=detect_leaks=0:suppressions=$(CURDIR)/Tests/address-sanitizer.txt \
		swift test --sanitize=address --scratch-path .build-address --filter AppGroupTests

picture: ## Make the pictures in docs/images from the real programs: those named by PICTURES, else all
	@$(SETUP) build pictures
	for program in launcher launcher-badge-bridge launcher-window launcher-store catalog-server inbox visa; do \
		$(BUILD) --product $$program || exit; \
	done
	scripts/picture $(PICTURES)

docs: ## Build the library's reference into .build/docs
	@$(SETUP) build
	scripts/docs

static-libraries:
	@mkdir -p "$(STATIC_LIBRARIES)/launcher-search"
	@ln -sf "$$(clang -print-file-name=libstdc++.a)" "$(STATIC_LIBRARIES)"
	@ln -sf "$$(clang -print-file-name=libsqlite3.a)" "$(STATIC_LIBRARIES)/launcher-search"

install: programs ## Install the programs, libappgroup, completions and man pages under PREFIX
	$(MAKE) --no-print-directory install-built

# Root then builds nothing, and leaves no files in .build.
install-built: ## Install what "make programs" has built, for example as root
	scripts/install "$(DESTDIR)$(PREFIX)" .build/release/launcher .build/release/launcher-store \
		.build/release/launcher-badge-bridge .build/release/launcher-search .build/release/catalog-server
	scripts/install-library "$(PREFIX)" "$(DESTDIR)$(PREFIX)" .build/release/libappgroup.so.1

# `make install` installs them, and `make deb` packs them.
programs: static-libraries ## Build what "make install-built" installs
	@$(SETUP) build
	for program in launcher launcher-store launcher-badge-bridge launcher-search catalog-server; do \
		$(RELEASE) --product $$program || exit; \
	done
	scripts/assert-frames .build/release/launcher
	if [ -n "$(WINDOW)" ]; then \
		$(RELEASE) --product launcher-window; \
	else \
		rm -f .build/release/launcher-window; \
		echo "launcher-window is left out, because it needs GTK 4.8 and libadwaita 1.2 to build." >&2; \
		echo "To add it, install libadwaita-1-dev (on Debian) and build again." >&2; \
	fi
	$(MAKE) --no-print-directory library

# With the flags of the installed programs, so that what they share is compiled once.
library: static-libraries
	$(RELEASE) --target AppGroupLibrary
	scripts/link-library .build/release .build/release/libappgroup.so.1

deb: ## Make Debian packages, an archive of launcher, an SPDX document and SHA256SUMS in .build/packages
	@$(SETUP) build packages
	$(MAKE) --no-print-directory programs
	scripts/make-packages .build/release .build/packages

image: deb ## Make container images of launcher and catalog-server in .build/images
	@$(SETUP) images
	scripts/make-images .build/packages .build/images

# It is not part of `test`, because it needs two release builds of every program.
test-packages: deb ## Test the packages in a fresh Debian that systemd has booted, and make them again in another folder
	@$(SETUP) images package-tests
	/usr/bin/python3 packaging/Tests .build/packages $(PARTS)

check-darwin: ## Type-check Sources/ with a stub in place of the module Darwin
	@$(SETUP) build
	$(BUILD) --product launcher
	scripts/check-darwin

wheel: ## Make a wheel of the Python package, with the library inside, in .build/wheel
	@$(SETUP) build
	$(MAKE) --no-print-directory library
	"$$(clang -print-prog-name=llvm-objcopy)" --strip-unneeded -R .note.gnu.build-id -R .swift_modhash \
		.build/release/libappgroup.so.1 .build/release/libappgroup-stripped.so.1
	scripts/make-wheel .build/release/libappgroup-stripped.so.1 .build/wheel

install-examples: static-libraries ## Install the example tools under PREFIX
	@$(SETUP) build
	for tool in inbox visa rooms fund fund-server posters posters-server; do $(RELEASE) --product $$tool || exit; done
	scripts/install-examples "$(DESTDIR)$(PREFIX)" .build/release

uninstall: ## Remove what install and install-examples put under PREFIX
	scripts/install-files --remove "$(DESTDIR)$(PREFIX)"

clean: ## Remove everything that was built
	rm -rf .build .build-static .build-linking .build-thread .build-address
