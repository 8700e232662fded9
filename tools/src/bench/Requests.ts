/**
 * Counts the polls of a collection in which a person takes a while to enter a code: at the recommended interval, and
 * with `Prefer: wait`.
 */
import { setTimeout as pause } from "node:timers/promises"
import type { Client, Seen } from "@sheaf/adapters-http/testing"
import type { Effort } from "./Part.ts"
import { clientOf, withService } from "../workshop/stage/Installation.ts"
import type { Figure } from "./Report.ts"
import * as Waiting from "./collections/Waiting.ts"

/** The time that the person takes, in milliseconds: two of the three minutes for which a code is valid. */
const personMillis: Readonly<Record<Effort, number>> = { smoke: 300, full: 120_000, long: 120_000 }

/** Polls a collection to its end. Returns the number of polls. */
type Follow = (client: Client, id: string, see: (seen: Seen) => void) => Promise<number>

const byInterval: Follow = async (client, id, see) => {
  for (let polls = 1; ; polls++) {
    const seen = await client.status(id)
    see(seen)
    if (seen.pollingInterval === undefined) return polls
    await pause(seen.pollingInterval)
  }
}

const byWaiting: Follow = async (client, id, see) => {
  let etag = ""
  for (let polls = 1; ; polls++) {
    const answer = await client.send(client.speaker.wealth.status(id), {
      headers: { "if-none-match": etag, prefer: "wait=30" }
    })
    etag = answer.header("etag") ?? ""
    if (answer.header("preference-applied") === undefined) throw new Error("the service did not wait")
    if (answer.status === 304) continue
    const seen = answer.expect(200).read<Seen>()
    see(seen)
    if (seen.pollingInterval === undefined) return polls
  }
}

/** Runs a collection whose person answers `millis` after the question appears. Returns the number of polls. */
const pollsOf = async (client: Client, follow: Follow, millis: number): Promise<number> => {
  const id = await client.begin(Waiting.twoFactor)
  let answered: Promise<void> | undefined
  const polls = await follow(client, id, ({ status }) => {
    if (status === "TWO_FACTOR_PENDING") answered ??= pause(millis).then(() => Waiting.answer(client, id))
  })
  await answered
  return polls
}

export const run = (effort: Effort): Promise<ReadonlyArray<Figure>> =>
  withService(async (bench) => {
    const client = clientOf(bench, bench)
    const millis = personMillis[effort]
    const [often, seldom] = await Promise.all([pollsOf(client, byInterval, millis), pollsOf(client, byWaiting, millis)])
    const note = `the person takes ${millis / 1000} s`
    return [
      { name: "polls at the recommended interval", value: often, unit: "per collection", note },
      { name: "polls that wait", value: seldom, unit: "per collection", note },
      { name: "polls that wait : at the interval", value: seldom / often, unit: "ratio", target: ["<=", 0.2] }
    ]
  })
