/**
 * Keeps Node's inspector shut. By default, SIGUSR1 opens it, and then every local process can run code in the service.
 * `--disable-sigusr1` does the same from the first instruction on. This module protects processes started without it.
 */
process.on("SIGUSR1", () => {})
