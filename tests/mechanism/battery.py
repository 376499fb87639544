"""What every hand must do, whatever it is made of. A test class inherits the battery and provides a `stand`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import pytest

from robot.mechanism.errors import MechanismError
from robot.mechanism.types import Ending, Sensor, Servo, WholeHand


class Stand(Protocol):
    """A hand on a test stand, with 21 discs, and what the stand knows about the truth."""

    mechanism: WholeHand

    def heights(self) -> list[int]:
        """How many discs lie in each column."""

    def pulses(self) -> int:
        """How many pulses the servos have been sent so far."""

    def held(self) -> dict[Servo, int]:
        """The servos that get pulses now, and their pulses."""

    def stands_at(self, servo: Servo) -> float:
        """Where a servo's horn really stands, us."""

    def spend(self, duration_s: float) -> None:
        """Let time go by, tending the hand."""

    def push_slider(self, opened: bool) -> None:
        """Push the slider by hand, all the way."""

    def after(self, delay_s: float, action: Callable[[], None]) -> None:
        """Call while the hand is at work."""

    def jam(self) -> None:
        """Let the next feed jam."""

    def double(self) -> None:
        """Let the next feed let two discs out."""

    def take_all_discs(self) -> None:
        """Empty the magazine."""

    def hold_slider(self) -> None:
        """Let the slider stick on its next way."""

    def press(self, pressed: bool) -> None:
        """Press or release the emergency stop."""


