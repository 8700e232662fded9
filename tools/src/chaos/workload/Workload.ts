/** The collections or consents that clients start and use while the service fails. */

/** Returns a request's result, or undefined if the service is down. Rethrows all other errors. */
export const attemptRequest = async <A>(request: Promise<A>): Promise<A | undefined> => {
  try {
    return await request
  } catch (error) {
    // `fetch` throws a TypeError if no response or only part of a response arrives.
    if (error instanceof TypeError) return undefined
    throw error
  }
}

const width = 16

/**
 * Calls `use` for all items, several at a time. Throws only after all calls have ended, so that no call is still
 * running in the background. If several calls fail, their errors become one `AggregateError`.
 */
export const forEachConcurrently = async <A>(
  items: ReadonlyArray<A>,
  use: (item: A) => Promise<unknown>
): Promise<void> => {
  const left = items.values()
  const errors: Array<unknown> = []
  const worker = async () => {
    for (const item of left) await use(item).catch((error: unknown) => errors.push(error))
  }
  await Promise.all(Array.from({ length: width }, worker))
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} requests failed`)
  if (errors.length === 1) throw errors[0]
}

/**
 * The maximum number of open objects in a fleet. With more objects, the fleet would poll each one too rarely to post
 * input in time.
 */
const maxOpen = 128

export abstract class Workload<A> {
  readonly all: Array<A> = []
  readonly #unanswered: Array<number> = []
  #started = 0

  /**
   * Starts an object, such as a collection, with an idempotency key that belongs to `index`. Returns undefined if there
   * is no response.
   */
  protected abstract begin(index: number): Promise<A | undefined>
  protected abstract isOpen(one: A): boolean
  protected abstract look(one: A): Promise<unknown>

  get #open(): ReadonlyArray<A> {
    return this.all.filter((one) => this.isOpen(one))
  }

  /**
   * Starts objects until `upTo` have been started or too many are open. The next call repeats the requests that got no
   * response, each with the same key, because the service may have accepted them.
   */
  async start(upTo: number): Promise<void> {
    const indexes = this.#unanswered.splice(0)
    const most = Math.min(upTo, this.all.length + Math.max(0, maxOpen - this.#open.length))
    while (this.#started < most) indexes.push(this.#started++)
    await forEachConcurrently(indexes, async (index) => {
      this.#unanswered.push(index)
      const one = await this.begin(index)
      if (one === undefined) return
      this.#unanswered.splice(this.#unanswered.indexOf(index), 1)
      this.all.push(one)
    })
  }

  poll(): Promise<void> {
    return forEachConcurrently(this.#open, (one) => this.look(one))
  }

  protected async readEach<B>(read: (one: A) => Promise<B>): Promise<ReadonlyArray<B>> {
    const found: Array<B> = []
    await forEachConcurrently(this.all, async (one) => found.push(await read(one)))
    return found
  }
}
