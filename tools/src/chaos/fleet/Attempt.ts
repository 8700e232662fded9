/** Requests to a service that fails during the run. */

/** Returns the result of a request, or nothing if the service is down. Rethrows all other errors. */
export const attempt = async <A>(request: Promise<A>): Promise<A | undefined> => {
  try {
    return await request
  } catch (error) {
    // `fetch` throws this if no response arrives, or only part of a response.
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** The number of items that {@link several} handles at the same time. */
const width = 16

/**
 * Applies `use` to all items, several at a time. Throws only after all calls have ended, so that none is still running
 * in the background. Several errors become one `AggregateError`.
 */
export const several = async <A>(items: ReadonlyArray<A>, use: (item: A) => Promise<unknown>): Promise<void> => {
  const left = items.values()
  const errors: Array<unknown> = []
  const worker = async () => {
    for (const item of left) await use(item).catch((error: unknown) => errors.push(error))
  }
  await Promise.all(Array.from({ length: width }, worker))
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} requests failed`)
  if (errors.length === 1) throw errors[0]
}
