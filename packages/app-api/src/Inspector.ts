/**
 * Keeps Node's inspector closed. By default, SIGUSR1 opens it, and any local process could then run code in the
 * service. The flag `--disable-sigusr1` prevents that even earlier; this module also protects processes that were
 * started without the flag.
 */
process.on("SIGUSR1", () => {})
