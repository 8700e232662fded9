/** Many collections at once, over as many connections as a busy client keeps. */
import type { Client } from "@sheaf/adapters-http/testing"

export const connections = 32

/** Does `work` for 0 to `count - 1`, as many at a time as there are connections. */
export const each = async (count: number, work: (number: number) => Promise<void>): Promise<void> => {
  let next = 0
  const some = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: connections }, some))
}

/** Comes back once no collection of the client is in one of these statuses. */
export const untilNoneIs = async (client: Client, statuses: string): Promise<void> => {
  for (;;) {
    const body = await client.read<ReadonlyArray<unknown>>(`/collections?limit=1&statusIn=${statuses}`)
    if (body.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
