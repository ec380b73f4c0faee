"""Released models: a folder with the network, its settings and its hash, loaded for one thread."""

import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine.sentence import Sentence
from vision.errors import ModelError, Reason

if TYPE_CHECKING:
    from onnxruntime import InferenceSession


@dataclass(frozen=True)
class ReleasedModel:
    """A network ready to run, with what its config says."""

    name: str
    config: dict[str, Any]
    session: "InferenceSession"

    def __reduce__(self) -> tuple[Callable[[str], "ReleasedModel"], tuple[str]]:
        """Load it anew in another process, which cannot be handed a network."""
        return load_model, (self.name,)

    def run(self, **inputs: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
        """Return the network's outputs by their names."""
        names = [output.name for output in self.session.get_outputs()]
        return dict(zip(names, self.session.run(names, inputs), strict=True))


@cache
def load_model(name: str) -> ReleasedModel:
    """Load `models/<name>`, once: model.onnx checked against the hash in config.json.

    Raises:
        ModelError: `model_missing` or `model_damaged`.
    """
    config = read_settings(name)
    try:
        network = (files("models") / name / "model.onnx").read_bytes()
    except (FileNotFoundError, NotADirectoryError) as error:
        raise _refusal("model_missing", _absent(name)) from error
    if hashlib.sha256(network).hexdigest() != config.get("sha256"):
        raise _refusal(
            "model_damaged",
            Sentence("The network of model %(model)s is not the one that was released.", model=name),
        )
    return ReleasedModel(name, config, _open_session(network))


def read_settings(name: str) -> dict[str, Any]:
    """Return what the config.json of `models/<name>` says.

    Raises:
        ModelError: `model_missing` or `model_damaged`.
    """
    try:
        settings: dict[str, Any] = json.loads((files("models") / name / "config.json").read_text("utf-8"))
    except OSError as error:
        raise _refusal("model_missing", _absent(name)) from error
    except ValueError as error:
        raise _refusal(
            "model_damaged", Sentence("The settings of model %(model)s cannot be read.", model=name)
        ) from error
    return settings


def _open_session(network: bytes) -> "InferenceSession":
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # else importing it tells its maker of this machine
    import onnxruntime  # no earlier: it starts a thread, and a process with threads is not to be forked

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # sheets run side by side in processes, not threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(network, options, providers=["CPUExecutionProvider"])


def _absent(name: str) -> Sentence:
    return Sentence("There is no model %(model)s in this installation.", model=name)


def _refusal(code: str, message: str) -> ModelError:
    return ModelError(
        Reason(code, message, "Check the name of the model, or install Surveyor again from a complete copy.")
    )
