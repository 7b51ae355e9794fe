"""The dice of a case: what they show stands in the file, and an error says which die was wanted for what."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.kernel.dice import ScriptedDice, ScriptError

SHOWN = 12
"""Faces that are told one by one."""


class CaseDice(ScriptedDice):
    """Dice that show what a case says they show."""

    def draw(self, faces: Sequence[int]) -> int:
        number = self.drawn + 1
        if self.drawn >= len(self.faces):
            had = f"there are {len(self.faces)}" if self.faces else "there is none"
            raise ScriptError(f"die {number} is missing ({had})")
        if self.faces[self.drawn] not in faces:
            raise ScriptError(f"die {number} is {self.faces[self.drawn]}, which it cannot show")
        return super().draw(faces)

    def told(self, problem: ScriptError) -> str:
        """A problem with what the die was wanted for, and its faces."""
        why, faces = _wanted(problem)
        return f"{problem}" + (f"; it is rolled for {why}" if why else "") + (f", {faces}" if faces else "")


def _wanted(problem: ScriptError) -> tuple[str, str]:
    """Why a die was drawn and what it can show, as the frames know that the error came through.

    Dice themselves are not told what they are for; who rolls them says ``why``.
    """
    why, faces = "", ""
    trace = problem.__traceback__
    while trace is not None:
        known = trace.tb_frame.f_locals
        if isinstance(known.get("why"), str):
            why = known["why"].removeprefix("roll.")
        if isinstance(known.get("faces"), Sequence):
            faces = _faces(known["faces"])
        trace = trace.tb_next
    return why, faces


def _faces(faces: Sequence[int]) -> str:
    shown = sorted(dict.fromkeys(faces))
    if len(shown) > 2 and shown == list(range(shown[0], shown[-1] + 1)):
        return f"with faces {shown[0]} to {shown[-1]}"
    return "with faces " + ", ".join(str(face) for face in shown[:SHOWN])
