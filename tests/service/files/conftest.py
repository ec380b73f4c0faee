from tests.service.sentphotos import cup, web

__all__ = ["cup", "web"]  # fixtures that tests here take
