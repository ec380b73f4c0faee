"""Four small networks that read what stands below the map; released as ONNX in `models/ledger_v9`."""

import torch
from torch import Tensor, nn

from datasets.train.networks import Residual, conv
from vision.read.ledgercrops import COIN_PIXELS

NUMBER_CHANNELS = 21
"""A channel for each season's cells, and one for the final score's place."""
ENDS = (21, 22)
"""Channels of the first and the last coin."""
HEAT = 23
"""Channel of all coins."""
COINS = 14
DIGITS = 11
"""Classes of a digit: 0 to 9, and none."""
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

    In: RGB in 0..255, (batch, 3, 128, 320). Out: logits (batch, 24, 32, 80): for each of the 20 numbers'
    cells (season by season), the final score's, the first and the last coin, a softmax over all points and
    one more, of logit 0, for "not printed"; then, for each point apart, whether a coin lies there.
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
        self.head = nn.Conv2d(2 * w, HEAT + 1, 1)
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

    In: RGB in 0..255, (batch, 3, 40, 448). Out: logits (batch, 3, 14): empty, filled, hidden. All coins are
    printed alike, so each is held, point by point, against the row's mean, its first and its last coin.
    """

    def __init__(self, width: int = 16) -> None:
        super().__init__()
        w = width
        self.eye = nn.Sequential(conv(3, w, stride=2, kernel=5), conv(w, 2 * w, stride=2), Residual(2 * w))
        self.compare = nn.Sequential(
            conv(8 * w, 3 * w, kernel=1), conv(3 * w, 4 * w, stride=2), Residual(4 * w)
        )
        self.near = nn.Sequential(
            nn.Conv1d(20 * w, 4 * w, 3, padding=1),
            nn.ReLU(inplace=True),
            nn.Dropout(0.1),
            nn.Conv1d(4 * w, 4 * w, 3, padding=1),
            nn.ReLU(inplace=True),
        )
        self.head = nn.Conv1d(4 * w, 3, 1)

    def forward(self, row: Tensor) -> Tensor:
        seen = self.eye(row / 127.5 - 1.0)
        batch, channels, high, wide = seen.shape
        coins = seen.reshape(batch, channels, high, COINS, wide // COINS)
        usual = coins.mean(dim=3, keepdim=True)
        apart = [coins, coins - usual, coins - coins[:, :, :, :1], coins - coins[:, :, :, -1:]]
        held = self.compare(torch.cat(apart, dim=1).reshape(batch, -1, high, wide))
        each = held.reshape(batch, held.shape[1], held.shape[2], COINS, -1)
        means, peaks = each.mean(dim=(2, 4)), each.amax(dim=(2, 4))
        rest = torch.cat([means.amin(dim=2), means.amax(dim=2), means.mean(dim=2)], dim=1)
        row_wide = rest[:, :, None].expand(-1, -1, COINS)
        out: Tensor = self.head(self.near(torch.cat([means, peaks, row_wide], dim=1)))
        return out


class WholeNet(nn.Module):
    """The row of coins as a whole -> whether none, some or all of them are filled.

    In: RGB in 0..255, (batch, 3, 40, 32 n): n coins side by side, three or more. Out: logits (batch, 3). A
    hand fills no two coins quite alike, and print shows all alike: each coin is held, point by point, against
    the mean of all and against how far they stray about it.
    """

    def __init__(self, width: int = 12) -> None:
        super().__init__()
        w = width
        self.eye = nn.Sequential(conv(3, w, stride=2, kernel=5), Residual(w))
        self.compare = nn.Sequential(
            conv(4 * w, 3 * w, kernel=1),
            conv(3 * w, 3 * w, stride=2),
            Residual(3 * w),
            conv(3 * w, 4 * w, stride=2),
        )
        self.head = nn.Sequential(
            nn.Linear(16 * w, 4 * w), nn.ReLU(inplace=True), nn.Dropout(0.1), nn.Linear(4 * w, 3)
        )

    def forward(self, row: Tensor) -> Tensor:
        batch, channels, high, wide = row.shape
        rows = batch, wide // COIN_PIXELS
        coins = row.reshape(batch, channels, high, -1, COIN_PIXELS).permute(0, 3, 1, 2, 4)
        seen = self.eye(coins.flatten(0, 1) / 127.5 - 1.0).unflatten(0, rows)
        usual = seen.mean(dim=1, keepdim=True)
        apart = seen - usual
        strays = (apart**2).mean(dim=1, keepdim=True).add(1e-4).sqrt()
        held = torch.cat([seen, apart, usual.expand_as(seen), strays.expand_as(seen)], dim=2)
        each = self.compare(held.flatten(0, 1)).unflatten(0, rows)
        means, peaks = each.mean(dim=(3, 4)), each.amax(dim=(3, 4))
        out: Tensor = self.head(
            torch.cat([means.mean(dim=1), means.amin(dim=1), means.amax(dim=1), peaks.mean(dim=1)], dim=1)
        )
        return out


class NumbersNet(nn.Module):
    """The picture of a number's cell, and of one with the same print beneath -> the number.

    In: RGB of both in 0..255, (batch, 6, 44, 56). Out: logits (batch, 35): 11 each for hundreds, tens and
    ones (0 to 9, and none), one for "a minus stands before it", one for "it can be read". Four gazes pick
    where on the picture hundreds, tens, ones and the minus stand.
    """

    def __init__(self, width: int = 24) -> None:
        super().__init__()
        w = width
        self.eye = nn.Sequential(
            conv(6, w, stride=2, kernel=5),
            Residual(w),
            conv(w, 3 * w, stride=2),
            Residual(3 * w),
            Residual(3 * w),
        )
        self.gaze = nn.Sequential(conv(3 * w + 2, w), nn.Conv2d(w, 4, 1))
        self.digit = nn.Sequential(
            nn.Dropout(0.1), nn.Linear(3 * w, 6 * w), nn.ReLU(inplace=True), nn.Linear(6 * w, DIGITS)
        )
        self.minus = nn.Linear(3 * w, 1)
        self.readable = nn.Linear(6 * w, 1)

    def forward(self, numbers: Tensor) -> Tensor:
        seen = self.eye(numbers / 127.5 - 1.0)
        gazes = self.gaze(_with_places(seen)).flatten(2).softmax(dim=2)
        flat = seen.flatten(2)
        picked = torch.matmul(gazes.to(flat.dtype), flat.transpose(1, 2))
        digits = self.digit(picked[:, :3]).flatten(1)
        pooled = torch.cat([flat.mean(dim=2), flat.amax(dim=2)], dim=1)
        return torch.cat([digits, self.minus(picked[:, 3]), self.readable(pooled)], dim=1)
