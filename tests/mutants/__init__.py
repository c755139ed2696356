"""Faults put into the code on purpose: each must be noticed by the tests that mirror it (`make mutants`)."""
