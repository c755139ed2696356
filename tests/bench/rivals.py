"""Other search engines on the same documents: plain Whoosh, SQLite FTS5 (words, trigrams) and tantivy."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path

from kb.search import Document

Found = Callable[[str, str, str], list[str]]  #: text, game, language of the asker -> names of concepts, best first


def name_of(kind: str, identity: str) -> str:
    return f"term:{identity}" if kind == "term" else identity


def _unique(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))[:20]


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def whoosh_plain(documents: list[Document], folder: Path) -> Found:
    from whoosh import fields, index, qparser

    schema = fields.Schema(name=fields.STORED, game=fields.ID, title=fields.TEXT(field_boost=3.0), body=fields.TEXT)
    folder.mkdir()
    made = index.create_in(folder, schema)
    writer = made.writer()
    for d in documents:
        writer.add_document(name=name_of(d.kind, d.id), game=d.game, title=" ".join([d.title, *d.forms]), body=d.body)
    writer.commit()
    searcher = made.searcher()
    parser = qparser.MultifieldParser(["title", "body"], schema, group=qparser.OrGroup)

    def find(text: str, game: str, lang: str) -> list[str]:
        from whoosh.query import Term

        hits = searcher.search(parser.parse(" ".join(_words(text))), filter=Term("game", game), limit=40)
        return _unique(hit["name"] for hit in hits)

    return find


def fts5(documents: list[Document], tokenizer: str) -> Found:
    db = sqlite3.connect(":memory:")
    db.execute(
        f"create virtual table d using fts5(name unindexed, game unindexed, title, body, tokenize='{tokenizer}')"
    )
    rows = [(name_of(d.kind, d.id), d.game, " ".join([d.title, *d.forms]), d.body) for d in documents]
    db.executemany("insert into d values (?, ?, ?, ?)", rows)
    trigram = tokenizer.startswith("trigram")

    def find(text: str, game: str, lang: str) -> list[str]:
        words = _words(text)
        if trigram:
            words = [w[i : i + 3] for w in words for i in range(max(1, len(w) - 2)) if len(w) >= 3] or words
        query = " OR ".join(f'"{w}"' for w in words)
        if not query:
            return []
        sql = "select name from d where d match ? and game = ? order by bm25(d, 0, 0, 3.0, 1.0) limit 40"
        return _unique(row[0] for row in db.execute(sql, (query, game)))

    return find


def tantivy_plain(documents: list[Document]) -> Found | None:
    try:
        import tantivy
    except ImportError:
        return None
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("name", stored=True, tokenizer_name="raw")
    builder.add_text_field("game", stored=True, tokenizer_name="raw")
    builder.add_text_field("title")
    builder.add_text_field("body")
    index = tantivy.Index(builder.build())
    writer = index.writer()
    for d in documents:
        writer.add_document(
            tantivy.Document(name=name_of(d.kind, d.id), game=d.game, title=" ".join([d.title, *d.forms]), body=d.body)
        )
    writer.commit()
    index.reload()
    searcher = index.searcher()

    def find(text: str, game: str, lang: str) -> list[str]:
        words = " ".join(_words(text))
        if not words:
            return []
        query = index.parse_query(words, ["title", "body"], field_boosts={"title": 3.0})
        hits = searcher.search(query, 200).hits
        stored = [searcher.doc(address) for _, address in hits]
        return _unique(doc["name"][0] for doc in stored if doc["game"][0] == game)

    return find
