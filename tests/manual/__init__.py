"""The manual is the test input: every example of the docs is run, every mistake is made, every answer is compared."""
