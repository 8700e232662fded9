/**
 * Keeps Node's inspector closed. By default, SIGUSR1 opens it, and every local process can then run code in the
 * service. `--disable-sigusr1` gives the same protection from the first instruction on. This module protects processes
 * that were started without the option.
 */
process.on("SIGUSR1", () => {})
