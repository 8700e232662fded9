/** Stops everything that a run has started, in reverse order, even if a step fails or a signal ends the program. */

export class Cleanup {
  readonly #steps: Array<() => unknown> = []

  add(step: () => unknown): void {
    this.#steps.unshift(step)
  }

  async run(): Promise<void> {
    for (const step of this.#steps.splice(0)) {
      await Promise.resolve()
        .then(step)
        .catch((error: unknown) => console.error(error))
    }
  }
}

export const withCleanup = async <A>(use: (cleanup: Cleanup) => Promise<A>): Promise<A> => {
  const cleanup = new Cleanup()
  const onSignal = () => void cleanup.run().then(() => process.exit(130))
  const signals = ["SIGINT", "SIGTERM"] as const
  for (const signal of signals) process.once(signal, onSignal)
  try {
    return await use(cleanup)
  } finally {
    await cleanup.run()
    for (const signal of signals) process.off(signal, onSignal)
  }
}
