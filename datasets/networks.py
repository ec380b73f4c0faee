"""The two small networks, as torch modules: they are trained here and released as ONNX in `models/`."""

import torch
from torch import Tensor, nn


def _conv(channels_in: int, channels_out: int, *, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(channels_in, channels_out, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(channels_out),
        nn.ReLU(inplace=True),
    )


class _Residual(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.body = nn.Sequential(_conv(channels, channels), _conv(channels, channels))

    def forward(self, x: Tensor) -> Tensor:
        return x + self.body(x)


class LatticeNet(nn.Module):
    """A small photo -> where on the map each of its points lies.

    In: RGB in 0..255, (batch, 3, 192, 192). Out: (batch, 3, 48, 48): logit of "inside the map field", and
    the map coordinates (column, row) there, divided by the number of squares.
    """

    def __init__(self, width: int = 24) -> None:
        super().__init__()
        w = width
        self.stem = nn.Sequential(_conv(3, w, stride=2), _conv(w, w, stride=2), _Residual(w))
        self.down1 = nn.Sequential(_conv(w, 2 * w, stride=2), _Residual(2 * w))
        self.down2 = nn.Sequential(_conv(2 * w, 4 * w, stride=2), _Residual(4 * w))
        self.down3 = nn.Sequential(_conv(4 * w, 4 * w, stride=2), _Residual(4 * w))
        self.whole = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(4 * w, 4 * w, 1), nn.ReLU(inplace=True))
        self.up2 = nn.Sequential(_conv(8 * w, 4 * w), _Residual(4 * w))
        self.up1 = nn.Sequential(_conv(6 * w, 2 * w), _Residual(2 * w))
        self.up0 = nn.Sequential(_conv(3 * w, 2 * w), _conv(2 * w, 2 * w))
        self.head = nn.Conv2d(2 * w, 3, 1)
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


class TerrainNet(nn.Module):
    """A cell and what is printed there -> what is drawn.

    In: `cells` RGB in 0..255, (batch, 3, 48, 48); `ruins` 1.0 where ruins are printed, else 0.0, (batch,).
    Out: logits, (batch, labels).
    """

    def __init__(self, labels: int, width: int = 32) -> None:
        super().__init__()
        w = width
        self.eye = nn.Sequential(
            _conv(3, w, stride=2, kernel=5),
            _conv(w, w),
            _conv(w, 2 * w, stride=2),
            _Residual(2 * w),
            _conv(2 * w, 4 * w, stride=2),
            _Residual(4 * w),
        )
        self.mind = nn.Sequential(nn.Linear(8 * w + 1, 4 * w), nn.ReLU(inplace=True), nn.Dropout(0.2))
        self.head = nn.Linear(4 * w, labels)

    def forward(self, cells: Tensor, ruins: Tensor) -> Tensor:
        seen = self.eye(cells / 127.5 - 1.0)
        pooled = torch.cat([seen.mean(dim=(2, 3)), seen.amax(dim=(2, 3)), ruins[:, None]], dim=1)
        out: Tensor = self.head(self.mind(pooled))
        return out
