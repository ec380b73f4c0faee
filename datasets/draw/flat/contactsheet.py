"""Draw a contact sheet of what the networks learn from: photos, and sheets as a reader sees them.

python -m datasets.draw.flat.contactsheet --count 6 --out sheet.png

The first row has photos of the wide world; the next ones have sheets seen straight: of prints like those that
are known, of any edition, and with another person's drawing in each square.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np

from datasets.draw.flat.sheetset import drawing_of
from datasets.draw.orders import at_least
from datasets.draw.pencil import Pixels
from datasets.draw.pictures import Pictures
from datasets.draw.recipe import Recipe
from datasets.draw.world.photo import draw_world_photo
from vision.corrections import encode_png
from vision.decode import decode_photo
from vision.image import Image

SIDE = 368  # pixels of a thumbnail


def contact_sheet(seed: int, count: int) -> Pixels:
    """Return rows of so many thumbnails, RGB."""
    recipe, pictures = Recipe.load("world"), Pictures.load()
    plain = drawing_of("train", seed, "train")
    of_any_edition = drawing_of("train", seed, "train", world=True)
    scattered = drawing_of("train", seed, "train", scattered=True)
    rows: list[list[Pixels]] = [
        [decode_photo(draw_world_photo(recipe, pictures, seed, k).jpeg) for k in range(count)]
    ]
    rows += [[draw(k).picture for k in range(count)] for draw in (plain, of_any_edition, scattered)]
    return np.vstack([np.hstack([_thumb(picture) for picture in row]) for row in rows])


def _thumb(picture: Pixels) -> Pixels:
    """Return a picture made small, in the middle of a square."""
    scale = SIDE / max(picture.shape)
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    page = np.zeros((SIDE, SIDE, 3), np.uint8)
    top, left = (SIDE - small.shape[0]) // 2, (SIDE - small.shape[1]) // 2
    page[top : top + small.shape[0], left : left + small.shape[1]] = small
    return page


def main() -> None:
    """Write the contact sheet that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=at_least(1), default=6, help="thumbnails in a row")
    parser.add_argument("--seed", type=at_least(0), default=0)
    parser.add_argument("--out", type=Path, default=Path("sheet.png"))
    args = parser.parse_args()
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_bytes(encode_png(Image(contact_sheet(args.seed, args.count))))
    print(f"wrote {args.out}")


if __name__ == "__main__":
    main()
