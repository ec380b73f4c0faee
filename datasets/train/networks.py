"""The networks that find and read the map, as torch modules; released as ONNX in `models/`."""

import torch
from torch import Tensor, nn
from torch.nn import functional


def conv(channels_in: int, channels_out: int, *, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    """Return a convolution, normalised over the batch and cut off at zero."""
    return nn.Sequential(
        nn.Conv2d(channels_in, channels_out, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(channels_out),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two convolutions whose result is added to what went in (He et al. 2015, arXiv 1512.03385)."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.body = nn.Sequential(conv(channels, channels), conv(channels, channels))

    def forward(self, x: Tensor) -> Tensor:
        return x + self.body(x)


class LatticeNet(nn.Module):
    """A small photo -> where on the map each of its points lies.

    In: RGB in 0..255, (batch, 3, 192, 192). Out: (batch, 4, 48, 48): logits of "inside a map field" and of
    "inside a grid of another game"; the coordinates (column, row) there, divided by the number of squares.
    """

    def __init__(self, width: int = 24) -> None:
        super().__init__()
        w = width
        self.stem = nn.Sequential(conv(3, w, stride=2), conv(w, w, stride=2), Residual(w))
        self.down1 = nn.Sequential(conv(w, 2 * w, stride=2), Residual(2 * w))
        self.down2 = nn.Sequential(conv(2 * w, 4 * w, stride=2), Residual(4 * w))
        self.down3 = nn.Sequential(conv(4 * w, 4 * w, stride=2), Residual(4 * w))
        self.whole = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(4 * w, 4 * w, 1), nn.ReLU(inplace=True))
        self.up2 = nn.Sequential(conv(8 * w, 4 * w), Residual(4 * w))
        self.up1 = nn.Sequential(conv(6 * w, 2 * w), Residual(2 * w))
        self.up0 = nn.Sequential(conv(3 * w, 2 * w), conv(2 * w, 2 * w))
        self.head = nn.Conv2d(2 * w, 4, 1)
        self.grow = nn.Upsample(scale_factor=2, mode="bilinear", align_corners=False)

    def forward(self, photo: Tensor) -> Tensor:
        a = self.stem(photo / 127.5 - 1.0)
        b = self.down1(a)
        c = self.down2(b)
        d = self.down3(c)
        d = d + self.whole(d)
        c = self.up2(torch.cat([self.grow(d), c], dim=1))
        b = self.up1(torch.cat([self.grow(c), b], dim=1))
        out: Tensor = self.head(self.up0(torch.cat([self.grow(b), a], dim=1)))
        return out


class _Attention(nn.Module):
    """Lets every square look at all others: one hand drew them."""

    def __init__(self, channels: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.ask = nn.Linear(channels, 3 * channels)
        self.answer = nn.Linear(channels, channels)

    def forward(self, x: Tensor) -> Tensor:
        batch, squares, channels = x.shape
        parts = self.ask(x).view(batch, squares, 3, self.heads, channels // self.heads)
        query, key, value = parts.permute(2, 0, 3, 1, 4).unbind(0)
        weights = (query @ key.transpose(2, 3) * (channels // self.heads) ** -0.5).softmax(dim=-1)
        mixed: Tensor = self.answer((weights @ value).transpose(1, 2).reshape(batch, squares, channels))
        return mixed


class _Context(nn.Module):
    """Squares hear of their neighbours, then of the whole sheet, then think."""

    def __init__(self, channels: int, heads: int = 4) -> None:
        super().__init__()
        self.beside = nn.Conv2d(channels, channels, 3, 1, 1, groups=channels)
        self.attend = nn.Sequential(nn.LayerNorm(channels), _Attention(channels, heads))
        self.think = nn.Sequential(
            nn.LayerNorm(channels),
            nn.Linear(channels, 2 * channels),
            nn.GELU(approximate="tanh"),
            nn.Dropout(0.1),
            nn.Linear(2 * channels, channels),
        )

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.beside(x)
        tokens = x.flatten(2).transpose(1, 2)
        tokens = tokens + self.attend(tokens)
        tokens = tokens + self.think(tokens)
        return tokens.transpose(1, 2).view(x.shape)


class TerrainNet(nn.Module):
    """A sheet seen straight, and where ruins are printed -> what each square holds.

    In: `sheet` RGB in 0..255, (batch, 3, s, s) with s = 32 n + 16; `ruins` 1.0 where ruins are printed, else
    0.0, (batch, n, n). Out, all (batch, channels, n, n): `alone`, logits of the terrain from the square and
    a quarter square around it; `terrain`, the same by one who sees the whole sheet; `marks`, logits of an
    attack mark (1), of no initial or D, Z, T, G (5), and of something that is no drawing of the game (1);
    `kinds`, logits of the kinds of drawings, from the square alone; `signs`, what each square looks like
    (5 width): like drawings are close.
    """

    def __init__(self, labels: int, kinds: int, width: int = 24) -> None:
        super().__init__()
        w = width
        self.eye = nn.Sequential(
            conv(3, w, stride=2, kernel=5),
            conv(w, w),
            conv(w, 2 * w, stride=2),
            Residual(2 * w),
            conv(2 * w, 4 * w, stride=2),
            Residual(4 * w),
        )
        self.weigh = nn.Conv2d(4 * w, 4 * w, 6, 4, groups=4 * w)
        self.gather = nn.Sequential(conv(12 * w, 5 * w, kernel=1), nn.Dropout2d(0.1))
        self.ruins = nn.Parameter(torch.zeros(5 * w))
        self.alone = nn.Sequential(nn.Conv2d(5 * w, 4 * w, 1), nn.ReLU(), nn.Conv2d(4 * w, labels, 1))
        self.kinds = nn.Sequential(nn.Conv2d(5 * w, 8 * w, 1), nn.ReLU(), nn.Conv2d(8 * w, kinds, 1))
        self.context = nn.Sequential(_Context(5 * w), _Context(5 * w))
        self.change = nn.Conv2d(5 * w, labels, 1)
        self.marks = nn.Conv2d(5 * w, 7, 1)

    def forward(self, sheet: Tensor, ruins: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        signs = self.look(sheet)
        return (*self.understand(signs, ruins), signs)

    def look(self, sheet: Tensor) -> Tensor:
        """Return the signs: what each square looks like."""
        seen = self.eye(sheet / 127.5 - 1.0)
        inner = seen[:, :, 1:-1, 1:-1]  # without the quarter square around the field
        views = [self.weigh(seen), functional.max_pool2d(inner, 4), functional.avg_pool2d(inner, 4)]
        signs: Tensor = self.gather(torch.cat(views, dim=1))
        return signs

    def understand(self, signs: Tensor, ruins: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return the terrain alone and by one who sees the whole sheet, the marks and the kinds."""
        alone = self.alone(signs)
        known = self.context(signs + ruins[:, None] * self.ruins[:, None, None])
        return alone, alone + self.change(known), self.marks(known), self.kinds(signs)


class TerrainEye(nn.Module):
    """The first step of a TerrainNet as a network of its own, for its release: sheet -> signs."""

    def __init__(self, net: TerrainNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, sheet: Tensor) -> Tensor:
        return self.net.look(sheet)


class TerrainContext(nn.Module):
    """The second step: signs and ruins -> alone, terrain, marks, kinds."""

    def __init__(self, net: TerrainNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, signs: Tensor, ruins: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        return self.net.understand(signs, ruins)


def _eye_for_views(w: int) -> nn.Sequential:
    """Return what looks at a view of 16 pixels a square, in quarters of its size."""
    return nn.Sequential(
        conv(3, w // 2, stride=2, kernel=5), conv(w // 2, w, stride=2), Residual(w), nn.ReLU(inplace=True)
    )


def _one_vector_a_square(w: int) -> nn.Sequential:
    """Return what gathers the four by four places of each square."""
    return nn.Sequential(nn.Conv2d(w, 3 * w, 4, 4, bias=False), nn.BatchNorm2d(3 * w), nn.ReLU(inplace=True))


class JudgeNet(nn.Module):
    """A lattice's picture, seen straight with a square of what surrounds it -> whether it is the printed one.

    In: `view` RGB in 0..255, (batch, 3, s, s) with s = 16 (n + 2), for any n. Out: `place` (batch, 10),
    logits of the printed lattice lying so many squares (down, right) of this one, from (-1, -1) to (1, 1) row
    by row, and of none of these; `way` (batch, 8), logits of the quarter turns counter-clockwise that bring
    the sheet upright, for a sheet seen as it is and then for one in a mirror; `squares`
    (batch, 6, n + 2, n + 2), logits of nothing, a mountain, a wasteland or ruins printed there, or of the
    square lying outside the field; and, apart from these, of something that covers it.
    """

    def __init__(self, width: int = 24) -> None:
        super().__init__()
        w = width
        self.eye, self.gather = _eye_for_views(w), _one_vector_a_square(w)
        self.think = nn.Sequential(Residual(3 * w), nn.ReLU(inplace=True), Residual(3 * w))
        self.whole = nn.Sequential(nn.Linear(10 * 3 * w, 4 * w), nn.ReLU(inplace=True))
        self.place = nn.Linear(4 * w, 10)
        self.way = nn.Linear(4 * w, 8)
        self.spread = nn.Linear(4 * w, 3 * w)
        self.squares = nn.Sequential(Residual(3 * w), nn.ReLU(inplace=True), nn.Conv2d(3 * w, 6, 1))

    def forward(self, view: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        seen = self.think(self.gather(self.eye(view / 127.5 - 1.0)))
        inner = seen[:, :, 1:-1, 1:-1]
        strips = [seen[:, :, k, 1:-1] for k in (0, 1, -2, -1)]
        strips += [seen[:, :, 1:-1, k] for k in (0, 1, -2, -1)]
        pooled = [inner.mean(dim=(2, 3)), inner.amax(dim=(2, 3)), *(strip.mean(dim=2) for strip in strips)]
        whole = self.whole(torch.cat(pooled, dim=1))
        squares = self.squares(seen + self.spread(whole)[:, :, None, None])
        return self.place(whole), self.way(whole), squares


class AlignNet(nn.Module):
    """A sheet seen straight along a rough lattice -> by how much each of its squares lies aside.

    In: `view` RGB in 0..255, (batch, 3, s, s) with s = 16 (n + 4): the field along a lattice that may lie up
    to a square and a half off, with two squares of what surrounds it. Out: `aside` (batch, 3, n + 4, n + 4),
    for the middle of each square of the view: how many squares right and down of this place the view shows
    what the printed lattice has there; and the logarithm of how far off that typically is, in squares.
    """

    def __init__(self, width: int = 24) -> None:
        super().__init__()
        w = width
        self.eye, self.gather = _eye_for_views(w), _one_vector_a_square(w)
        self.think = nn.Sequential(*(_Wide(3 * w, reach) for reach in (1, 2, 4, 1, 2, 4, 1)))
        self.aside = nn.Conv2d(3 * w, 3, 1)
        nn.init.zeros_(self.aside.weight)

    def forward(self, view: Tensor) -> Tensor:
        aside: Tensor = self.aside(self.think(self.gather(self.eye(view / 127.5 - 1.0))))
        return aside


class _Wide(nn.Module):
    """A residual whose squares hear of others so many squares away, and of the whole sheet."""

    def __init__(self, channels: int, reach: int) -> None:
        super().__init__()
        self.near = _conv_normed(channels, reach)
        self.whole = nn.Linear(channels, channels)
        self.after = _conv_normed(channels, 1)

    def forward(self, x: Tensor) -> Tensor:
        heard = self.whole(x.mean(dim=(2, 3)))[:, :, None, None]
        return functional.relu(x + self.after(functional.relu(self.near(x) + heard)))


def _conv_normed(channels: int, reach: int) -> nn.Sequential:
    """Return a convolution of squares so many apart, normalised over the batch."""
    return nn.Sequential(
        nn.Conv2d(channels, channels, 3, 1, reach, reach, bias=False), nn.BatchNorm2d(channels)
    )
