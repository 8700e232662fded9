/** Runs many collections at once, over as many connections as a busy client keeps open. */
import type { Client } from "@sheaf/adapters-http/testing"

export const connections = 32

/** Runs `work` for each number from 0 to `count - 1`, with one call at a time on each connection. */
export const each = async (count: number, work: (number: number) => Promise<void>): Promise<void> => {
  let next = 0
  const some = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: connections }, some))
}

/** Waits until none of the client's collections has any of these statuses. */
export const untilNoneIs = async (client: Client, statuses: string): Promise<void> => {
  for (;;) {
    const body = await client.read<ReadonlyArray<unknown>>(`/collections?limit=1&statusIn=${statuses}`)
    if (body.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Fails if any of the client's collections has one of these statuses. */
export const expectNoneIs = async (client: Client, statuses: string): Promise<void> => {
  const [found] = await client.read<ReadonlyArray<{ readonly status: string }>>(
    `/collections?limit=1&statusIn=${statuses}`
  )
  if (found !== undefined) throw new Error(`a collection is ${found.status}`)
}
