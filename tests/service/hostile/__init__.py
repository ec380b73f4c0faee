"""Uploads by somebody who means harm, made by code from a seed."""
