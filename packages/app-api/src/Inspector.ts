/**
 * Keeps Node's inspector closed. By default, SIGUSR1 opens it, and any local process could then run code in the
 * service. `--disable-sigusr1` gives the same protection right from the start of the process. This module is for
 * processes that were started without it.
 */
process.on("SIGUSR1", () => {})
