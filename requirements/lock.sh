#!/bin/sh
# Resolve pyproject.toml into locks: versions and hashes, never the address of a registry.
set -eu
uv=$1
compile() {
    "$uv" pip compile --quiet --generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
        --python-version 3.11 "$@"
}
echo uv | compile - -o requirements/bootstrap.txt
# the build back-end is installed with the runtime, so that an editable install needs no network of its own
printf 'hatchling\neditables\n' | compile pyproject.toml - -o requirements/runtime.txt
compile pyproject.toml --all-extras -c requirements/runtime.txt -o requirements/grown.txt
compile pyproject.toml --group dev -c requirements/grown.txt -o requirements/dev.txt
compile --group fuzz -c requirements/dev.txt -o requirements/fuzz.txt
compile --group train -c requirements/dev.txt -o requirements/train.txt