class MechanismBattery:
    """Inherit, and give a fixture `stand`."""

    fed_s = 0.6
    """When a disc has left the last gate, counted from the start of a drop."""

    def test_nothing_moves_before_home(self, stand: Stand) -> None:
        hand = stand.mechanism
        receipts = [hand.aim(1, 3), hand.drop(2, 3), hand.slider(3, opened=True), hand.slider(4, opened=False)]
        assert [receipt.ending for receipt in receipts] == [Ending.REFUSED] * 4
        assert all(receipt.remedy for receipt in receipts)
        assert stand.pulses() == 0
        assert not hand.status().homed

    def test_home_is_done_and_closes_the_slider(self, stand: Stand) -> None:
        receipt = stand.mechanism.home(1)
        assert (receipt.action, receipt.verb, receipt.ending, receipt.discs) == (1, "home", Ending.DONE, 0)
        assert stand.mechanism.status().homed
        assert not stand.mechanism.status().slider_open

    @pytest.mark.parametrize("column", range(7))
    def test_drop_puts_one_disc_into_its_column(self, stand: Stand, column: int) -> None:
        stand.mechanism.home(1)
        receipt = stand.mechanism.drop(2, column)
        assert (receipt.verb, receipt.column, receipt.ending, receipt.discs) == ("drop", column, Ending.DONE, 1)
        assert receipt.remedy == ""
        assert stand.heights() == [int(other == column) for other in range(7)]
        assert stand.mechanism.status().magazine == 20

    def test_aim_points_without_dropping(self, stand: Stand) -> None:
        stand.mechanism.home(1)
        assert stand.mechanism.aim(2, 5).ending is Ending.DONE
        assert stand.mechanism.status().column == 5
        assert sum(stand.heights()) == 0

    def test_repeated_id_gets_the_stored_receipt_and_moves_nothing(self, stand: Stand) -> None:
        stand.mechanism.home(1)
        first = stand.mechanism.drop(2, 4)
        sent = stand.pulses()
        assert stand.mechanism.drop(2, 4) == first
        assert stand.pulses() == sent
        assert sum(stand.heights()) == 1

    def test_refused_id_stays_refused(self, stand: Stand) -> None:
        refused = stand.mechanism.drop(7, 0)
        stand.mechanism.home(8)
        assert stand.mechanism.drop(7, 0) == refused
        assert sum(stand.heights()) == 0

    @pytest.mark.parametrize("column", [-1, 7, True, 2.0, "d", None])
    def test_column_that_does_not_exist_is_refused(self, stand: Stand, column: int) -> None:
        stand.mechanism.home(1)
        sent = stand.pulses()
        assert stand.mechanism.drop(2, column).ending is Ending.REFUSED
        assert stand.mechanism.aim(3, column).ending is Ending.REFUSED
        assert stand.pulses() == sent

    def test_jam_is_told_and_not_tried_again(self, stand: Stand) -> None:
        stand.mechanism.home(1)
        stand.jam()
        receipt = stand.mechanism.drop(2, 3)
        assert (receipt.ending, receipt.discs) == (Ending.JAM, 0)
        assert receipt.remedy
        assert sum(stand.heights()) == 0
        assert stand.mechanism.status().magazine == 21
        assert stand.mechanism.drop(3, 3).ending is Ending.DONE

    def test_empty_magazine_is_told_apart_from_a_jam(self, stand: Stand) -> None:
        stand.mechanism.home(1)
        stand.take_all_discs()
        receipt = stand.mechanism.drop(2, 3)
        assert (receipt.ending, receipt.discs) == (Ending.EMPTY, 0)
        assert receipt.remedy

    def test_double_feed_is_counted(self, stand: Stand) -> None:
        stand.mechanism.home(1)
        stand.double()
        receipt = stand.mechanism.drop(2, 6)
        assert (receipt.ending, receipt.discs) == (Ending.DOUBLE, 2)
        assert receipt.remedy
        assert stand.heights() == [0, 0, 0, 0, 0, 0, 2]
        assert stand.mechanism.status().magazine == 19

    def test_slider_opens_empties_and_closes(self, stand: Stand) -> None:
        hand = stand.mechanism
        hand.home(1)
        hand.drop(2, 1)
        assert hand.slider(3, opened=True).ending is Ending.DONE
        assert hand.status().slider_open
        assert sum(stand.heights()) == 0
        assert hand.slider(4, opened=False).ending is Ending.DONE
        assert not hand.status().slider_open
        assert hand.drop(5, 1).ending is Ending.DONE

    def test_drop_is_refused_while_the_slider_is_open(self, stand: Stand) -> None:
        stand.mechanism.home(1)
        stand.mechanism.slider(2, opened=True)
        sent = stand.pulses()
        receipt = stand.mechanism.drop(3, 2)
        assert (receipt.ending, receipt.discs) == (Ending.REFUSED, 0)
        assert stand.pulses() == sent
        assert stand.mechanism.status().magazine == 21

    def test_slider_is_refused_during_a_drop(self, stand: Stand) -> None:
        hand = stand.mechanism
        hand.home(1)
        asked = []
        stand.after(0.5, lambda: asked.append(hand.slider(3, opened=True)))
        assert hand.drop(2, 2).ending is Ending.DONE
        assert [receipt.ending for receipt in asked] == [Ending.REFUSED]
        assert not hand.status().slider_open
        assert stand.heights()[2] == 1

    def test_second_drop_is_refused_during_a_drop(self, stand: Stand) -> None:
        hand = stand.mechanism
        hand.home(1)
        asked = []
        for delay_s in (0.1, 0.6, 1.2):
            stand.after(delay_s, lambda: asked.append(hand.drop(3, 2)))
        hand.drop(2, 2)
        assert [receipt.ending for receipt in asked] == [Ending.REFUSED] * 3
        assert sum(stand.heights()) == 1

    def test_slider_that_sticks_is_told_and_forbids_the_drop(self, stand: Stand) -> None:
        hand = stand.mechanism
        hand.home(1)
        stand.hold_slider()
        receipt = hand.slider(2, opened=True)
        assert receipt.ending is Ending.NO_SWITCH
        assert receipt.remedy
        assert hand.drop(3, 2).ending is Ending.REFUSED
        assert hand.slider(4, opened=False).ending is Ending.DONE
        assert hand.drop(5, 2).ending is Ending.DONE

    @pytest.mark.parametrize("delay_s", [0.05, 0.3, 0.47, 0.55, 0.7, 0.9, 1.1, 1.4])
    def test_stop_ends_a_drop_at_any_moment(self, stand: Stand, delay_s: float) -> None:
        hand = stand.mechanism
        hand.home(1)
        sent = []

        def stop() -> None:
            hand.stop()
            sent.append(stand.pulses())

        stand.after(delay_s, stop)
        receipt = hand.drop(2, 3)
        assert receipt.ending is Ending.STOPPED
        assert receipt.remedy
        assert receipt.took_ms <= delay_s * 1000 + 100
        assert hand.drop(3, 3).ending is Ending.REFUSED
        assert [stand.pulses()] == sent
        assert not hand.status().homed

    def test_stop_ends_the_slider_and_the_homing(self, stand: Stand) -> None:
        hand = stand.mechanism
        stand.after(0.1, hand.stop)
        assert hand.home(1).ending is Ending.STOPPED
        hand.home(2)
        stand.after(0.1, hand.stop)
        assert hand.slider(3, opened=True).ending is Ending.STOPPED

    def test_home_is_the_way_back_after_a_stop(self, stand: Stand) -> None:
        hand = stand.mechanism
        hand.home(1)
        hand.stop()
        assert hand.drop(2, 3).ending is Ending.REFUSED
        assert hand.home(3).ending is Ending.DONE
        assert hand.drop(4, 3).ending is Ending.DONE
        assert sum(stand.heights()) == 1

    def test_disc_that_fell_after_a_stop_is_accounted_for(self, stand: Stand) -> None:
        hand = stand.mechanism
        hand.home(1)
        stand.after(self.fed_s, hand.stop)
        stopped = hand.drop(2, 3)
        home = hand.home(3)
        assert stopped.discs + home.discs == 1
        assert stand.heights() == [0, 0, 0, 1, 0, 0, 0]
        assert hand.status().magazine == 20

    def test_emergency_stop_refuses_everything(self, stand: Stand) -> None:
        hand = stand.mechanism
        hand.home(1)
        sent = stand.pulses()
        stand.press(True)
        receipts = [hand.home(2), hand.aim(3, 1), hand.drop(4, 1), hand.slider(5, opened=True)]
        assert [receipt.ending for receipt in receipts] == [Ending.REFUSED] * 4
        assert stand.pulses() == sent
        assert hand.status().emergency_stop
        stand.press(False)
        assert hand.drop(6, 1).ending is Ending.REFUSED
        assert hand.home(7).ending is Ending.DONE

    def test_emergency_stop_ends_a_drop(self, stand: Stand) -> None:
        hand = stand.mechanism
        hand.home(1)
        stand.after(0.3, lambda: stand.press(True))
        receipt = hand.drop(2, 0)
        assert receipt.ending is Ending.STOPPED
        assert receipt.took_ms <= 400
        assert sum(stand.heights()) == 0
        assert not hand.status().homed

    # A servo by hand

    def test_jog_holds_servos_until_they_are_let_go(self, stand: Stand) -> None:
        hand = stand.mechanism
        hand.jog(Servo.CHUTE, 1820)
        stand.spend(1.0)
        hand.jog(Servo.SLIDER, 1100)
        stand.spend(3.0)
        assert stand.held() == {Servo.CHUTE: pytest.approx(1820, abs=8), Servo.SLIDER: pytest.approx(1100, abs=8)}
        assert stand.stands_at(Servo.CHUTE) == pytest.approx(1820, abs=8)
        hand.let_go()
        stand.spend(0.1)
        assert stand.held() == {}

    def test_jog_lets_go_after_ten_seconds_without_a_turn(self, stand: Stand) -> None:
        hand = stand.mechanism
        hand.jog(Servo.CHUTE, 1500)
        stand.spend(8.0)
        hand.jog(Servo.CHUTE, 1505)
        stand.spend(9.0)
        assert stand.held()
        stand.spend(1.2)
        assert stand.held() == {}

    @pytest.mark.parametrize("end", ["stop", "emergency stop"])
    def test_jog_ends_with_a_stop_and_does_not_come_back(self, stand: Stand, end: str) -> None:
        hand = stand.mechanism
        hand.jog(Servo.CHUTE, 1500)
        stand.spend(0.5)
        if end == "stop":
            hand.stop()
        else:
            stand.press(True)
            stand.spend(0.2)
            assert stand.held() == {}
            assert hand.feel()[Sensor.EMERGENCY_STOP] == 1
            with pytest.raises(MechanismError, match="emergency stop"):
                hand.jog(Servo.CHUTE, 1500)
            stand.press(False)
        stand.spend(2.0)
        assert stand.held() == {}
        hand.jog(Servo.CHUTE, 1500)
        stand.spend(0.2)
        assert stand.held()

    def test_jog_has_to_be_followed_by_home(self, stand: Stand) -> None:
        hand = stand.mechanism
        hand.home(1)
        hand.jog(Servo.CHUTE, 1500)
        assert hand.drop(2, 3).ending is Ending.REFUSED
        assert hand.home(3).ending is Ending.DONE
        assert hand.drop(4, 3).ending is Ending.DONE
        stand.spend(2.0)
        assert (stand.heights()[3], stand.held()) == (1, {})

    @pytest.mark.parametrize("servo, pulse_us", [(Servo.CHUTE, 599), (Servo.CHUTE, 2101), (Servo.GATE, 1701)])
    def test_jog_beyond_the_limits_is_refused(self, stand: Stand, servo: Servo, pulse_us: int) -> None:
        with pytest.raises(MechanismError, match="limit"):
            stand.mechanism.jog(servo, pulse_us)
        stand.spend(0.2)
        assert (stand.pulses(), stand.held()) == (0, {})

    def test_jog_of_a_gate_is_refused_while_the_slider_is_open(self, stand: Stand) -> None:
        stand.push_slider(True)
        with pytest.raises(MechanismError, match="slider"):
            stand.mechanism.jog(Servo.GATE, 1500)
        assert stand.held() == {}
        stand.push_slider(False)
        stand.mechanism.jog(Servo.GATE, 1000)

    def test_jog_is_refused_during_a_motion(self, stand: Stand) -> None:
        hand = stand.mechanism
        hand.home(1)
        refused: list[str] = []

        def try_it() -> None:
            try:
                hand.jog(Servo.CHUTE, 700)
            except MechanismError as error:
                refused.append(str(error))

        stand.after(0.3, try_it)
        assert hand.drop(2, 5).ending is Ending.DONE
        assert len(refused) == 1
        assert stand.heights()[5] == 1

    def test_disc_that_falls_while_a_gate_is_jogged_is_felt_and_accounted_for(self, stand: Stand) -> None:
        hand = stand.mechanism
        before = hand.feel()
        assert (before[Sensor.MAGAZINE], before[Sensor.SLIDER_CLOSED], before[Sensor.SLIDER_OPEN]) == (1, 1, 0)
        for servo, pulse_us in ((Servo.CHUTE, 1500), (Servo.GATE, 1000), (Servo.GATE, 1500), (Servo.GATE, 1000)):
            hand.jog(servo, pulse_us)
            stand.spend(0.5)
        for pulse_us in (1500, 1000) if self.fed_s > 0.9 else ():
            hand.jog(Servo.LOWER, pulse_us)
            stand.spend(0.5)
        assert hand.feel()[Sensor.DISC] - before[Sensor.DISC] == 1
        homed = hand.home(1)
        assert homed.ending is Ending.DONE, homed
        assert hand.drop(2, 6).ending is Ending.DONE
        assert (stand.heights(), hand.status().magazine) == ([0, 0, 0, 1, 0, 0, 1], 19)
