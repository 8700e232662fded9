/** The circuit breaker of a company, and the status that it shows (decisions 1; ADR 0014). */
import { assert, describe, it } from "@effect/vitest"
import type { CompanyStatus } from "@sheaf/domain/Company"
import { Schema } from "effect"
import * as CircuitBreaker from "../../src/outbound/companies/CircuitBreaker.ts"
import type { CallOutcome } from "../../src/outbound/companies/CircuitBreaker.ts"

const seconds = 1000

/** A breaker with a test clock, whose calls end as each test decides. */
const started = () => {
  let now = 1_000_000
  let keys = 0
  let breaker = CircuitBreaker.make(now)
  const admit = () => {
    const [next, permit] = CircuitBreaker.admit(breaker, now)
    breaker = next
    return permit
  }
  const end = (permit: CircuitBreaker.Permit, outcome: CallOutcome | "GIVEN_UP", key = `key ${keys++}`) => {
    breaker =
      outcome === "GIVEN_UP"
        ? CircuitBreaker.abandon(breaker, permit, now)
        : CircuitBreaker.record(breaker, permit, { key, outcome }, now)
  }
  return {
    admit,
    end,
    call: (outcome: CallOutcome, key?: string) => {
      const permit = admit()
      if (permit !== undefined) end(permit, outcome, key)
    },
    pass: (millis: number) => void (now += millis),
    status: () => CircuitBreaker.at(breaker, now).standing.status
  }
}

const outcomes: Readonly<Record<string, CallOutcome>> = { f: "FINE", x: "FAILED", u: "UNANSWERED" }

/** Makes calls for different people, one after the other. */
const after = (letters: string) => {
  const company = started()
  for (const letter of letters) company.call(outcomes[letter] ?? "FINE")
  return company
}

describe("A company", () => {
  // At least two failed calls and a quarter of all calls: DEGRADED. At least five failed calls and half of all calls:
  // UNAVAILABLE.
  const shown: ReadonlyArray<[calls: string, status: CompanyStatus]> = [
    ["", "OPERATIONAL"],
    ["fffff", "OPERATIONAL"],
    ["x", "OPERATIONAL"],
    ["u", "OPERATIONAL"],
    ["xx", "DEGRADED"],
    ["uu", "DEGRADED"],
    ["xu", "DEGRADED"],
    ["ffffffxx", "DEGRADED"],
    ["fffffffxx", "OPERATIONAL"],
    ["xxfffffff", "OPERATIONAL"],
    ["xxxx", "DEGRADED"],
    ["xxxxx", "UNAVAILABLE"],
    ["uuuuu", "UNAVAILABLE"],
    ["xuxux", "UNAVAILABLE"],
    ["fffffxxxxx", "UNAVAILABLE"],
    ["ffffffxxxxx", "DEGRADED"],
    ["ffffffxxxxxx", "UNAVAILABLE"],
    // Of the last twenty calls, nine have failed in the first row, and ten in the second row.
    ["fffffffffff" + "xxxxxxxxx", "DEGRADED"],
    ["fffffffffff" + "xxxxxxxxxx", "UNAVAILABLE"],
    // The two failed calls are no longer among the last twenty.
    ["xx" + "ffffffffffffffffffff", "OPERATIONAL"],
    ["xx" + "fffff" + "xx" + "fffff", "DEGRADED"]
  ]
  it.each(shown)('after the calls "%s" is %s', (calls, status) => {
    assert.strictEqual(after(calls).status(), status)
  })

  it("becomes UNAVAILABLE only through a failed call", () => {
    const company = started()
    for (let calls = 0; calls < 10; calls++) company.call("FINE")
    company.pass(60 * seconds)
    for (let calls = 0; calls < 6; calls++) company.call("FAILED")
    company.pass(60 * seconds)
    assert.strictEqual(company.status(), "DEGRADED")
    company.call("FINE")
    assert.strictEqual(company.status(), "DEGRADED")
    company.call("FAILED")
    assert.strictEqual(company.status(), "UNAVAILABLE")
  })

  it("ignores calls from before it was UNAVAILABLE", () => {
    const company = started()
    const early = Array.from({ length: 4 }, () => company.admit())
    for (let calls = 0; calls < 5; calls++) company.call("FAILED")
    const [one, two, three, four] = early
    if (!one || !two || !three || !four) throw new Error("an OPERATIONAL company admits calls")
    company.end(one, "FINE")
    assert.strictEqual(company.status(), "UNAVAILABLE")
    company.pass(30 * seconds)
    const trial = company.admit()
    if (!trial) throw new Error("a company admits a trial after its pause")
    company.end(two, "FINE")
    company.end(three, "GIVEN_UP")
    assert.isUndefined(company.admit(), "the trial is still running")
    company.end(trial, "FINE")
    company.end(four, "FAILED")
    company.call("FAILED")
    assert.strictEqual(company.status(), "OPERATIONAL")
  })
})

describe("A retried call", () => {
  it.each([
    ["counts once while the company responds", "xxxxxxxxxxxxxxx", "OPERATIONAL"],
    ["has not failed if it succeeds in the end", "xxxxf", "OPERATIONAL"],
    ["counts each time without a response", "uuuu", "DEGRADED"],
    ["can open the breaker without responses", "uuuuu", "UNAVAILABLE"],
    ["stays unanswered even if it succeeds later", "uuf", "DEGRADED"],
    ["counts both a failure and a missing response", "xu", "DEGRADED"]
  ])("%s", (_, calls, status) => {
    const company = started()
    for (const letter of calls) company.call(outcomes[letter] ?? "FINE", "hers")
    assert.strictEqual(company.status(), status)
  })
})

