"""The cases of a game: its files read, every case written out in full, and what is wrong with them.

Nothing is run here: whether a case comes out as it expects is for those who answer questions.
"""

from kb.cases.file import CaseFile, PlacedCase, case_files, cases_of, count_cases, read_case_file, read_cases

__all__ = ["CaseFile", "PlacedCase", "case_files", "cases_of", "count_cases", "read_case_file", "read_cases"]
