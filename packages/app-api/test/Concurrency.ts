/** Runs `run` on every item, twelve at a time. */
export const runConcurrently = async <A, B>(
  items: ReadonlyArray<A>,
  run: (item: A) => Promise<B>
): Promise<ReadonlyArray<B>> => {
  const waiting = items[Symbol.iterator]()
  const results: Array<B> = []
  const worker = async () => {
    for (const item of waiting) results.push(await run(item))
  }
  await Promise.all(Array.from({ length: 12 }, worker))
  return results
}
