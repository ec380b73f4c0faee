"""Metrics for Prometheus to fetch."""

from collections.abc import Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class Metrics:
    """The metrics of a server; safe to share between threads."""

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
        self._pages = Gauge(
            "surveyor_pages",
            "Pages of files that were sent, by how far they are read.",
            ("state",),
            registry=self._registry,
        )

    def count_request(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count an answered request."""
        self._requests.labels(route, method, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def show(self, pages: Mapping[str, float]) -> bytes:
        """Return all metrics in Prometheus' text format, with how many pages are in each state."""
        for state, count in pages.items():
            self._pages.labels(state).set(count)
        return generate_latest(self._registry)
