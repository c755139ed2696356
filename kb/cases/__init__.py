"""The cases of a game: its case files read, written-out cases made of them, and what is wrong with them."""

from kb.cases.file import CaseFile, PlacedCase, case_files, cases_of, count_cases, read_case_file, read_cases

__all__ = ["CaseFile", "PlacedCase", "case_files", "cases_of", "count_cases", "read_case_file", "read_cases"]
