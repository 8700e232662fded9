/** Many simultaneous collections, over as many connections as a busy client would use. */
import { hasEnded } from "@sheaf/sandbox-site/testing"
import type { TestClient } from "@sheaf/sandbox-site/testing"
import { CollectionStatus, isFinal } from "@sheaf/domain/CollectionStatus"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import { setTimeout as pause } from "node:timers/promises"

const connections = 32

/**
 * Enough people that the rows differ, but few enough that the simulated company can cache the letters to all of them.
 */
const persons = 100

/** Runs `work` for each number from 0 to `count - 1`, one call at a time per connection. */
const each = async (count: number, work: (number: number) => Promise<void>): Promise<void> => {
  let next = 0
  const some = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: connections }, some))
}

const unsuccessful = CollectionStatus.literals.filter((status) => isFinal(status) && status !== "COMPLETED").join(",")

/** Waits until no collection has one of these statuses. Fails if a collection has ended without success. */
const untilNoneIs = async (client: TestClient, statuses: string): Promise<void> => {
  const isAny = async (wanted: string) =>
    (await client.read<ReadonlyArray<unknown>>(`/collections?limit=1&statusIn=${wanted}`)).length > 0
  while (await isAny(statuses)) await pause(10)
  if (await isAny(unsuccessful)) throw new Error("a collection ended without success")
}

export const completingStartRequest = (number = 0): StartCollection => ({
  company: "se-nordhem",
  loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE_MOCK",
  parameters: [{ type: "SWEDISH_EID", personalNumber: `19500101${String(1_000 + (number % persons))}` }]
})

/** Returns the number of collections per second. */
export const completeCollections = async (client: TestClient, count: number): Promise<number> => {
  const began = performance.now()
  await each(count, async (number) => {
    await client.begin(completingStartRequest(number))
  })
  await untilNoneIs(client, "RUNNING,LOGIN,WAITING_FOR_USER_ACTION,CUSTOMER_ENROLLMENT_CHECK,COLLECTING")
  return (count * 1000) / (performance.now() - began)
}

const asking: StartCollection = {
  company: "se-nordhem",
  loginMethod: "USERNAME_AND_PASSWORD",
  parameters: [{ type: "USERNAME_PASSWORD", username: "two-factor", password: "secret" }]
}

export const startUntilInputRequired = async (client: TestClient, count: number): Promise<ReadonlyArray<string>> => {
  const ids: Array<string> = []
  await each(count, async () => {
    ids.push(await client.begin(asking))
  })
  await untilNoneIs(client, "RUNNING,LOGIN")
  return ids
}

/** Returns the time until the last collection has completed, in milliseconds. */
export const postCodes = async (client: TestClient, ids: ReadonlyArray<string>): Promise<number> => {
  const code = { type: "TWO_FACTOR_CODE", value: "123456" } as const
  const began = performance.now()
  await each(ids.length, async (number) => {
    const supplied = await client.supply({ id: ids[number] ?? "", status: "TWO_FACTOR_PENDING" }, code)
    supplied.expect(202)
  })
  await each(ids.length, async (number) => {
    for (;;) {
      const seen = await client.status(ids[number] ?? "")
      if (seen.status === "COMPLETED") return
      if (hasEnded(seen)) throw new Error(`a collection ended as ${seen.status}`)
      await pause(5)
    }
  })
  return performance.now() - began
}
