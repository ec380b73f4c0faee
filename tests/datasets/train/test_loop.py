"""A run that was cut off ends with the weights of one that was not."""

from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="training is not installed: make .venv/train")


def trained(run: Path, *, cut_off_at: int | None = None, steps: int = 150) -> list[float]:
    """Learn a line, in two courses, and return the weights."""
    from datasets.train.loop import Course, in_turn, learn, seeded

    torch.manual_seed(1)
    net = torch.nn.Sequential(torch.nn.Dropout(0.2), torch.nn.Linear(2, 1))
    left = iter(range(cut_off_at)) if cut_off_at else None

    def loss_of(points):  # type: ignore[no-untyped-def]
        if left and next(left, None) is None:
            raise KeyboardInterrupt
        shown = torch.from_numpy(points).float()
        return ((net(shown)[:, 0] - shown.sum(dim=1)) ** 2).mean(), {}

    for course, folder, done in in_turn(run, [Course(steps, 0.1), Course(20, 0.05)]):
        learn(net, folder, course, seeded(7, lambda rng: rng.normal(size=(4, 2))), loss_of, done=done)
    return [float(weight) for part in net.parameters() for weight in part.detach().flatten()]


@pytest.mark.parametrize("steps", [130, 160])
def test_training_goes_on_where_it_was_cut_off(tmp_path: Path, steps: int) -> None:
    with pytest.raises(KeyboardInterrupt):
        trained(tmp_path / "cut", cut_off_at=steps)

    assert trained(tmp_path / "cut") == trained(tmp_path / "whole")


def test_a_run_is_not_gone_on_with_as_one_of_another_length(tmp_path: Path) -> None:
    trained(tmp_path)

    with pytest.raises(SystemExit, match="a run of 150 steps, not 160; name another one"):
        trained(tmp_path, steps=160)


def test_a_run_that_is_released_before_its_end_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from datasets.train.checkpoints import facts_of

    with pytest.raises(KeyboardInterrupt):
        trained(tmp_path, cut_off_at=120)
    facts = facts_of(torch.nn.Linear(2, 1), tmp_path / "cycle1")

    assert facts == {"parameters": 3, "trained_steps": 100}
    assert "was cut off after 100 of 150 steps" in capsys.readouterr().err
