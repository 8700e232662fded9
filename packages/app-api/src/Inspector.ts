/**
 * Keeps Node's inspector closed. By default, SIGUSR1 opens it, and any local process could run code in the service. The
 * flag `--disable-sigusr1` prevents that, too, and even earlier. This module is for processes that were started without
 * the flag.
 */
process.on("SIGUSR1", () => {})
