/** The person who authenticated is the one to collect for: the four rules of spec 3.2, whatever a connector makes of them. */
import { assert, describe, it } from "@effect/vitest"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import { Collections, CollectionStore } from "@sheaf/ports"
import type { AuthenticatedNumbers, Step } from "@sheaf/ports"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import * as World from "./World.ts"

const pension: WealthRecord = {
  type: "OCCUPATIONAL_PENSION",
  id: "1",
  company: "se-nordhem",
  companyDisplayName: "Nordhem"
}

const requested = "198112189876"
const other = "199001012385"

const byElectronicId: StartCollection = {
  company: "se-nordhem",
  loginMethod: "SWEDISH_MOBILE_EID_SAME_DEVICE",
  parameters: [{ type: "SWEDISH_EID", personalNumber: requested }]
}

const known =
  (step: (session: string) => Step, authenticated: AuthenticatedNumbers) =>
  (session: string): Step => ({ ...step(session), authenticated })

const signing = World.poll("WAITING_FOR_USER_ACTION")
const collecting = World.poll("COLLECTING")
const completed = World.end("COMPLETED", World.nothing)
const withData = World.end("COMPLETED", { ...World.nothing, wealth: [pension] })

const run = (status: Step["status"], ...steps: ReadonlyArray<(session: string) => Step>) => {
  const cancelled: Array<string> = []
  return Effect.gen(function* () {
    yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00Z"))
    const collections = yield* Collections
    const { body } = yield* collections.start(World.caller, byElectronicId)
    const { extraInformation } = yield* World.until(body.id, status)
    assert.strictEqual(
      extraInformation?.FAILURE_REASON?.code,
      status === "AUTHENTICATION_MISMATCH" ? "AUTHENTICATION_MISMATCH" : undefined
    )
    assert.notInclude(JSON.stringify(extraInformation ?? {}), other)
    const store = yield* CollectionStore
    assert.isFalse(Option.exists(yield* store.wealthData(body.id), (records) => records.length > 0))
    yield* World.turns(20)
    return cancelled
  }).pipe(Effect.provide(World.layer(World.steps(World.poll("LOGIN"), ...steps), cancelled)))
}

describe("a personal number that the electronic ID tells", () => {
  it.effect("is verified there: another one ends the collection", () =>
    Effect.gen(function* () {
      const cancelled = yield* run("AUTHENTICATION_MISMATCH", signing, known(collecting, { fromElectronicId: other }))
      assert.lengthOf(cancelled, 1, "the company learns that nobody goes on")
    })
  )

  it.effect("is not overruled by the company, at once or later", () =>
    run(
      "COMPLETED_EMPTY",
      signing,
      known(collecting, { fromElectronicId: requested, fromCompany: other }),
      known(completed, { fromCompany: other })
    )
  )
})

describe("a personal number that only the company tells", () => {
  it.effect("is compared: another one ends the collection", () =>
    run("AUTHENTICATION_MISMATCH", known(collecting, { fromCompany: other }))
  )

  it.effect("is compared also when it comes with the data, of which then none is kept", () =>
    run("AUTHENTICATION_MISMATCH", collecting, known(withData, { fromCompany: "19900101-2385" }))
  )

  it.effect("lets the collection go on when it is the same, in whatever form", () =>
    run("COMPLETED_EMPTY", known(collecting, { fromCompany: "811218-9876" }), completed)
  )
})

describe("a personal number that comes from the client's own device", () => {
  it.effect("ends the collection when it is another", () =>
    run("AUTHENTICATION_MISMATCH", signing, known(collecting, { fromDevice: other }))
  )

  it.effect("proves nothing: the company's is compared all the same", () =>
    run(
      "AUTHENTICATION_MISMATCH",
      signing,
      known(collecting, { fromDevice: requested }),
      known(withData, { fromCompany: other })
    )
  )

  it.effect("lets the collection go on when nobody says otherwise", () =>
    run("COMPLETED_EMPTY", signing, known(collecting, { fromDevice: requested }), completed)
  )
})

describe("where nobody tells a personal number", () => {
  it.effect("nothing can be verified, and the collection goes on", () =>
    run("COMPLETED_EMPTY", signing, collecting, completed)
  )

  it.effect("a masked one tells nothing either", () =>
    run("COMPLETED_EMPTY", known(collecting, { fromCompany: "811218-XXXX" }), completed)
  )
})
