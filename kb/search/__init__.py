"""Search over the corpus in any of its languages: documents in, ranked concepts out.

Knows no game; writes only below the folder its caller names.
"""

from kb.search.documents import KINDS, Document, Kind
from kb.search.find import Hit, SearchResult, Suggestion, search
from kb.search.gather import documents_from_prose
from kb.search.index import Index, open_index
from kb.search.snippets import Snippet

__all__ = [
    "KINDS",
    "Document",
    "Hit",
    "Index",
    "Kind",
    "SearchResult",
    "Snippet",
    "Suggestion",
    "documents_from_prose",
    "open_index",
    "search",
]
