"""What is wrong with the board or the camera: since when, what is said, and when the grid is built up again."""

from __future__ import annotations

from robot.messages import Announce, Blind
from robot.phases import WATCHED, Phase
from robot.referee import Unreadable, Wrong
from robot.table.doubt import Doubting


class Troubled(Doubting):
    """A table that stands still while the board cannot be explained."""

    trouble: Wrong | Unreadable | Blind | None = None
    pauses = 0
    _trouble_s = 0.0
    _told = False
    _rebuilds = 0

    @property
    def paused(self) -> bool:
        """Whether the game stands still because something is wrong."""
        return self.phase is Phase.STUCK or (self.trouble is not None and self._told)

    def _pause(self, found: Wrong | Unreadable | Blind) -> None:
        """Remember what is wrong since when; say it; a wrong board that lasts is cleared and rebuilt.

        A camera that fails is said in every phase; what it would show matters only in some.
        """
        if self.phase not in WATCHED and not isinstance(found, Blind):
            return
        before, self.trouble = self.trouble, found
        self._doubts(found.cells if isinstance(found, Unreadable) else ())
        if type(before) is not type(found):
            self._trouble_s = self._now_s
            self._told = False
        if isinstance(found, Unreadable | Blind):
            self._tell_unreadable(found)
        elif not self._told or (found != before and self._now_s - self._said_s >= self.patience.wrong_s):
            self._tell(f"{found.words}; {found.remedy}")
        elif self._lasted(found == before):
            self._spoilt(found.words)

    def _lasted(self, the_same: bool) -> bool:
        """Whether a wrong board has lasted; one that changes all the time gets five times as long."""
        return self._now_s - self._trouble_s >= self.patience.wrong_s * (1 if the_same else 5)

    def _tell_unreadable(self, found: Unreadable | Blind) -> None:
        lasted_s = self._now_s - self._trouble_s
        patience_s = self.patience.blind_s if isinstance(found, Blind) else self.patience.unreadable_s
        if not self._told and lasted_s >= patience_s:
            self._tell(unreadable_words(found))
        give_up_s = self.patience.give_up_s
        if give_up_s is not None and lasted_s >= give_up_s and self.phase in WATCHED:
            self._annul("the board could not be read for too long")

    def _tell(self, words: str) -> None:
        if not self._told:
            self.times.stop(self._trouble_s)
        self.pauses += not self._told
        self._told = True
        self._said_s = self._now_s
        self._effects.append(Announce(words, trouble=True))

    def _go_on(self) -> None:
        if self.trouble is not None and self._told:
            blind = isinstance(self.trouble, Blind)
            self._say("the camera sees the board again" if blind else "the board is all right again")
            if self.phase in _ON_THE_CLOCK and not self.rebuilding:
                self.times.go(self._now_s)
        self.trouble = None
        self._doubt = None
        self._told = False

    def _leave_trouble(self) -> None:
        """Forget what was wrong with the board that is waited for no more; a camera that fails still does."""
        if not isinstance(self.trouble, Blind):
            self.trouble = None
            self._doubt = None
            self._told = False

    def _spoilt(self, words: str) -> None:
        """Build the agreed board again; too often for one move ends the game."""
        self._rebuilds += 1
        if self._rebuilds > self.patience.rebuilds:
            self._annul("the board could not be restored")
        else:
            self._rebuild(words)

    def _rebuild(self, words: str) -> None:
        """Open the slider; afterwards the agreed moves are dropped again."""
        self.times.stop(self._now_s)
        count = 0 if self.agreed.over else sum(move.column >= 0 for move in self.agreed.moves)
        discs = "the agreed disc" if count == 1 else f"the {count} agreed discs"
        then = f"then we drop {discs} again" if count else "the grid must be empty"
        self._say(f"{words}: I open the slider, {then}")
        self._enter(Phase.OPENING)

    def _annul(self, words: str) -> None:
        """End without a result, or leave the result as it stands; nothing moves any more."""
        self._say(words if self.agreed.over else f"{words}: the game is annulled")
        self._on_quit()

    def _on_quit(self) -> None:
        if self.phase is not Phase.DONE:
            if not self.agreed.over:
                self.agreed = self.agreed.annul()
                self.times.annul()
            self._enter(Phase.DONE)


_ON_THE_CLOCK = (Phase.TURN, Phase.CHOOSING, Phase.THINKING, Phase.ARMED, Phase.VERIFYING)


def unreadable_words(found: Unreadable | Blind) -> str:
    """What is said about a board that cannot be read."""
    if isinstance(found, Blind):
        return f"{found.reason}; {found.remedy}"
    return f"{found.words}; take hands and things away from the board, and check the lamp and the camera"
