/** Checks that nothing expires immediately and nothing is erased when the machine's clock jumps (spec 14.3). */
import { hasEnded, waitFor } from "@sheaf/sandbox-site/testing"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { JumpResistantClock, provide } from "../../src/clock/JumpResistantClock.ts"
import { login, plainStart } from "../Starts.ts"
import * as TestService from "../TestService.ts"
import * as CommandLine from "../CommandLine.ts"

const [minute, hour, year] = [60_000, 3_600_000, 31_536_000_000]

const machine = Effect.map(Clock.Clock, (clock) => {
  let [offset, suspended] = [0, 0]
  const jumping: Clock.Clock = {
    ...clock,
    currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + offset,
    currentTimeMillis: Effect.sync(() => clock.currentTimeMillisUnsafe() + offset),
    currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe() + BigInt(offset) * 1_000_000n
  }
  return {
    clock: jumping,
    steady: new JumpResistantClock(jumping, () => suspended),
    jump: (millis: number) => {
      offset += millis
    },
    suspend: (millis: number) => {
      offset += millis
      suspended += millis
    }
  }
})

describe("the service's clock", () => {
  for (const [name, jump] of [
    ["hours forward", 5 * hour],
    ["hours back", -5 * hour],
    ["years forward", 20 * year],
    ["years back", -20 * year]
  ] as const) {
    it.effect(`ignores a jump ${name} that ends, and accepts one that lasts ten minutes`, () =>
      Effect.gen(function* () {
        const { jump: jumpBy, steady } = yield* machine
        const expectAhead = (millis: number) =>
          Effect.map(Clock.currentTimeMillis, (now) => {
            assert.strictEqual(steady.currentTimeMillisUnsafe() - now, millis)
            assert.strictEqual(steady.currentTimeNanosUnsafe(), BigInt(now + millis) * 1_000_000n)
          })
        yield* TestClock.adjust("3 hours")
        yield* expectAhead(0)
        jumpBy(jump)
        yield* expectAhead(0)
        assert.strictEqual(steady.aheadMillis, jump)
        yield* TestClock.adjust(10 * minute - 1)
        yield* expectAhead(0)
        jumpBy(-jump)
        yield* expectAhead(0)
        assert.strictEqual(steady.aheadMillis, 0)

        jumpBy(jump)
        yield* expectAhead(0)
        yield* TestClock.adjust(10 * minute)
        yield* expectAhead(jump)
        assert.strictEqual(steady.aheadMillis, 0)
      })
    )
  }

  it.effect("follows small steps, and the time for which the machine was suspended, at once", () =>
    Effect.gen(function* () {
      const { jump, steady, suspend } = yield* machine
      const now = yield* Clock.currentTimeMillis
      jump(minute)
      assert.strictEqual(steady.currentTimeMillisUnsafe(), now + minute)
      suspend(9 * hour)
      assert.strictEqual(steady.currentTimeMillisUnsafe(), now + minute + 9 * hour)
      jump(-minute)
      assert.strictEqual(steady.currentTimeMillisUnsafe(), now + 9 * hour)
    })
  )

  it.effect("follows a long suspension after many short ones", () =>
    Effect.gen(function* () {
      const { steady, suspend } = yield* machine
      const now = yield* Clock.currentTimeMillis
      for (let times = 1; times <= 4; times++) {
        suspend(minute / 2)
        assert.strictEqual(steady.currentTimeMillisUnsafe(), now + (times * minute) / 2)
      }
      suspend(hour)
      assert.strictEqual(steady.currentTimeMillisUnsafe(), now + 2 * minute + hour)
    })
  )

  it.effect("waits ten minutes from the second jump if there are two", () =>
    Effect.gen(function* () {
      const { jump, steady } = yield* machine
      jump(hour)
      const expectAhead = (millis: number) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          assert.strictEqual(steady.currentTimeMillisUnsafe() - now, millis)
        })
      yield* expectAhead(0)
      yield* TestClock.adjust("9 minutes")
      jump(year)
      yield* expectAhead(0)
      yield* TestClock.adjust("9 minutes")
      yield* expectAhead(0)
      yield* TestClock.adjust("1 minute")
      yield* expectAhead(hour + year)
    })
  )

  it.effect("detects a jump while the service is idle, and keeps timers running normally", () =>
    Effect.gen(function* () {
      const { clock, jump } = yield* machine
      const start = yield* Clock.currentTimeMillis
      const waiting = yield* Effect.forkChild(
        Effect.provideService(
          provide(Effect.andThen(Effect.sleep("20 minutes"), Clock.currentTimeMillis)),
          Clock.Clock,
          clock
        )
      )
      yield* Effect.yieldNow
      jump(5 * hour)
      yield* TestClock.adjust("19 minutes")
      assert.isUndefined(waiting.pollUnsafe())
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* Fiber.join(waiting), start + 20 * minute + 5 * hour)
    })
  )
})

describe("a service whose machine's clock jumps", () => {
  const ahead = 3 * hour
  const jumps = [10 * year, 0, -5 * hour, 0].map((jump) => ahead + jump)
  const service = TestService.forAll({
    env: {
      NODE_OPTIONS: `--import=${new URL("../ShiftedClock.ts", import.meta.url).href}`,
      CLOCK_OFFSET_MILLIS: String(ahead),
      CLOCK_JUMPS_MILLIS: jumps.join()
    }
  })
  const { client } = service

  it("keeps sessions, tokens, data and running collections, and its audit log stays valid", async () => {
    const running = await client.begin({ ...plainStart, parameters: [{ ...login, username: "two-factor" }] })
    const ended = await client.begin(plainStart)
    await client.poll(ended, hasEnded)
    const { userId } = (await client.post("/users", { externalId: "maja" })).expect(201).read<{ userId: string }>()
    const session = await client.post(`/users/${userId}/sessions`)
    const { token } = session.expect(201).read<{ token: string }>()

    for (const jump of jumps) {
      process.kill(service.process.pid, "SIGUSR2")
      const told = `the clock is ${jump} ms ahead`
      await waitFor(
        () => Promise.resolve(service.process.output()),
        (output) => output.split("\n").at(-1) === "" && output.lastIndexOf(told) === output.lastIndexOf("the clock is")
      )
      ;(await client.send(`/collections/${ended}/wealth/data`)).expect(200)
      ;(await client.send("/consents", { headers: { authorization: `Bearer ${token}` } })).expect(200)
      assert.isFalse(hasEnded(await client.status(running)))
      const created = await client.post(`/users/${userId}/sessions`)
      const { expiresAt } = created.expect(201).read<{ expiresAt: string }>()
      const lifetime = Date.parse(expiresAt) - Date.parse(created.header("date") ?? "")
      assert.isAtMost(Math.abs(lifetime - hour), minute, "Date and expiresAt are of the same clock")
      const next = await client.begin(plainStart)
      assert.strictEqual((await client.poll(next, hasEnded)).status, "COMPLETED")
    }

    const verified = await CommandLine.run(service, ["audit", "verify"])
    assert.strictEqual(verified.code, 0, verified.err)
  })
})
