"""Metrics for Prometheus to fetch."""

from collections.abc import Callable, Iterator, Mapping

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)

Amounts = Callable[[], Mapping[str, float]]


class Metrics:
    """The metrics of a server; safe to share between threads.

    Whoever has amounts of something to show adds a gauge: it is asked when they are fetched.
    """

    def __init__(self) -> None:
        """Start with zero counts."""
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "surveyor_requests", "Requests answered.", ("route", "method", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "surveyor_request_seconds",
            "From a request's first byte to the end of its answer.",
            ("route",),
            buckets=SECONDS,
            registry=self._registry,
        )
        ProcessCollector(registry=self._registry)

    def count_request(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count an answered request."""
        self._requests.labels(route, method, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def add_gauge(self, name: str, meaning: str, label: str, read: Amounts) -> None:
        """Add a gauge: `add_gauge("surveyor_pages", "Pages by state.", "state", count_pages)`."""
        self._registry.register(_Gauge(name, meaning, label, read))

    def show(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self._registry)


class _Gauge(Collector):
    def __init__(self, name: str, meaning: str, label: str, read: Amounts) -> None:
        self._name, self._meaning, self._label, self._read = name, meaning, label, read

    def describe(self) -> Iterator[GaugeMetricFamily]:
        yield GaugeMetricFamily(
            self._name, self._meaning, labels=[self._label]
        )  # unread: nothing may be there yet

    def collect(self) -> Iterator[GaugeMetricFamily]:
        gauge = GaugeMetricFamily(self._name, self._meaning, labels=[self._label])
        for value, amount in self._read().items():
            gauge.add_metric([value], amount)
        yield gauge