/** A second, slow implementation of the rules, which keeps all calls and advances time second by second. */
class Model {
  now = 0
  mode: "CLOSED" | "OPEN" | "HALF_OPEN" = "CLOSED"
  history: Array<{ key: string; outcome: CallOutcome; at: number }> = []
  round = 0
  until = 0
  pause = 0
  trial: number | undefined
  shown: CompanyStatus = "OPERATIONAL"
  since = 0

  failedOf(): [failed: number, all: number] {
    const counted = this.history.filter(
      ({ key, outcome }, index) =>
        outcome === "UNANSWERED" ||
        !this.history.slice(index + 1).some((later) => later.key === key && later.outcome !== "UNANSWERED")
    )
    const window = counted.slice(-20).filter(({ at }) => this.now - at < 120)
    return [window.filter(({ outcome }) => outcome !== "FINE").length, window.length]
  }

  look(): void {
    const [failed, all] = this.failedOf()
    const closed = failed >= 2 && failed * 4 >= all ? "DEGRADED" : "OPERATIONAL"
    const status = { CLOSED: closed, OPEN: "UNAVAILABLE", HALF_OPEN: "DEGRADED" } as const
    if (status[this.mode] === this.shown) return
    this.shown = status[this.mode]
    this.since = this.now
  }

  second(): void {
    this.now++
    if (this.mode === "OPEN" && this.now >= this.until) this.mode = "HALF_OPEN"
    this.look()
  }

  start(id: number): boolean {
    if (this.mode === "OPEN" || this.trial !== undefined) return false
    if (this.mode === "HALF_OPEN") this.trial = id
    return true
  }

  open(pause: number): void {
    this.mode = "OPEN"
    this.pause = pause
    this.until = this.now + pause
    this.history = []
    this.round++
  }

  end(id: number, round: number, key: string, outcome: CallOutcome | "GIVEN_UP"): void {
    const isTrial = this.trial === id
    if (isTrial) this.trial = undefined
    if (outcome === "GIVEN_UP" || (!isTrial && round !== this.round)) return
    if (isTrial && outcome === "FINE") this.mode = "CLOSED"
    else if (isTrial) this.open(Math.min(this.pause * 2, 300))
    else {
      this.history.push({ key, outcome, at: this.now })
      const [failed, all] = this.failedOf()
      if (outcome !== "FINE" && failed >= 5 && failed * 2 >= all) this.open(30)
    }
    this.look()
  }
}

const Event = Schema.Union([
  Schema.Struct({ type: Schema.Literal("START"), key: Schema.Literals(["a", "b", "c", "d", "e", "f", "g", "h"]) }),
  Schema.Struct({
    type: Schema.Literal("END"),
    which: Schema.Literals([0, 1, 2]),
    outcome: Schema.Literals(["FINE", "FAILED", "UNANSWERED", "GIVEN_UP"])
  }),
  Schema.Struct({ type: Schema.Literal("WAIT"), seconds: Schema.Literals([1, 7, 29, 30, 61, 119, 120, 300]) }),
  Schema.Struct({
    type: Schema.Literal("CALL"),
    key: Schema.Literals(["a", "b", "OWN"]),
    outcome: Schema.Literals(["FINE", "FAILED", "UNANSWERED"])
  })
])

const Story = Schema.Array(Event).check(Schema.isMinLength(30), Schema.isMaxLength(80))

describe("Any sequence of calls", () => {
  it.prop("admits and shows the same as the model", [Story], ([story]) => {
    const model = new Model()
    let breaker = CircuitBreaker.make(0)
    const open: Array<{ id: number; round: number; key: string; permit: CircuitBreaker.Permit }> = []
    let ids = 0

    const start = (key: string) => {
      const id = ids++
      const [next, permit] = CircuitBreaker.admit(breaker, model.now * seconds)
      breaker = next
      assert.strictEqual(permit !== undefined, model.start(id))
      if (permit !== undefined) open.push({ id, round: model.round, key, permit })
    }
    const end = (index: number, outcome: CallOutcome | "GIVEN_UP") => {
      const [call] = open.splice(index, 1)
      if (call === undefined) return
      model.end(call.id, call.round, call.key, outcome)
      breaker =
        outcome === "GIVEN_UP"
          ? CircuitBreaker.abandon(breaker, call.permit, model.now * seconds)
          : CircuitBreaker.record(breaker, call.permit, { key: call.key, outcome }, model.now * seconds)
    }

    for (const event of story) {
      if (event.type === "START") start(event.key)
      if (event.type === "END") end(event.which, event.outcome)
      if (event.type === "WAIT") for (let count = 0; count < event.seconds; count++) model.second()
      if (event.type === "CALL") {
        const before = open.length
        start(event.key === "OWN" ? `own ${ids}` : event.key)
        end(before, event.outcome)
      }
      const { since, status } = CircuitBreaker.at(breaker, model.now * seconds).standing
      assert.deepStrictEqual([status, since], [model.shown, model.since * seconds])
    }
  })
})
