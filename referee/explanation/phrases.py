"""The few words an explanation is made of, in every language of the interface."""

from __future__ import annotations

_PHRASES: dict[str, dict[str, str]] = {
    "yes": {"en": "yes", "pl": "tak", "uk": "так"},
    "no": {"en": "no", "pl": "nie", "uk": "ні"},
    "depends": {"en": "depends", "pl": "zależy", "uk": "залежить"},
    "disputed": {"en": "disputed", "pl": "sporne", "uk": "спірно"},
    "silent": {"en": "silent", "pl": "brak reguły", "uk": "правила мовчать"},
    "none": {"en": "none", "pl": "brak", "uk": "немає"},
    "and": {"en": "and", "pl": "i", "uk": "і"},
    "or": {"en": "or", "pl": "lub", "uk": "або"},
    "not": {"en": "not: {0}", "pl": "nie: {0}", "uk": "не: {0}"},
    "is": {"en": "{0} is {1}", "pl": "{0} to {1}", "uk": "{0}: {1}"},
    "is not": {"en": "{0} is not {1}", "pl": "{0} to nie {1}", "uk": "{0}: не {1}"},
    ">=": {"en": "{0} is at least {1}", "pl": "{0}: co najmniej {1}", "uk": "{0}: щонайменше {1}"},
    "<=": {"en": "{0} is at most {1}", "pl": "{0}: najwyżej {1}", "uk": "{0}: щонайбільше {1}"},
    ">": {"en": "{0} is more than {1}", "pl": "{0}: więcej niż {1}", "uk": "{0}: більше ніж {1}"},
    "<": {"en": "{0} is less than {1}", "pl": "{0}: mniej niż {1}", "uk": "{0}: менше ніж {1}"},
    "beside": {"en": "{0} is next to {1}", "pl": "{0} sąsiaduje z {1}", "uk": "{0} поруч із {1}"},
    "in": {"en": "{0} is one of {1}", "pl": "{0} to jedno z: {1}", "uk": "{0} — одне з: {1}"},
    "not in": {"en": "{0} is none of {1}", "pl": "{0} to żadne z: {1}", "uk": "{0} — жодне з: {1}"},
    "some": {"en": "there is a {0} with {1}", "pl": "istnieje {0}, dla którego {1}", "uk": "є {0}, для якого {1}"},
    "every": {"en": "for every {0}: {1}", "pl": "dla każdego {0}: {1}", "uk": "для кожного {0}: {1}"},
    "count": {"en": "number of {0} with {1}", "pl": "liczba {0}, dla których {1}", "uk": "кількість {0}, для яких {1}"},
    "size": {"en": "number of: {0}", "pl": "liczba: {0}", "uk": "кількість: {0}"},
    "needs": {"en": "needs {0}, has {1}", "pl": "potrzeba {0}, jest {1}", "uk": "потрібно {0}, є {1}"},
    "affords": {"en": "{0} from {1}", "pl": "{0} z: {1}", "uk": "{0} з: {1}"},
    "value": {"en": "{0}: {1}", "pl": "{0}: {1}", "uk": "{0}: {1}"},
    "unknown": {"en": "not told", "pl": "nie podano", "uk": "не сказано"},
    "say.yes": {"en": "Yes.", "pl": "Tak.", "uk": "Так."},
    "say.no": {"en": "No.", "pl": "Nie.", "uk": "Ні."},
    "say.value": {"en": "{0}.", "pl": "{0}.", "uk": "{0}."},
    "say.depends": {"en": "It depends on: {0}.", "pl": "To zależy od: {0}.", "uk": "Це залежить від: {0}."},
    "say.depends.open": {
        "en": "It depends on facts that were not told.",
        "pl": "To zależy od faktów, których nie podano.",
        "uk": "Це залежить від фактів, яких не сказано.",
    },
    "say.depends.gap": {
        "en": "The rules do not settle this; the usual reading gives: {0}.",
        "pl": "Zasady tego nie rozstrzygają; zwykle przyjmuje się: {0}.",
        "uk": "Правила цього не вирішують; зазвичай приймають: {0}.",
    },
    "say.depends.hidden": {
        "en": "It depends on something hidden from you.",
        "pl": "To zależy od czegoś, co jest przed tobą ukryte.",
        "uk": "Це залежить від того, що від вас приховано.",
    },
    "say.disputed": {
        "en": "Disputed: the sources differ. By the usual reading: {0}.",
        "pl": "Sporne: źródła się różnią. Według przyjętego odczytania: {0}.",
        "uk": "Спірно: джерела розходяться. За звичайним прочитанням: {0}.",
    },
    "say.silent": {
        "en": "No paragraph speaks about this.",
        "pl": "Żaden paragraf o tym nie mówi.",
        "uk": "Жоден параграф про це не говорить.",
    },
    "turn": {"en": "it is the turn of {0}", "pl": "trwa tura: {0}", "uk": "зараз хід: {0}"},
    "step": {"en": "the right moment has come", "pl": "to właściwy moment", "uk": "це слушний момент"},
    "quota": {
        "en": "the turn still allows it",
        "pl": "tura jeszcze na to pozwala",
        "uk": "хід ще це дозволяє",
    },
    "this_action": {"en": "this action", "pl": "ta akcja", "uk": "ця дія"},
    "actor": {"en": "{0} may take this action", "pl": "tę akcję wykonuje {0}", "uk": "цю дію виконує {0}"},
    "limit": {"en": "at most {0} per {1}", "pl": "najwyżej {0} na: {1}", "uk": "щонайбільше {0} на: {1}"},
    "ask": {"en": "What is: {0}?", "pl": "Ile lub jakie jest: {0}?", "uk": "Яке значення: {0}?"},
    "ask.flag": {"en": "Is it so: {0}?", "pl": "Czy tak jest: {0}?", "uk": "Чи це так: {0}?"},
    "page": {"en": "p. {0}", "pl": "s. {0}", "uk": "с. {0}"},
    "printed.board": {"en": "printed on the board", "pl": "nadruk na planszy", "uk": "надруковано на полі"},
    "printed.card": {"en": "printed on the card", "pl": "nadruk na karcie", "uk": "надруковано на картці"},
    "unconfirmed": {"en": "unconfirmed", "pl": "niepotwierdzone", "uk": "не підтверджено"},
    "assumed": {"en": "assumed: {0}", "pl": "założono: {0}", "uk": "припущено: {0}"},
    "parameter": {"en": "{0} of {1}", "pl": "{0} ({1})", "uk": "{0} ({1})"},
    "answer": {"en": "choice {0}", "pl": "wybór {0}", "uk": "вибір {0}"},
    "members": {"en": "all {0} on the table", "pl": "wszystkie {0} na stole", "uk": "усі {0} на столі"},
}  # fmt: skip


def phrase(key: str, lang: str, *values: object) -> str:
    """A phrase with its values filled in; English where a language lacks it."""
    texts = _PHRASES[key]
    return texts.get(lang, texts["en"]).format(*values)


def languages() -> tuple[str, ...]:
    """The languages every phrase is written in."""
    return tuple(_PHRASES["yes"])


def incomplete() -> list[str]:
    """Phrases that lack a language: must be none."""
    return [key for key, texts in _PHRASES.items() if set(texts) != set(languages())]
