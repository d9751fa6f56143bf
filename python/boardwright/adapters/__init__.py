"""The games in other people's programs: one module a host, each with its own extra.

Importing a module needs its host: ``pip install boardwright[open-spiel]`` for `boardwright.adapters.open_spiel`.
"""
