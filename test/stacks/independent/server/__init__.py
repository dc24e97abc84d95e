"""An independent implementation of the investing platform's machine-to-machine API."""
