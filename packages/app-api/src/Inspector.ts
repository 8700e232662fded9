/**
 * Keeps Node's inspector closed. By default, SIGUSR1 opens it, and any local process could run code in the service.
 * `--disable-sigusr1` protects a process from its start; this module is for those started without it.
 */
process.on("SIGUSR1", () => {})
