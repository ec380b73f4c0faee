"""Synthetic photos of drawn map sheets, made to train and to measure the reader."""
