import pickle

from engine import Award, Square, Stars
from engine.areas import area_of

LEFT, RIGHT = Square(0, 0), Square(0, 1)
LEFT_AREA, RIGHT_AREA, BOTH = area_of([LEFT]), area_of([RIGHT]), area_of([LEFT, RIGHT])


def test_no_awards_are_no_stars() -> None:
    assert Stars().total == 0
    assert Stars().awards == ()
    assert Stars().area == 0
    assert Stars().squares == ()


def test_stars_can_be_given_to_each_square() -> None:
    stars = Stars.per_square(BOTH, 2)

    assert stars.awards == (Award(LEFT_AREA, 2), Award(RIGHT_AREA, 2))
    assert stars.total == 4


def test_stars_can_be_given_to_a_group() -> None:
    stars = Stars.per_group([BOTH], 6)

    assert stars.awards == (Award(BOTH, 6),)
    assert stars.total == 6


def test_without_a_number_a_square_or_group_earns_one_star() -> None:
    assert Stars.per_square(BOTH).total == 2
    assert Stars.per_group([BOTH]).total == 1


def test_an_award_tells_its_squares_in_reading_order() -> None:
    assert Award(BOTH, 6).squares == (LEFT, RIGHT)


def test_a_square_of_two_awards_is_reported_once() -> None:
    stars = Stars.per_group([BOTH, LEFT_AREA])

    assert stars.area == BOTH
    assert stars.squares == (LEFT, RIGHT)
    assert stars.total == 2


def test_stars_add_up() -> None:
    stars = Stars.per_square(LEFT_AREA, 2) + Stars.per_group([BOTH], 3)

    assert stars.awards == (Award(LEFT_AREA, 2), Award(BOTH, 3))
    assert stars.total == 5


def test_stars_with_the_same_awards_are_equal() -> None:
    singles = Stars.per_square(LEFT_AREA) + Stars.per_square(RIGHT_AREA)

    assert singles == Stars.per_square(BOTH) == Stars.per_group([LEFT_AREA, RIGHT_AREA])
    assert hash(singles) == hash(Stars.per_square(BOTH))


def test_stars_with_other_awards_differ() -> None:
    assert Stars.per_square(BOTH) != Stars.per_group([BOTH], 2)
    assert Stars.per_square(BOTH) != Stars.per_square(BOTH, 2)
    assert Stars() != ()


def test_stars_can_be_sent_to_another_process() -> None:
    stars = Stars.per_square(BOTH, 2)

    assert pickle.loads(pickle.dumps(stars)) == stars
