"""The judge of lattices: is one printed there, which way up does it lie, what is printed in its squares?"""

import numpy as np

from vision.find.candidate import candidate_view
from vision.find.judgement import MIRRORED, PRINTS, Judgement, mean_judgement
from vision.find.lattice import Lattice
from vision.find.pyramid import Pyramid
from vision.logits import sigmoid, softmax
from vision.released import ReleasedModel, load_model

UNDECIDED = (
    0.1,
    0.99,
)  # probabilities between which the judge looks again, at the lattice turned by quarters


def judge(photo: Pyramid, lattice: Lattice) -> Judgement:
    """Judge a lattice of n x n squares.

    A lattice that is the printed one is so however it is turned: where one look decides little, the mean of
    four counts.

    Raises:
        ModelError: the installation lacks its models.
    """
    first = _look(photo, lattice)
    if not UNDECIDED[0] <= first.probability < UNDECIDED[1]:
        return first
    others = (_look(photo, lattice.turned(quarters)).turned(-quarters) for quarters in range(1, MIRRORED))
    return mean_judgement([first, *others])


def _look(photo: Pyramid, lattice: Lattice) -> Judgement:
    model = judge_model()
    view = candidate_view(photo, lattice)
    seen = model.run(view=np.ascontiguousarray(view.transpose(2, 0, 1)[None], np.float32))
    squares = seen["squares"][0, :, 1:-1, 1:-1].transpose(1, 2, 0).astype(np.float64)
    return Judgement(
        places=softmax(seen["place"][0]),
        ways=softmax(seen["way"][0]),
        printed=softmax(squares[..., : len(PRINTS)]),
        covered=sigmoid(squares[..., -1]),
    )


def least_sure() -> float:
    """Return the probability from which a lattice is taken for the printed one without a doubt."""
    return float(judge_model().config["sure"])


def least_found() -> float:
    """Return the probability from which a lattice is worth a person's look."""
    return float(judge_model().config["found"])


def least_followed() -> float:
    """Return the probability from which it is worth a look if its print is that of a side."""
    return float(judge_model().config["followed"])


def judge_model() -> ReleasedModel:
    """Return the released judge."""
    return load_model("judge_v2")
