"""Three small networks that read what stands below the map; released as ONNX in `models/ledger_v1`."""

import torch
from torch import Tensor, nn

from datasets.networks import Residual, conv

SLOT_CHANNELS = 20
ENDS = (20, 21)
"""Channels of the first and the last coin."""
HEAT = 22
"""Channel of all coins."""
STRIDE = 8
"""Pixels of the strip, which the network sees at half size, for one point of its answer."""


def _with_places(x: Tensor) -> Tensor:
    """Append two channels that say where on the picture each point lies, -1 to 1."""
    height, width = x.shape[2], x.shape[3]
    down = torch.linspace(-1, 1, height)[None, None, :, None].expand(x.shape[0], 1, height, width)
    across = torch.linspace(-1, 1, width)[None, None, None, :].expand(x.shape[0], 1, height, width)
    return torch.cat([x, down.to(x.dtype), across.to(x.dtype)], dim=1)


class PlacesNet(nn.Module):
    """The strip at half size -> where coins and boxes are printed.

    In: RGB in 0..255, (batch, 3, 128, 320). Out: logits (batch, 23, 32, 80): for each of the 20 numbers'
    cells (season by season), the first and the last coin, a softmax over all points and one more, of logit
    0, for "not printed"; then, for each point apart, whether a coin lies there.
    """

    def __init__(self, width: int = 12) -> None:
        super().__init__()
        w = width
        self.stem = nn.Sequential(conv(3, w, stride=2), conv(w, 2 * w, stride=2), Residual(2 * w))
        self.down1 = nn.Sequential(conv(2 * w, 3 * w, stride=2), Residual(3 * w))
        self.down2 = nn.Sequential(conv(3 * w + 2, 4 * w, stride=2), Residual(4 * w))
        self.down3 = nn.Sequential(conv(4 * w, 4 * w, stride=2), Residual(4 * w), Residual(4 * w))
        self.whole = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(4 * w, 4 * w, 1), nn.ReLU(inplace=True))
        self.up2 = conv(8 * w, 4 * w)
        self.up1 = nn.Sequential(conv(7 * w, 3 * w), Residual(3 * w))
        self.up0 = conv(5 * w, 2 * w)
        self.head = nn.Conv2d(2 * w, 23, 1)
        self.grow = nn.Upsample(scale_factor=2, mode="bilinear", align_corners=False)

    def forward(self, strip: Tensor) -> Tensor:
        a = self.stem(strip / 127.5 - 1.0)
        b = self.down1(a)
        c = self.down2(_with_places(b))
        d = self.down3(c)
        d = d + self.whole(d)
        c = self.up2(torch.cat([self.grow(d), c], dim=1))
        b = self.up1(torch.cat([self.grow(c), b], dim=1))
        out: Tensor = self.head(self.up0(torch.cat([self.grow(b), a], dim=1)))
        return out


class CoinsNet(nn.Module):
    """The row of coins -> what was done to each.

    In: RGB in 0..255, (batch, 3, 40, 448). Out: logits (batch, 3, 14): empty, filled, hidden. Each coin is
    held against its neighbours and against the whole row, since print and hand are the same along it.
    """

    def __init__(self, width: int = 16) -> None:
        super().__init__()
        w = width
        self.eye = nn.Sequential(
            conv(3, w, stride=2, kernel=5),
            conv(w, 2 * w, stride=2),
            Residual(2 * w),
            conv(2 * w, 3 * w, stride=2),
            Residual(3 * w),
        )
        self.near = nn.Sequential(
            nn.Conv1d(15 * w, 4 * w, 3, padding=1),
            nn.ReLU(inplace=True),
            nn.Dropout(0.1),
            nn.Conv1d(4 * w, 4 * w, 3, padding=1),
            nn.ReLU(inplace=True),
        )
        self.head = nn.Conv1d(4 * w, 3, 1)

    def forward(self, row: Tensor) -> Tensor:
        seen = self.eye(row / 127.5 - 1.0)
        coins = seen.reshape(seen.shape[0], seen.shape[1], seen.shape[2], 14, -1)
        each = torch.cat([coins.mean(dim=(2, 4)), coins.amax(dim=(2, 4))], dim=1)
        part = each[:, : seen.shape[1]]
        rest = torch.cat([part.amin(dim=2), part.amax(dim=2), part.mean(dim=2)], dim=1)
        out: Tensor = self.head(self.near(torch.cat([each, rest[:, :, None].expand(-1, -1, 14)], dim=1)))
        return out


class NumbersNet(nn.Module):
    """The picture of a number's cell -> the number.

    In: RGB in 0..255, (batch, 3, 44, 56). Out: logits (batch, 24): 11 for the tens and 11 for the ones (0
    to 9, and none), one for "a minus stands before it", one for "it can be read". Three gazes pick
    where on the picture tens, ones and the minus stand.
    """

    def __init__(self, width: int = 24) -> None:
        super().__init__()
        w = width
        self.eye = nn.Sequential(
            conv(3, w, stride=2, kernel=5),
            conv(w, w),
            Residual(w),
            conv(w, 2 * w, stride=2),
            Residual(2 * w),
            Residual(2 * w),
        )
        self.gaze = nn.Sequential(conv(2 * w + 2, w), nn.Conv2d(w, 3, 1))
        self.digit = nn.Sequential(
            nn.Dropout(0.1), nn.Linear(2 * w, 4 * w), nn.ReLU(inplace=True), nn.Linear(4 * w, 11)
        )
        self.minus = nn.Linear(2 * w, 1)
        self.readable = nn.Linear(4 * w, 1)

    def forward(self, numbers: Tensor) -> Tensor:
        seen = self.eye(numbers / 127.5 - 1.0)
        gazes = self.gaze(_with_places(seen)).flatten(2).softmax(dim=2)
        flat = seen.flatten(2)
        tens, ones, before = torch.matmul(gazes.to(flat.dtype), flat.transpose(1, 2)).unbind(dim=1)
        pooled = torch.cat([flat.mean(dim=2), flat.amax(dim=2)], dim=1)
        return torch.cat(
            [self.digit(tens), self.digit(ones), self.minus(before), self.readable(pooled)], dim=1
        )
