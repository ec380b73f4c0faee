"""Measurements that take minutes, and that no test rests on."""
