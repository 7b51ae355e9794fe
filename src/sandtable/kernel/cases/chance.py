"""The dice of a case: what they show stands in the file, and an error says which die was wanted, and its faces."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.kernel.dice import ScriptedDice, ScriptError

SHOWN = 12
"""Faces that are told one by one."""


class CaseDice(ScriptedDice):
    """Dice that show what a case says they show; who rolls them adds to an error what the die is for."""

    def draw(self, faces: Sequence[int]) -> int:
        if self.drawn >= len(self.faces):
            had = f"there are {len(self.faces)}" if self.faces else "there is none"
            raise ScriptError(f"die {self.drawn + 1} is missing ({had}); it has the faces {_told(faces)}")
        if (face := self.faces[self.drawn]) not in faces:
            raise ScriptError(f"die {self.drawn + 1} cannot show {face}; it has the faces {_told(faces)}")
        return super().draw(faces)


def _told(faces: Sequence[int]) -> str:
    shown = sorted(dict.fromkeys(faces))
    if len(shown) > 2 and shown == list(range(shown[0], shown[-1] + 1)):
        return f"{shown[0]} to {shown[-1]}"
    return ", ".join(str(face) for face in shown[:SHOWN])
