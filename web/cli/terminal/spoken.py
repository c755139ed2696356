"""Help, and what is wrong with what was typed, in the language of who sits there: the option parser's own words are English."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import click

#: where the root of a command line keeps its language
TONGUE = "paragraf.tongue"


def told(key: str, lang: str, *values: object) -> str:
    """A text of the help in a language, its holes filled; nothing where there is none."""
    from kb.languages.texts import texts  # help that nobody reads needs no texts

    text = texts(lang, "help").get(key, "")
    return text.format(*values) if values else text


def tongue(ctx: click.Context | None) -> str:
    """The language of a command line: that which was asked for anywhere in it, else that of the environment."""
    found = ctx.find_root().meta.get(TONGUE) if ctx is not None else None
    if found is None:
        from web.cli.terminal.tongue import spoken_here  # mostly it was asked before

        return spoken_here()
    return str(found)


def spoken_to() -> str:
    """The same for the command that runs now."""
    return tongue(click.get_current_context(silent=True))


def listed(key: str, lang: str) -> list[str]:
    """The texts whose keys begin so, in their order."""
    from kb.languages.texts import texts

    return [text for name, text in texts(lang, "help").items() if name.startswith(f"{key}.")]


def path_of(ctx: click.Context) -> str:
    """What a command is called behind `paragraf`: `card check`."""
    return ctx.command_path.partition(" ")[2]


class Spoken(click.Command):
    """A command whose help stands in `help.toml` of every language."""

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """How it is typed."""
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=f"{told('usage.usage', tongue(ctx))} ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What it is for, and the forms that a question may have."""
        lang, name = tongue(ctx), path_of(ctx)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(told(f"command.{name}" if name else "about", lang))
            forms = listed(f"form.{name}", lang) if name else []
            if forms:
                formatter.write("\n" + "".join(f"{' ' * formatter.current_indent}{form}\n" for form in forms))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What may be added; a group says its commands too."""
        lang, name = tongue(ctx), path_of(ctx)
        rows = []
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None and isinstance(param, click.Option):
                key = "help" if "--help" in param.opts else param.name
                said = told(f"option.{name}.{key}", lang) or told(f"option.{key}", lang)
                marks = [told("usage.default", lang, param.default)] if param.show_default else []
                marks += [told("usage.required", lang)] if param.required else []
                rows.append((record[0], f"{said}{f'  [{marks[0]}]' if marks else ''}"))
        with formatter.section(told("usage.options", lang)):
            formatter.write_dl(rows)
        if isinstance(self, click.Group):
            self.format_commands(ctx, formatter)


class SpokenGroup(Spoken, click.Group):
    """A group of such commands."""

    command_class = Spoken

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Its commands, each with what it is for."""
        lang = tongue(ctx)
        rows = [(name, told(f"command.{path_of(ctx)} {name}", lang)) for name in self.list_commands(ctx)]
        with formatter.section(told("usage.commands", lang)):
            formatter.write_dl(rows)


class Named(click.ParamType[str]):
    """One of some names, which may be others where something else is asked for."""

    def known(self, ctx: click.Context | None) -> tuple[str, ...]:
        """Those there are."""
        raise NotImplementedError

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """One of them."""
        return str(click.Choice(self.known(ctx)).convert(value, param, ctx))


class Misread(click.UsageError):
    """What was typed wrongly, how it is typed, and where more about it stands."""

    def show(self, file: IO[Any] | None = None) -> None:
        """On stderr."""
        lang = tongue(self.ctx)
        if self.ctx is not None:
            click.echo(self.ctx.get_usage(), err=True, file=file)
            click.echo(f"{told('usage.more', lang, f'{self.ctx.command_path} --help')}\n", err=True, file=file)
        click.echo(told("usage.error", lang, self.message), err=True, file=file)


@contextmanager
def in_words(lang: str) -> Iterator[None]:
    """Says what the option parser refuses in a language."""
    try:
        yield
    except Misread:
        raise
    except click.UsageError as error:
        raise Misread(_said(error, lang), error.ctx) from None


def _said(error: click.UsageError, lang: str) -> str:
    if isinstance(error, click.MissingParameter) and error.param is not None:
        kind = "option" if isinstance(error.param, click.Option) else "argument"
        return told(f"wrong.missing_{kind}", lang, error.param.get_error_hint(error.ctx))
    if isinstance(error, click.NoSuchOption):
        return _unknown("wrong.option", error.option_name, error.possibilities, lang)
    if isinstance(error, click.exceptions.NoSuchCommand):
        return _unknown("wrong.command", error.command_name, _near(error), lang)
    if isinstance(error, click.BadOptionUsage):
        return told("wrong.no_value", lang, error.option_name)
    if isinstance(error, click.BadParameter) and error.param is not None:
        return told("wrong.value", lang, error.param.get_error_hint(error.ctx), _why(error, lang))
    if (
        error.ctx is not None
        and type(error) is click.UsageError
        and error.ctx.params is not None
        and not error.ctx.args
    ):
        return _surplus(error, lang)
    return error.message


def _near(error: click.exceptions.NoSuchCommand) -> list[str]:
    from difflib import get_close_matches  # seldom wanted

    group = error.ctx.command if error.ctx is not None else None
    return (
        get_close_matches(error.command_name, group.list_commands(error.ctx))
        if isinstance(group, click.Group) and error.ctx
        else []
    )


def _unknown(key: str, name: str, near: list[str] | None, lang: str) -> str:
    said = told(key, lang, name)
    return f"{said} {told('wrong.near', lang, ', '.join(near))}" if near else said


def _surplus(error: click.UsageError, lang: str) -> str:
    """Arguments that nobody asked for stand in the message alone; what commands say of their own is said already."""
    head, opened, names = error.message.partition(" (")
    return (
        told("wrong.surplus", lang, names.removesuffix(")"))
        if opened and head.startswith("Got unexpected")
        else error.message
    )


def _why(error: click.BadParameter, lang: str) -> str:
    """Why a value cannot be: by what is asked for."""
    type_ = error.param.type if error.param is not None else None
    if isinstance(type_, click.IntRange):
        low, high = type_.min, type_.max
        return told("wrong.at_least", lang, low) if high is None else told("wrong.between", lang, low, high)
    if type_ is click.INT:
        return told("wrong.number", lang)
    if isinstance(type_, Named):
        return told("wrong.language", lang, ", ".join(type_.known(error.ctx)))
    if isinstance(type_, click.Path):
        return told("wrong.folder" if not type_.file_okay else "wrong.file", lang)
    return error.message
