/** The circuit breaker of a company, and the company's status (decisions 1; ADR 0014). */
import { assert, describe, it } from "@effect/vitest"
import type { CompanyStatus } from "@sheaf/domain/Company"
import type { Asker } from "@sheaf/ports"
import { Schema } from "effect"
import * as CircuitBreaker from "../../src/outbound/companies/CircuitBreaker.ts"
import type { CallOutcome } from "../../src/outbound/companies/CircuitBreaker.ts"

const seconds = 1000

/** A breaker with a test clock. Each test decides how its calls end. */
const started = () => {
  let now = 1_000_000
  let keys = 0
  let breaker = CircuitBreaker.make(now)
  const admit = (asker: Asker = { client: "one", person: `person ${keys}` }) => {
    const [next, permit] = CircuitBreaker.admit(breaker, asker, now)
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
    call: (outcome: CallOutcome, key?: string, asker?: Asker) => {
      const permit = admit(asker)
      if (permit !== undefined) end(permit, outcome, key)
    },
    pass: (millis: number) => void (now += millis),
    status: () => CircuitBreaker.at(breaker, now).standing.status,
    state: () => breaker.state
  }
}

const outcomes: Readonly<Record<string, CallOutcome>> = { f: "FINE", x: "FAILED", u: "UNANSWERED" }

/** Makes one client's calls for different people, one after the other. */
const after = (letters: string) => {
  const company = started()
  for (const letter of letters) company.call(outcomes[letter] ?? "FINE")
  return company
}

describe("A company", () => {
  // DEGRADED if at least two calls and a quarter of all calls have failed. UNAVAILABLE if at least five calls and half
  // of all calls have failed.
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
    // A second person's failure confirms the first person's failure.
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
    const fail = () => [hers, his, hers, his, hers].forEach((asker) => company.call("UNANSWERED", undefined, asker))
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
    for (const asker of [hers, theirs, his, theirs, hers]) company.call("UNANSWERED", undefined, asker)
    assert.strictEqual(company.status(), "UNAVAILABLE")
    company.pass(30 * seconds)
    for (const asker of [hers, his, hers]) company.call("FAILED", undefined, asker)
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
    assert.deepStrictEqual(state.calls[0]?.asker, honest)
    company.pass(120 * seconds)
    assert.strictEqual(company.status(), "OPERATIONAL")
  })
})

/** A second, slow implementation of the rules. It keeps all calls and advances time second by second. */
class Model {
  now = 0
  mode: "CLOSED" | "OPEN" | "HALF_OPEN" = "CLOSED"
  history: Array<{ key: string; asker: Asker; outcome: CallOutcome; at: number }> = []
  clients = new Set<string>()
  round = 0
  until = 0
  pause = 0
  trials = new Map<number, Asker>()
  failedTrials: Array<Asker & { pause: number; until: number }> = []
  shown: CompanyStatus = "OPERATIONAL"
  since = 0

  /** The calls that count: the last twenty of each client, from the last two minutes. */
  counted() {
    const last = this.history.filter(
      ({ key, outcome }, index) =>
        outcome === "UNANSWERED" ||
        !this.history.slice(index + 1).some((later) => later.key === key && later.outcome !== "UNANSWERED")
    )
    const recent = [...this.clients].flatMap((client) => last.filter(({ asker }) => asker.client === client).slice(-20))
    return recent.filter(({ at }) => this.now - at < 120)
  }

  isWidespread(failed: ReadonlyArray<Asker>): boolean {
    const clients = new Set(failed.map(({ client }) => client))
    const persons = new Set(failed.map(({ person }) => person))
    return persons.size > 1 && (clients.size > 1 || this.clients.size === 1)
  }

