"""Tests of the kernel, one module for each of its modules."""
