"""What people say at the table, and the chess clock's last word."""

from __future__ import annotations

from robot.messages import Consider, Word
from robot.phases import Phase
from robot.rules.contest import Contest
from robot.rules.errors import IllegalMove
from robot.rules.moves import Move
from robot.table.hand import Handed
from robot.table.words import Heard, answered, heard


class Talking(Handed):
    """A table at which moves are taken back, draws offered and games given up."""

    _undoing: int | None = None
    _told_dead = False

    def _on_said(self, seat: int, word: Word) -> None:
        if self._answers_doubt(word):
            return
        if self.agreed.over:
            return
        if self.terms.shown is not None:
            self._say("this game was played before: its moves stand; say quit to leave")
            return
        if word in (Word.UNDO, Word.YES) and self.phase not in _MAY_UNDO:
            self._say("one moment, please: say that again when it is your turn")
            return
        try:
            self._take(heard(self.agreed, self.seats, self.terms, seat, word, self._undoing))
        except IllegalMove as error:
            self._say(f"{error}: {error.remedy}")

    def _on_considered(self, moves: tuple[Move, ...], colour: int, accepts: bool) -> None:
        if moves == self.agreed.moves and not self.agreed.over and self.agreed.agreed:
            self._take(answered(self.agreed, self.seats, colour, accepts=accepts))

    def _take(self, said: Heard) -> None:
        """Agree to what became of a word."""
        before, rebuilding = self.agreed, self.rebuilding
        self._undoing = said.undoing
        self._say(said.words)
        self.agreed = said.game
        undone = len(before.moves) - len(said.game.moves)
        if undone:
            self._take_back(undone)
            return
        self.game = self.game if rebuilding else self.agreed
        if self.agreed.over:
            self.times.end(self._now_s)
            self._enter(Phase.OVER)
        elif self.agreed.state.turn != before.state.turn:
            self.times.end(self._now_s)
            self._next_turn()
        for colour in said.weighing:
            self._effects.append(Consider(self.agreed, colour))

    def _take_back(self, moves: int) -> None:
        """The board goes back too: on plastic it is emptied and built up again."""
        self.times.stop(self._now_s)
        self.times.undo(moves)
        if self.terms.plastic:
            self._rebuild("the move is taken back")
        else:
            self.game = self.agreed
            self._next_turn()

    def _tell_dead(self) -> None:
        """Say once that no line can be made any more: a draw may be agreed."""
        if not self._told_dead and self.terms.shown is None and not self.game.over and self.game.is_dead:
            self._told_dead = True
            self._say("no line can be made any more by anybody: say draw to agree a draw, or play on")

    def _look_at_flag(self, stamp_s: float) -> None:
        late = self.times.flag(stamp_s)
        if late is not None:
            self.agreed = self.game = self._lost_on_time(late)
            self._next_turn()

    def _lost_on_time(self, side: int) -> Contest:
        """The game lost by a side, which may have exchanged its colour for the other."""
        seat = next(at for at in range(len(self.seats)) if self.side_of(at) == side)
        return self.agreed.run_out(self.agreed.state.colour_of(seat))


_MAY_UNDO = (Phase.TURN, Phase.CHOOSING, Phase.THINKING)
"""Elsewhere a hand is moving, or discs are not where they belong."""
