"""What the tools and assistants of Genotype do, in a few words for pictures and for people at a terminal."""

from __future__ import annotations

__all__ = ["ASSISTANT_WORDS", "TOOL_WORDS"]

TOOL_WORDS = {
    "seed-bag": "draw 5 plants, keep 2",
    "watering-funnel": "at once: validate any trait",
    "dissertation": "set a goal for 1 coin",
    "flower-pot": "a plant on a plot of its own",
    "graft-knife": "one more die without a slot",
    "rake": "die: any trait of its colour",
    "pollen-brush": "trait: all its copies too",
    "hand-lens": "Parent Genes: 2 coins",
    "pocket-watch": "1st Shift: 2 coins",
    "garden-line": "2nd Shift: 2 coins",
    "grant": "an upgrade for 2 coins less",
}

ASSISTANT_WORDS = {
    "alipius": "one more card when gardening",
    "elisabeth": "once a round: a trait that fits one of your goals",
    "anna": "once a round: any trait for 1 coin",
    "omari": "a space of your own: a die of each colour for traits",
    "anton": "you lead the 2nd Shift",
    "franz": "once a round: two dice slots for 1 coin",
    "maria": "once a round, with a die: any trait of its colour",
    "leopold": "what costs you more than 1 coin costs 1 less",
    "may": "with a trait: all its copies too",
    "eduard": "a plot of its own that always gets a plant",
}