  isEvident(least: number, share: number): boolean {
    const all = this.counted()
    const failed = all.filter(({ outcome }) => outcome !== "FINE").map(({ asker }) => asker)
    const isEnough = (left: ReadonlyArray<{ outcome: CallOutcome }>) =>
      left.filter(({ outcome }) => outcome !== "FINE").length * share >= left.length
    return (
      failed.length >= least &&
      isEnough(all) &&
      this.isWidespread(failed) &&
      (this.clients.size === 1 ||
        [...this.clients].every((client) => isEnough(all.filter(({ asker }) => asker.client !== client))))
    )
  }

  look(): void {
    const closed = this.isEvident(2, 4) ? "DEGRADED" : "OPERATIONAL"
    const status = { CLOSED: closed, OPEN: "UNAVAILABLE", HALF_OPEN: "DEGRADED" } as const
    if (status[this.mode] === this.shown) return
    this.shown = status[this.mode]
    this.since = this.now
  }

  second(): void {
    this.now++
    if (this.mode === "OPEN" && this.now >= this.until) {
      this.mode = "HALF_OPEN"
      this.failedTrials = []
    }
    this.look()
  }

  start(id: number, asker: Asker): boolean {
    this.clients.add(asker.client)
    this.look()
    if (this.mode === "OPEN" || [...this.trials.values()].some(({ client }) => client === asker.client)) return false
    const own = this.failedTrials.filter(({ client }) => client === asker.client)
    const persons = new Set(own.map(({ person }) => person))
    const isPaused = (own.at(-1)?.until ?? 0) > this.now && (persons.size > 1 || persons.has(asker.person))
    if (this.mode === "HALF_OPEN" && isPaused) return false
    if (this.mode === "HALF_OPEN") this.trials.set(id, asker)
    return true
  }

  open(pause: number): void {
    this.mode = "OPEN"
    this.pause = pause
    this.until = this.now + pause
    this.history = []
    this.trials.clear()
    this.round++
  }

  end(id: number, round: number, asker: Asker, key: string, outcome: CallOutcome | "GIVEN_UP"): void {
    const isTrial = this.trials.delete(id)
    if (outcome === "GIVEN_UP" || round !== this.round) return
    if (isTrial && this.mode === "HALF_OPEN") {
      if (outcome === "FINE") {
        this.mode = "CLOSED"
        this.trials.clear()
      } else if (this.isWidespread([...this.failedTrials, asker])) this.open(Math.min(this.pause * 2, 300))
      else {
        const previous = this.failedTrials.findLast(({ client }) => client === asker.client)
        const pause = previous === undefined ? this.pause : Math.min(previous.pause * 2, 300)
        this.failedTrials.push({ ...asker, pause, until: this.now + pause })
      }
    } else if (this.mode === "CLOSED") {
      this.history.push({ key, asker, outcome, at: this.now })
      if (outcome !== "FINE" && this.isEvident(5, 2)) this.open(30)
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
  it.prop("admits the same calls and shows the same status as the model", [Story], ([story]) => {
    const model = new Model()
    let breaker = CircuitBreaker.make(0)
    const open: Array<{ id: number; round: number; asker: Asker; key: string; permit: CircuitBreaker.Permit }> = []
    let ids = 0

    const start = (key: string) => {
      const id = ids++
      const asker = { client: "acegi".includes(key.charAt(0)) ? "one" : "two", person: key }
      const [next, permit] = CircuitBreaker.admit(breaker, asker, model.now * seconds)
      breaker = next
      assert.strictEqual(permit !== undefined, model.start(id, asker))
      if (permit !== undefined) open.push({ id, round: model.round, asker, key, permit })
    }
    const end = (index: number, outcome: CallOutcome | "GIVEN_UP") => {
      const [call] = open.splice(index, 1)
      if (call === undefined) return
      model.end(call.id, call.round, call.asker, call.key, outcome)
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
        start(event.key === "OWN" ? `${ids % 2 === 0 ? "a" : "b"}, own ${ids}` : event.key)
        end(before, event.outcome)
      }
      const { since, status } = CircuitBreaker.at(breaker, model.now * seconds).standing
      assert.deepStrictEqual([status, since], [model.shown, model.since * seconds])
    }
  })
})
