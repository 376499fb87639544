"""Let `python -m robot` do what `quadrow` does."""

import sys

from quadrow import main

sys.exit(main())
