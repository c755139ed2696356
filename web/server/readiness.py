"""What a server does once, before the first request: no visitor waits for what all need."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path

from flask import Flask

from kb.languages.texts import languages, texts
from web.cards.craft import craft, example
from web.game.corpus import Books, Corpus
from web.game.hits import index_of
from web.game.volume import Volume


def warm(app: Flask, step: Callable[[int, int], None] | None = None) -> None:
    """Loads every template, game and index, and takes all that stays out of the sight of the garbage collector."""
    corpus: Corpus = app.extensions["paragraf-corpus"]
    for lang in languages():
        _ = texts(lang, "pages"), texts(lang, "answers")
    for name in app.jinja_env.list_templates():
        app.jinja_env.get_template(name)
    warm_corpus(corpus, step)
    settle()


#: things made before the collector looks through them: some ten answers
YOUNG = 20_000


def settle() -> None:
    """Takes all that is there now out of the sight of the garbage collector.

    A full collection over the corpus takes longer than most answers; what is frozen is never looked at again. What an answer makes goes
    with it, hardly any of it in circles: young things are looked through far more rarely than usual."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, 20, 20)


def warm_corpus(corpus: Corpus | Books, step: Callable[[int, int], None] | None = None) -> None:
    """Makes ready the index and every game of a corpus, as it is read at the start and again later; `step`: how far the index is."""
    index_of(corpus.library, Path(corpus.cache), step)
    for volume in corpus.volumes():
        _warm_volume(volume)


def _warm_volume(volume: Volume) -> None:
    """What only the first to ask of a game would wait for."""
    volume.referee.make_ready()
    _ = volume.graph, volume.clarified, volume.restated, volume.variants, volume.disputed, volume.defined
    first = next(iter(volume.game.prose.paragraphs), "")
    for lang in languages():
        volume.value_titles(lang)
        if first:
            volume.html(first, lang)
    if volume.game.card_words is not None:
        craft(volume.game, example(volume.game))
