/** The page waits as long as the service asks, and then reads again. */
import { signal } from "@preact/signals"
import { SheafConnectionError, SheafProblem } from "@sheaf/client/connect"
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { followStatuses } from "../src/connect/Reconnection.ts"
import type { Interruption } from "../src/connect/Reconnection.ts"

const problem = (status: number, retryAfterSeconds?: number) =>
  new SheafProblem(
    { type: "", title: "", status, detail: "", code: status === 404 ? "NOT_FOUND" : "RATE_LIMITED", requestId: "r" },
    retryAfterSeconds
  )

const followAfter = (...errors: ReadonlyArray<Error>) => {
  const interruption = signal<Interruption | undefined>(undefined)
  const shown: Array<string> = []
  const left = new AbortController()
  let reads = 0
  async function* statuses() {
    const error = errors[reads++]
    if (error !== undefined) throw error
    yield "COMPLETED"
  }
  const show = async (status: string) => void shown.push(status)
  return { interruption, shown, left, done: followStatuses(statuses, show, { interruption, signal: left.signal }) }
}

describe("a page that follows a collection", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it.each([
    ["a limit", problem(429, 61), "busy", 61_000],
    ["an overload", problem(503), "busy", 2_000],
    ["a lost network", new SheafConnectionError("lost"), "offline", 2_000]
  ] as const)("waits after %s, says so, and continues", async (_, error, interrupted, millis) => {
    const { done, interruption, shown } = followAfter(error)
    await vi.advanceTimersByTimeAsync(millis - 1)
    assert.deepStrictEqual([interruption.value, shown], [interrupted, []])
    await vi.advanceTimersByTimeAsync(1)
    await done
    assert.deepStrictEqual([interruption.value, shown], [undefined, ["COMPLETED"]])
  })

  it("does not continue after the person has left", async () => {
    const { done, left, shown } = followAfter(problem(429, 5))
    await vi.advanceTimersByTimeAsync(1_000)
    left.abort()
    await vi.advanceTimersByTimeAsync(5_000)
    await done
    assert.deepStrictEqual(shown, [])
  })

  it("gives up if the service refuses the request", async () => {
    const { done } = followAfter(problem(404))
    const reason: unknown = await done.catch((error: unknown) => error)
    assert.instanceOf(reason, SheafProblem)
  })
})
