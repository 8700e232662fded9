import { assert, describe, it } from "@effect/vitest"
import { check } from "@sheaf/domain/StartCollection"
import { Scenarios } from "@sheaf/ports"
import { scenariosContract } from "@sheaf/ports/testing"
import { Effect, Layer, Result } from "effect"
import { Buffer } from "node:buffer"
import { Reader, UploadScenarios, Verdict } from "../src/index.ts"
import { askedOf } from "./Fixture.ts"

const minute = 60_000

describe.each(UploadScenarios.catalogue())("the scenario $scenario", (scenario) => {
  it("can be started", () => {
    const start = { company: scenario.company, loginMethod: "PDF_UPLOAD", parameters: scenario.parameters } as const
    assert.isTrue(Result.isSuccess(check(start, "2026-04-01")))
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

const others = { all: [], consents: [] }

scenariosContract("uploads", UploadScenarios.layer.pipe(Layer.provide(Layer.succeed(Scenarios, others))))
