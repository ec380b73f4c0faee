from datasets.draw.flat.contactsheet import SIDE, contact_sheet


def test_every_row_shows_something_else() -> None:
    sheet = contact_sheet(seed=3, count=1)

    assert sheet.shape == (4 * SIDE, SIDE, 3)
    assert len({row.tobytes() for row in sheet.reshape(4, SIDE, SIDE, 3)}) == 4
