"""The tests under every Python that the project promises to run on, as far as this machine has it."""
