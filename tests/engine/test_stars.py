from engine import Award, Square, Stars

LEFT, RIGHT = Square(0, 0), Square(0, 1)


def test_no_awards_are_no_stars() -> None:
    assert Stars().total == 0
    assert Stars().squares == ()


def test_stars_can_be_given_to_each_square() -> None:
    assert Stars.per_square([RIGHT, LEFT], 2).awards == (Award((LEFT,), 2), Award((RIGHT,), 2))


def test_stars_can_be_given_to_a_group() -> None:
    assert Stars.per_group([[LEFT, RIGHT]], 6).awards == (Award((LEFT, RIGHT), 6),)


def test_a_square_of_two_awards_is_told_once() -> None:
    stars = Stars.per_group([[LEFT, RIGHT], [LEFT]])

    assert stars.squares == (LEFT, RIGHT)
    assert stars.total == 2


def test_stars_add_up() -> None:
    assert Stars.per_square([LEFT]) + Stars.per_square([RIGHT]) == Stars.per_square([LEFT, RIGHT])
