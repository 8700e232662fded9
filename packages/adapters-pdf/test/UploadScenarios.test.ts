import { assert, describe, it } from "@effect/vitest"
import { canTransition } from "@sheaf/domain/CollectionStatus"
import { Scenario } from "@sheaf/domain/Scenario"
import { check } from "@sheaf/domain/StartCollection"
import { Scenarios } from "@sheaf/ports"
import { Effect, Layer, Schema } from "effect"
import { Buffer } from "node:buffer"
import { Reader, UploadScenarios, Verdict } from "../src/index.ts"
import { askedOf } from "./Fixture.ts"

const minute = 60_000

describe.each(UploadScenarios.catalogue())("the scenario $scenario", (scenario) => {
  it("is one that a client can be sent, and start", () => {
    assert.deepStrictEqual(Schema.decodeUnknownSync(Scenario)(JSON.parse(JSON.stringify(scenario))), scenario)
    const start = { company: scenario.company, loginMethod: "PDF_UPLOAD", parameters: scenario.parameters } as const
    assert.property(check(start, "2026-04-01"), "login")
  })

  it("goes where a collection may go", () => {
    for (const [index, status] of scenario.visits.slice(1).entries()) {
      assert.isTrue(canTransition(scenario.visits[index] ?? "RUNNING", status))
    }
  })

  it.live("ends as it says", () =>
    Effect.gen(function* () {
      const reader = Reader.make({ ...Reader.defaults, millis: minute })
      for (const parameter of scenario.parameters) {
        if (parameter.type !== "PDF_DOCUMENT") continue
        const bytes = Buffer.from(parameter.content, "base64")
        const outcome = yield* reader.read(askedOf(bytes, scenario.company))
        assert.strictEqual(Verdict.of(outcome, parameter.insuranceType).type, scenario.finalStatus)
      }
    })
  )
})

describe("the scenarios of uploads", () => {
  it.effect("come beside the others", () =>
    Effect.gen(function* () {
      const { all } = yield* Scenarios
      assert.deepStrictEqual(all, UploadScenarios.catalogue())
    }).pipe(
      Effect.provide(UploadScenarios.layer.pipe(Layer.provide(Layer.succeed(Scenarios, { all: [], consents: [] }))))
    )
  )
})
