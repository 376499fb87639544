"""What is claimed of this code, and how each claim is proven; `make prove` tries them in this order."""

from __future__ import annotations

from functools import partial

from scripts.proofs import GAMES, Proof, flat_memory, games, ladder, solver_speed, solver_threads, tests

CLAIMS: dict[str, tuple[str, Proof]] = {
    "perft": (
        "sequences and positions to ply 8 are as many as published",
        partial(tests, "tests/solver/test_perft.py"),
    ),
    "variants": (
        "sequences of moves of every family of variants are as many as known, to nine plies",
        partial(tests, "tests/rules/test_counts.py::test_games_are_as_many_as_known_to_the_last_ply"),
    ),
    "values": (
        "a brute force finds the known values of classic, misère, cylinder and PopOut on boards to 6 x 5 and 7 x 4",
        partial(tests, "tests/rules/test_values.py::test_larger_boards_have_the_known_values"),
    ),
    "boards": (
        "the search over lines finds the known values of classic, misère and cylinder on boards to 6 x 5 and 7 x 4",
        partial(tests, "tests/solver/test_general_search.py::test_exact_finds_the_known_values_of_larger_boards"),
    ),
    "hammered-classic": (
        "a million classic searches with limits, threads and aborts at random answer soundly under the sanitizers",
        partial(tests, "tests/solver/test_hammer.py::test_million_classic_searches_answer_soundly"),
    ),
    "hammered": (
        "a million searches of random boards of every kind answer soundly under the sanitizers",
        partial(tests, "tests/solver/test_hammer.py::test_million_searches_answer_soundly"),
    ),
    "hammered-calls": (
        "a million calls from Python with limits and aborts at random answer soundly and keep nothing",
        partial(tests, "tests/solver/test_hammered_calls.py::test_million_calls_answer_soundly_and_keep_nothing"),
    ),
    "legal": (
        "the engine plays hundreds of games of every variant without an illegal move, a missed win or a missed block",
        partial(tests, "tests/solver/test_general.py::test_hundreds_of_games_of_every_variant_are_played_soundly"),
    ),
    "ladder": ("each level scores 60 to 80 % against the one below it over 400 games", ladder),
    **{
        f"perfect-{name}": (
            f"perfect wins 1,000 of 1,000 games that it opens against {name}; its moves are the best",
            partial(
                tests, f"tests/solver/test_perfect.py::test_perfect_wins_all_of_a_thousand_games_that_it_opens[{name}]"
            ),
        )
        for name in (*map(str, range(1, 11)), "random")
    },
    "openings": (
        "the exact solver finds every opening of the hat even",
        partial(tests, "tests/rules/test_openings.py::test_openings_in_the_hat_score_nothing_for_either_side"),
    ),
    "hat": (
        "no other opening of one to four discs is even (QUADROW_POSITIONS names the folder of known values)",
        partial(tests, "tests/rules/test_openings.py::test_openings_in_the_hat_are_all_that_are_even"),
    ),
    "reference": (
        "the C search agrees with the plain reference on 10,000 positions",
        partial(tests, "tests/solver/test_engine.py::test_solve_agrees_with_the_reference_on_ten_thousand_positions"),
    ),
    **{
        f"positions-{name}": (
            f"all scores of {name} are right, without the book and with it",
            partial(
                tests, f"tests/solver/test_positions.py::test_whole_set_is_right_without_the_book_and_with_it[{name}]"
            ),
        )
        for name in ("end-easy", "middle-easy", "middle-medium", "begin-easy", "begin-medium", "begin-hard")
    },
    "solver-speed": (
        "the exact search takes half of the time of the best known solver on five sets",
        lambda: solver_speed("end-easy", "middle-easy", "middle-medium", "begin-easy", "begin-medium", most=500),
    ),
    "solver-speed-hard": (
        "the same on the hardest set",
        lambda: solver_speed("begin-hard", most=50),
    ),
    "solver-speed-empty": (
        "the same on the empty board, on a core of 2.8 GHz",
        lambda: solver_speed("empty", most=1),
    ),
    "solver-threads": (
        "two threads are 1.6 times as fast as one on the hardest set, on a machine that does nothing else",
        solver_threads,
    ),
    "positions-eight-sample": (
        "2,000 positions of eight plies score right, without the book and with it",
        partial(
            tests,
            "tests/solver/test_positions.py::test_two_thousand_of_eight_plies_are_right_without_the_book_and_with_it",
        ),
    ),
    **{
        f"positions-eight-{share}": (
            f"share {share + 1} of 20 of all positions of eight plies scores right",
            partial(tests, f"tests/solver/test_positions.py::test_share_of_all_eight_plies_is_right[{share}]"),
        )
        for share in range(20)
    },
    "altered": (
        "boards on photographs altered in 26 ways are hardly misread by a cold reading",
        partial(tests, "tests/vision/test_stress.py::test_cold_hardly_misreads_altered_photographs"),
    ),
    "relit": (
        "boards on photographs too dark, pale, bright or of other colours are not called empty where discs stand",
        partial(tests, "tests/vision/test_nothing.py::test_photographs_in_every_light_hide_hardly_a_disc"),
    ),
    "located": (
        "no other grid and no room is taken for a board, and boards in hardship are found or refused",
        partial(tests, "tests/vision/test_negatives.py"),
    ),
    "stickers": (
        "boards whose discs wear stickers of seven kinds are read right or left open once such discs were shown",
        partial(tests, "tests/vision/test_stickers.py::test_many_boards_with_stickers_are_read"),
    ),
    "followed": (
        "a board that was knocked is followed, or said to be lost",
        partial(tests, "tests/vision/test_follow.py"),
    ),
    "guard": (
        "a program that is killed or halted at any step of a game leaves no pulses at the Pi's pins after 2 s",
        partial(
            tests, "tests/mechanism/test_guard.py::test_pulses_end_whatever_step_the_program_is_killed_or_halted_at"
        ),
    ),
    "damage": (
        "ten million damaged lines move nothing, bits turned over up to three in a line among them",
        partial(tests, "tests/firmware/test_damage.py"),
    ),
    "cable": (
        "a hundred thousand lost, late, doubled and spoilt lines double no disc and keep none silent",
        partial(tests, "tests/firmware/test_link.py::test_bad_cable_never_doubles_a_disc_and_never_keeps_one_silent"),
    ),
    "killed": (
        "a host that is killed or halted at any step of a game leaves no pulses on the controller's pins after 1.05 s",
        partial(tests, "tests/system/test_killed_host.py"),
    ),
    "resets": (
        "a controller that is reset at any step of a game moves nothing before it was homed and the board was read",
        partial(tests, "tests/system/test_resets.py"),
    ),
    "flash": (
        "a device without a boot loader is named when flashing it fails, however long avrdude tries",
        partial(tests, "tests/commands/test_firmware.py::test_flash_of_what_has_no_boot_loader_says_so_in_one_line"),
    ),
    "taught": (
        "a person at the keys teaches a controller through the whole program, in real time",
        partial(
            tests,
            "tests/commands/test_teach_servos.py::test_person_teaches_the_real_firmware_through_the_whole_program",
        ),
    ),
    "games": (f"{GAMES} games without a misread cell or a wrong verdict", lambda: games(0.0)),
    "memory": ("the eye keeps nothing of 10,000 frames", flat_memory),
    **{
        f"disturbed-{share}": (
            f"share {share + 1} of 4 of 2,000 rendered boards under every disturbance: no cell wrong and certain,"
            " at most 1 % unknown without a hand",
            partial(tests, f"tests/vision/test_disturbed.py::test_two_thousand_disturbed_boards_are_read[{share}]"),
        )
        for share in range(4)
    },
    "sequence": (
        "the frames of a board on photographs whose camera moves are read, none wrong and at most 5 % unknown",
        partial(tests, "tests/vision/test_sequence.py::test_sequence_reads_photographs_of_one_board"),
    ),
    "kept": (
        "a program that plays game after game keeps nothing of them",
        partial(tests, "tests/system/test_demo.py::test_demo_memory_does_not_grow_with_the_games"),
    ),
    "faults": ("the same with faults, at most 5 % annulled", lambda: games(0.05)),
}
