import { assert, layer as suite } from "@effect/vitest"
import type { LoginParameter } from "@sheaf/domain/Parameter"
import type { Product } from "@sheaf/domain/Product"
import { connectorContract } from "@sheaf/ports/testing"
import type { ConnectorRun } from "@sheaf/ports/testing"
import { ConnectorError, Connectors } from "@sheaf/ports"
import type { ConnectedCompany, Connector, Step } from "@sheaf/ports"
import { Effect, Layer, Option, Redacted } from "effect"
import { PdfUpload } from "../src/index.ts"
import { base64Of } from "./Fixture.ts"

/** Companies that have nothing for anybody who logs in. */
const theirs: Connector = {
  begin: () => Effect.succeed({ _tag: "Poll", status: "LOGIN", session: "theirs", afterMillis: 0 } satisfies Step),
  resume: (session) =>
    session === "theirs"
      ? Effect.succeed({ _tag: "End", status: "FAILED", session } satisfies Step)
      : Effect.fail(new ConnectorError({ reason: "BROKEN" })),
  cancel: () => Effect.void,
  document: () => Effect.fail(new ConnectorError({ reason: "BROKEN" }))
}

const company = (id: string, market: "ee" | "fr" | "se"): ConnectedCompany => {
  const identity = { company: id, companyDisplayName: id, market }
  return {
    availability: {
      ...identity,
      functional: true,
      status: "OPERATIONAL",
      loginMethods: ["EMAIL"],
      products: ["INSURANCE"],
      updatedAt: "2026-04-01T00:00:00Z"
    },
    supported: {
      ...identity,
      insurance: [{ insuranceType: "vehicleInsurance", insuranceSubTypes: ["car"] }],
      wealth: []
    },
    connector: theirs
  }
}

const companies = [company("ee-rannakindlustus", "ee"), company("fr-rivage", "fr"), company("se-nordhem", "se")]

const others = Layer.succeed(Connectors, {
  all: Effect.succeed(companies),
  find: (id) =>
    Effect.succeed(Option.fromUndefinedOr(companies.find(({ availability }) => availability.company === id)))
})

const adapter = PdfUpload.besides(others)

const upload = (
  id: string,
  file: string,
  { insuranceType, products = ["INSURANCE"] }: { insuranceType?: string; products?: ReadonlyArray<Product> } = {}
): ConnectorRun => {
  const content = base64Of(file)
  const fileName = `${file}.pdf`
  const login: LoginParameter = {
    type: "PDF_DOCUMENT",
    fileName,
    content,
    ...(insuranceType !== undefined && { insuranceType })
  }
  return { name: fileName, order: { company: id, products, loginMethod: "PDF_UPLOAD", login: Redacted.make(login) } }
}

const estonian = upload("ee-rannakindlustus", "ee-motor-policy")
const wealthOnly = upload("fr-rivage", "fr-home-policy", { products: ["WEALTH"] })
const contradictory = upload("ee-rannakindlustus", "ee-motor-policy-ends-first")
const unknown = upload("fr-rivage", "unknown-letter")
const notAboutADog = upload("ee-rannakindlustus", "ee-motor-policy", { insuranceType: "dog" })

connectorContract("uploads", adapter, [estonian, wealthOnly, contradictory])

const collect = Effect.fnUntraced(function* ({ order }: ConnectorRun) {
  const { connector } = Option.getOrThrow(yield* (yield* Connectors).find(order.company))
  const first = yield* connector.begin(order, "a-collection/0")
  return { first, end: yield* connector.resume(first.session, { _tag: "Tick" }, "a-collection/1") }
})

suite(adapter)("an upload", (it) => {
  it.effect("shows COLLECTING, and ends with the insurance that the document is about", () =>
    Effect.gen(function* () {
      const { end, first } = yield* collect(estonian)
      assert.strictEqual(first.status, "COLLECTING")
      assert.strictEqual(end.status, "COMPLETED")
      const insurances = end._tag === "End" ? (end.collected?.insurance ?? []) : []
      assert.deepStrictEqual(
        insurances.map(({ insurance }) => insurance.insuranceNumber),
        ["RK-2026-0048153"]
      )
    })
  )

  it.effect.each([
    [contradictory, "FAILED_PDF_PARSE", "PDF_NOT_READABLE"],
    [unknown, "FAILED_PDF_USER_INPUT", "PDF_NOT_SUPPORTED"],
    [notAboutADog, "FAILED_PDF_USER_INPUT", "PDF_NOT_SUPPORTED"],
    [wealthOnly, "COMPLETED_EMPTY", undefined]
  ] as const)("ends as its document says, with the reason", ([run, status, code]) =>
    Effect.gen(function* () {
      const { end } = yield* collect(run)
      assert.strictEqual(end.status, status)
      assert.strictEqual(end._tag === "End" ? end.reason?.code : undefined, code)
    })
  )

  it.effect("keeps nothing of the file from then on", () =>
    Effect.gen(function* () {
      const { first } = yield* collect(contradictory)
      assert.notInclude(first.session, base64Of("ee-motor-policy-ends-first").slice(0, 100))
      assert.notInclude(first.session, "Toomas")
    })
  )
})

suite(adapter)("companies with uploads beside them", (it) => {
  it.effect("take uploads where there is a layout of theirs, beside what they took before", () =>
    Effect.gen(function* () {
      const all = yield* (yield* Connectors).all
      assert.deepStrictEqual(
        all.map(({ availability }) => availability.loginMethods),
        [["EMAIL", "PDF_UPLOAD"], ["EMAIL", "PDF_UPLOAD"], ["EMAIL"]]
      )
    })
  )

  it.effect("answer everything else as before", () =>
    Effect.gen(function* () {
      const login = Redacted.make({ type: "EMAIL", email: "maja@example.com" } as const)
      const order = { company: "fr-rivage", products: ["INSURANCE"], loginMethod: "EMAIL", login } as const
      const { end, first } = yield* collect({ name: "by e-mail", order })
      assert.strictEqual(first.session, "theirs")
      assert.strictEqual(end.status, "FAILED")
    })
  )

  it.effect("stand as they do whenever they are asked for", () =>
    Effect.gen(function* () {
      const before = company("fr-rivage", "fr")
      let current = before
      const connectors = yield* Effect.provide(
        Connectors,
        PdfUpload.besides(
          Layer.succeed(Connectors, {
            all: Effect.sync(() => [current]),
            find: () => Effect.sync(() => Option.some(current))
          })
        )
      )
      const shown = Effect.gen(function* () {
        const [listed] = yield* connectors.all
        const found = Option.getOrThrow(yield* connectors.find("fr-rivage"))
        assert.strictEqual(listed, found)
        return [found.availability.status, found.availability.loginMethods]
      })
      assert.deepStrictEqual(yield* shown, ["OPERATIONAL", ["EMAIL", "PDF_UPLOAD"]])
      current = { ...before, availability: { ...before.availability, functional: false, status: "UNAVAILABLE" } }
      assert.deepStrictEqual(yield* shown, ["UNAVAILABLE", ["EMAIL", "PDF_UPLOAD"]])
    })
  )
})
