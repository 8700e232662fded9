/** Tests a company's circuit breaker and status (spec 4.1; ADR 0014). */
import { assert, describe, it } from "@effect/vitest"
import type { CompanyStatus } from "@sheaf/domain/Company"
import type { CallContext } from "@sheaf/ports"
import * as CircuitBreaker from "../../src/outbound/companies/CircuitBreaker.ts"
import type { CallOutcome } from "../../src/outbound/companies/CircuitBreaker.ts"

const seconds = 1000

const started = () => {
  let now = 1_000_000
  let keys = 0
  let breaker = CircuitBreaker.make(now)
  const admit = (callContext: CallContext = { client: "one", person: `person ${keys}` }) => {
    const [next, permit] = CircuitBreaker.admit(breaker, callContext, now)
    breaker = next
    return permit
  }
  const end = (permit: CircuitBreaker.Permit, outcome: CallOutcome | "GIVEN_UP", key = `key ${keys++}`) => {
    breaker =
      outcome === "GIVEN_UP"
        ? CircuitBreaker.recordInterruption(breaker, permit, now)
        : CircuitBreaker.recordOutcome(breaker, permit, { key, outcome }, now)
  }
  return {
    admit,
    end,
    call: (outcome: CallOutcome, key?: string, callContext?: CallContext) => {
      const permit = admit(callContext)
      if (permit !== undefined) end(permit, outcome, key)
    },
    pass: (millis: number) => void (now += millis),
    status: () => CircuitBreaker.advanceTo(breaker, now).companyState.status,
    state: () => breaker.state
  }
}

const outcomes: Readonly<Record<string, CallOutcome>> = { f: "FINE", x: "FAILED", u: "UNANSWERED" }

const after = (letters: string) => {
  const company = started()
  for (const letter of letters) company.call(outcomes[letter] ?? "FINE")
  return company
}

describe("A company", () => {
  // DEGRADED if at least two calls, and at least a quarter of all calls, have failed. UNAVAILABLE if at least five, and
  // at least half of all calls, have failed.
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

  it("ignores calls that began before it was UNAVAILABLE", () => {
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
    ["counts each time without a response", "uuu", "DEGRADED"],
    ["can open the breaker without responses", "uuuu", "UNAVAILABLE"],
    ["stays unanswered even if it succeeds later", "uuf", "DEGRADED"],
    ["counts both a failure and a missing response", "xu", "DEGRADED"]
  ])("%s", (_, calls, status) => {
    const company = started()
    if (calls.includes("u")) company.call("UNANSWERED")
    for (const letter of calls) company.call(outcomes[letter] ?? "FINE", "hers", { client: "one", person: "she" })
    assert.strictEqual(company.status(), status)
  })
})

describe("The failures of one client", () => {
  const [hers, his] = [
    { client: "one", person: "she" },
    { client: "one", person: "he" }
  ]
  const theirs = { client: "two", person: "they" }

  it("change nothing if they concern only one person", () => {
    const company = started()
    for (let calls = 0; calls < 20; calls++) company.call("UNANSWERED", undefined, hers)
    for (let calls = 0; calls < 20; calls++) company.call("UNANSWERED", undefined, { ...hers, client: "two" })
    assert.strictEqual(company.status(), "OPERATIONAL")
  })

  it("change nothing for a day after another client's call", () => {
    const company = started()
    const fail = () =>
      [hers, his, hers, his, hers].forEach((callContext) => company.call("UNANSWERED", undefined, callContext))
    company.call("FINE", undefined, theirs)
    company.pass(23 * 60 * 60 * seconds)
    fail()
    assert.strictEqual(company.status(), "OPERATIONAL")
    company.pass(60 * 60 * seconds)
    fail()
    assert.strictEqual(company.status(), "UNAVAILABLE")
  })

  it("do not add to the few failures of another client", () => {
    const company = started()
    for (let calls = 0; calls < 10; calls++) company.call("FINE", undefined, theirs)
    for (let calls = 0; calls < 40; calls++) company.call("UNANSWERED", undefined, calls % 2 ? hers : his)
    company.call("FAILED", undefined, { ...theirs, person: "another" })
    assert.strictEqual(company.status(), "OPERATIONAL")
    for (let calls = 0; calls < 10; calls++) company.call("UNANSWERED", undefined, theirs)
    assert.strictEqual(company.status(), "UNAVAILABLE")
  })

  it("neither prolong a pause nor block another client's trial", () => {
    const company = started()
    for (const callContext of [hers, theirs, his, theirs, hers]) company.call("UNANSWERED", undefined, callContext)
    assert.strictEqual(company.status(), "UNAVAILABLE")
    company.pass(30 * seconds)
    for (const callContext of [hers, his, hers]) company.call("FAILED", undefined, callContext)
    assert.strictEqual(company.status(), "DEGRADED")
    company.pass(60 * seconds)
    assert.isDefined(company.admit(his))
    assert.isUndefined(company.admit(hers))
    company.call("FINE", undefined, theirs)
    assert.strictEqual(company.status(), "OPERATIONAL")
  })
})

describe("A half-open breaker", () => {
  const halfOpen = () => {
    const company = started()
    for (const client of ["one", "two", "one", "two", "one"]) {
      company.call("FAILED", undefined, { client, person: client })
    }
    company.pass(30 * seconds)
    return company
  }
  const [hers, his, other] = ["she", "he", "they"].map((person) => ({ client: "one", person }))

  it("pauses a person after a failed trial, and a client after two persons' failed trials, longer each time", () => {
    const company = halfOpen()
    company.call("FAILED", undefined, hers)
    assert.isUndefined(company.admit(hers))
    company.call("FAILED", undefined, his)
    assert.isUndefined(company.admit(other))
    company.pass(59 * seconds)
    assert.isUndefined(company.admit(other))
    company.pass(1 * seconds)
    company.call("FAILED", undefined, other)
    company.pass(119 * seconds)
    assert.isUndefined(company.admit(his))
    company.call("FINE", undefined, { client: "two", person: "she" })
    assert.strictEqual(company.status(), "OPERATIONAL")
  })

  it("keeps one entry for each client's failed trials, and for a hundred clients at most", () => {
    const company = halfOpen()
    for (let round = 0; round < 300; round++) {
      company.call("FAILED", undefined, { client: `client ${round % 150}`, person: "she" })
      company.pass(2 * seconds)
    }
    const state = company.state()
    assert.isTrue(state._tag === "HalfOpen" && state.failed.length === 100)
  })
})

describe("The calls of many clients", () => {
  it("count up to two hundred, without displacing the few calls of others", () => {
    const company = started()
    const honest = { client: "honest", person: "she" }
    company.call("FAILED", undefined, honest)
    for (let calls = 0; calls < 4_000; calls++) {
      company.call("FINE", undefined, { client: `client ${calls % 40}`, person: `${calls}` })
      if (calls % 40 === 0) company.pass(1)
    }
    const state = company.state()
    assert(state._tag === "Closed")
    assert.lengthOf(state.calls, 200)
    assert.deepStrictEqual(state.calls[0]?.callContext, honest)
    company.pass(120 * seconds)
    assert.strictEqual(company.status(), "OPERATIONAL")
  })
})
