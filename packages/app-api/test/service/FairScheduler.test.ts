/** Checks that the event loop reads from sockets even while many requests, fibers and timers are ready. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as FairScheduler from "../../src/service/FairScheduler.ts"

const busy = (millis: number): void => {
  const end = performance.now() + millis
  while (performance.now() < end);
}

/** Starts 60 tasks of 2 ms each, and returns how many run before the event loop's next turn. */
const countBefore = (start: (task: () => void) => void): Promise<number> => {
  const { promise, resolve } = Promise.withResolvers<number>()
  let count = 0
  let before = 0
  for (let number = 0; number < 60; number++) {
    start(() => {
      if (count === 0) setImmediate(() => setImmediate(() => void (before = count)))
      count++
      busy(2)
      if (count === 60) resolve(before)
    })
  }
  return promise
}

const fork = (effect: Effect.Effect<void>) => void Effect.runFork(FairScheduler.withFairScheduling(effect))

describe("many tasks at once do not all run before the event loop's next turn", () => {
  const kinds = [
    ["requests", (task) => void FairScheduler.scheduleRequest(task)],
    ["fibers that yield", (task) => fork(Effect.andThen(Effect.yieldNow, Effect.sync(task)))],
    ["fibers that sleep", (task) => fork(Effect.delay(Effect.sync(task), "10 millis"))]
  ] as const satisfies ReadonlyArray<readonly [string, (task: () => void) => void]>
  for (const [kind, start] of kinds) {
    it(`${kind}`, async () => {
      assert.isBelow(await countBefore(start), 30)
    })
  }
})

describe("tasks", () => {
  it("run in order, and requests take turns with fibers", async () => {
    const order: Array<string> = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const task = (name: string) => () => {
      order.push(name)
      busy(6)
      if (order.length === 8) resolve()
    }
    const numbers = [1, 2, 3, 4]
    for (const number of numbers) FairScheduler.scheduleRequest(task(`request ${number}`))
    for (const number of numbers) fork(Effect.andThen(Effect.yieldNow, Effect.sync(task(`fiber ${number}`))))
    await promise
    for (const kind of ["request", "fiber"]) {
      const own = order.filter((name) => name.startsWith(kind))
      assert.deepStrictEqual(
        own,
        numbers.map((number) => `${kind} ${number}`)
      )
    }
    assert.isBelow(order.indexOf("fiber 1"), order.indexOf("request 4"))
  })

  it("continue after one throws", async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const thrown = new Promise((caught) => process.once("uncaughtException", caught))
    FairScheduler.scheduleRequest(() => {
      throw new Error("a defect")
    })
    FairScheduler.scheduleRequest(resolve)
    await promise
    assert.include(String(await thrown), "a defect")
  })
})
