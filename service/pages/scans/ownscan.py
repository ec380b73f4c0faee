"""The scan that an address names, and the sheet of it, to those whose it is."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Query

from service.documents import Sheet
from service.documents.errors import NotHereError
from service.pages.visits import VisitDep
from service.routes.parameters import PathId
from service.scans.rows import ScanRow, own_scan
from service.sheets.asread import is_said_another_side
from service.sheets.rows import KeptSheet

SheetNumber = Annotated[int, Query(ge=1, le=99)]


@dataclass(frozen=True, slots=True)
class SheetOfScan:
    """One sheet of a scan."""

    scan: ScanRow
    number: int
    """On the photo, from 1 as people count."""

    @property
    def standing(self) -> KeptSheet:
        """The sheet as it stands."""
        return self.scan.sheets[self.number - 1]

    @property
    def read(self) -> Sheet:
        """The sheet as it was read."""
        return self.scan.reading.sheets[self.number - 1]

    @property
    def is_said_another_side(self) -> bool:
        """Whether somebody said another side than was surely read."""
        return is_said_another_side(self.standing.map, self.read)


def _scan(scan: PathId, visit: VisitDep) -> ScanRow:
    with visit.reading() as db:
        return own_scan(db, visit.actor, scan)


OwnScan = Annotated[ScanRow, Depends(_scan)]


def find_sheet(scan: OwnScan, sheet: SheetNumber = 1) -> SheetOfScan:
    """Return a sheet of a scan by its number, from 1.

    Raises:
        NotHereError: The photo shows fewer sheets.
    """
    if sheet > len(scan.sheets):
        raise NotHereError("sheet")
    return SheetOfScan(scan, sheet)


OwnSheetOfScan = Annotated[SheetOfScan, Depends(find_sheet)]
