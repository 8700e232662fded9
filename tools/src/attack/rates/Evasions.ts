/** Requests that try to evade the rates (decisions 14). */
import assert from "node:assert/strict"
import type { Attack } from "../Attack.ts"
import { plainStart, waitingStart } from "../stage/Starts.ts"
import { mostAdmitted } from "./Rates.ts"

/** Returns the id with one character percent-encoded. */
const encodedAt = (id: string, index: number): string => {
  const code = id.charCodeAt(index).toString(16)
  return `${id.slice(0, index)}%${code}${id.slice(index + 1)}`
}

export const encodedIds: Attack = {
  name: "encoded-ids",
  summary: "polls one collection under 40 forms of its id, percent-encoded and in upper case",
  promise: "All forms of one id count as one collection, so polls beyond 120 per minute get 429.",
  run: ({ withTarget }) =>
    withTarget({}, async ({ attacker }) => {
      const id = await attacker.begin(waitingStart)
      const statuses: Array<number> = []
      const began = performance.now()
      for (let number = 0; number < 300; number++) {
        const form = number % 2 === 0 ? id : id.toUpperCase()
        statuses.push((await attacker.send(`/collections/${encodedAt(form, number % 20)}/status`)).status)
      }
      const accepted = statuses.filter((status) => status !== 429).length
      assert.ok(accepted <= mostAdmitted(120, began), `${accepted} of ${statuses.length} polls were accepted`)
      return `${statuses.length - accepted} of ${statuses.length} polls were refused`
    })
}

export const replays: Attack = {
  name: "replays",
  summary: "repeats one start 1,500 times with the same Idempotency-Key",
  promise: "Repeated starts count as other requests: beyond 600 per minute, they get 429 with Retry-After.",
  run: ({ length, withTarget }) =>
    withTarget({}, async ({ attacker }) => {
      const headers = { "idempotency-key": crypto.randomUUID() }
      const statuses: Array<number> = []
      const began = performance.now()
      for (let number = 0; number < (length === "full" ? 1_500 : 900); number++) {
        const answer = await attacker.post("/collections", plainStart, headers)
        statuses.push(answer.status)
        if (answer.status === 429) assert.ok(Number(answer.header("retry-after")) > 0, "no Retry-After")
      }
      const accepted = statuses.filter((status) => status !== 429).length
      // The first start counts against another rate.
      assert.ok(
        accepted <= 1 + mostAdmitted(600, began),
        `${accepted} of ${statuses.length} repeated starts were accepted`
      )
      assert.ok(accepted < statuses.length, "no repeated start was refused")
      return `${statuses.length - accepted} of ${statuses.length} repeated starts were refused`
    })
}
