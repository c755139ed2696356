"""A whole game looked over without evaluating anything: the graph of its rules, the checks of its statements and tables.

Nothing is loaded or changed here: a game in, links and problems out.
"""
