"""The bill of materials of the image: `python -m tests.supply.sbom FILE` writes it as CycloneDX JSON.

It follows from the locks, the metadata of what is installed and the models, and from nothing else: no time,
no random number, no path. So equal trees make equal bytes, and it is made where it is needed, not committed.
"""

import hashlib
import json
import sys
import tomllib
from email.message import Message
from importlib.metadata import metadata
from pathlib import Path
from typing import cast
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

from tests.supply.licences import find_licence, read_rules
from tests.supply.locks import REQUIREMENTS, Pin, read_lock

ROOT = REQUIREMENTS.parent
ALWAYS, GROWN = "runtime", "grown"
"""The locks of the image: what always runs, and what PostgreSQL, a bucket and a cluster need besides."""


class SbomError(Exception):
    """The bill that was made is none by CycloneDX's own schema."""


def make_sbom() -> str:
    """Return the bill of materials as CycloneDX 1.6 JSON.

    Raises:
        SbomError: It does not follow the schema: a mistake of ours.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    ours = Component(
        name=project["name"],
        version=project["version"],
        type=ComponentType.APPLICATION,
        bom_ref="surveyor",
        description=project["description"],
        licenses=[LicenseFactory().make_from_string("MIT")],
    )
    bom = Bom(metadata=BomMetaData(component=ours), components=[*_packages(), *_models()])
    bom.register_dependency(ours, bom.components)
    return _checked(_named_by_content(JsonV1Dot6(bom).output_as_string()))


def _packages() -> list[Component]:
    always = {pin.name: pin for pin in read_lock(ALWAYS)}
    pins = {pin.name: pin for pin in read_lock(GROWN)} | always
    return [_package(pin, is_optional=name not in always) for name, pin in sorted(pins.items())]


def _package(pin: Pin, *, is_optional: bool) -> Component:
    licence = find_licence(pin.name, cast(Message, metadata(pin.name)), read_rules())
    address = PackageURL("pypi", name=pin.name, version=pin.version)
    return Component(
        name=pin.name,
        version=pin.version,
        type=ComponentType.LIBRARY,
        bom_ref=str(address),
        purl=address,
        scope=ComponentScope.OPTIONAL if is_optional else ComponentScope.REQUIRED,
        licenses=[LicenseFactory().make_from_string(licence)],
        properties=[Property(name="surveyor:file:sha256", value=each) for each in pin.hashes],
    )


def _models() -> list[Component]:
    return [_model(path) for path in sorted((ROOT / "models").glob("**/*.onnx"))]


def _model(path: Path) -> Component:
    name = path.parent.relative_to(ROOT / "models").as_posix()
    return Component(
        name=name,
        type=ComponentType.MACHINE_LEARNING_MODEL,
        bom_ref=f"model:{name}",
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=_sha256(path.read_bytes()))],
        licenses=[LicenseFactory().make_from_string("MIT")],
    )


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _named_by_content(text: str) -> str:
    """Leave out the time, and number the bill by what it says."""
    document = json.loads(text)
    del document["metadata"]["timestamp"], document["serialNumber"]
    digest = uuid5(NAMESPACE_URL, json.dumps(document, sort_keys=True))
    return json.dumps({**document, "serialNumber": digest.urn}, indent=2, sort_keys=True) + "\n"


def _checked(text: str) -> str:
    problem = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if problem is not None:
        raise SbomError(str(problem))
    return text


def main() -> None:
    """Write the bill into the file that is named."""
    path = Path(sys.argv[1])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(make_sbom(), "utf-8")
    print(f"{path}: {len(json.loads(path.read_text('utf-8'))['components'])} components")


if __name__ == "__main__":
    main()
