/** Tests collections from uploads, and which companies accept uploads. */
import { assert, layer as suite } from "@effect/vitest"
import type { LoginParameter } from "@sheaf/domain/Parameter"
import type { Product } from "@sheaf/domain/Product"
import { testsOf, connectorContract } from "@sheaf/ports/testing"
import type { ConnectorRun } from "@sheaf/ports/testing"
import { Connectors } from "@sheaf/ports"
import { Effect, Option, Redacted } from "effect"
import { PdfUpload } from "../src/index.ts"
import { company, connectorsOf } from "./Companies.ts"
import { directReader } from "./DirectReader.ts"
import { base64Of } from "./Fixture.ts"

const companies = [company("ee-rannakindlustus", "ee"), company("fr-rivage", "fr"), company("se-nordhem", "se")]

const adapter = PdfUpload.withPdfUpload(
  connectorsOf(() => companies),
  directReader
)

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
const notAboutADog = upload("ee-rannakindlustus", "ee-motor-policy", { insuranceType: "dog" })

connectorContract("uploads of PDF files", adapter, [estonian, wealthOnly, contradictory])

const collect = Effect.fnUntraced(function* ({ order }: ConnectorRun) {
  const { connector } = Option.getOrThrow(yield* (yield* Connectors).find(order.company))
  const first = yield* connector.begin(order, "a-collection/0")
  return { first, end: yield* connector.resume(first.session, { _tag: "Tick" }, "a-collection/1") }
})

suite(adapter)("an upload", (it) => {
  const test = testsOf(it, Effect.void)

  test("shows COLLECTING and ends with the insurance in the document", function* () {
    const { end, first } = yield* collect(estonian)
    assert.strictEqual(first.status, "COLLECTING")
    assert.strictEqual(end.status, "COMPLETED")
    const insurances = end._tag === "End" ? (end.collected?.insurance ?? []) : []
    assert.deepStrictEqual(
      insurances.map(({ insurance }) => insurance.insuranceNumber),
      ["RK-2026-0048153"]
    )
  })

  test.each([
    [contradictory, "FAILED_PDF_PARSE", "PDF_CONTRADICTORY"],
    [notAboutADog, "FAILED_PDF_USER_INPUT", "PDF_NOT_SUPPORTED"],
    [wealthOnly, "COMPLETED_EMPTY", undefined]
  ] as const)("ends with the status and the reason of its document", function* (_, [run, status, code]) {
    const { end } = yield* collect(run)
    assert.strictEqual(end.status, status)
    assert.strictEqual(end._tag === "End" ? end.reason?.code : undefined, code)
  })

  test("keeps no part of the file in its session", function* () {
    const { first } = yield* collect(contradictory)
    assert.notInclude(first.session, base64Of("ee-motor-policy-ends-first").slice(0, 100))
    assert.notInclude(first.session, "Toomas")
  })
})

suite(adapter)("companies with uploads", (it) => {
  const test = testsOf(it, Effect.void)

  test("accept uploads if they have a layout, and their other login methods as before", function* () {
    const all = yield* (yield* Connectors).all
    assert.deepStrictEqual(
      all.map(({ availability }) => availability.loginMethods),
      [["EMAIL", "PDF_UPLOAD"], ["EMAIL", "PDF_UPLOAD"], ["EMAIL"]]
    )
  })

  test("pass all other collections to their own connector", function* () {
    const login = Redacted.make({ type: "EMAIL", email: "maja@example.com" } as const)
    const order = { company: "fr-rivage", products: ["INSURANCE"], loginMethod: "EMAIL", login } as const
    const { end, first } = yield* collect({ name: "by e-mail", order })
    assert.strictEqual(first.session, "theirs")
    assert.strictEqual(end.status, "FAILED")
  })

  test("show their current availability", function* () {
    const before = company("fr-rivage", "fr")
    let current = before
    const connectors = yield* Effect.provide(
      Connectors,
      PdfUpload.withPdfUpload(
        connectorsOf(() => [current]),
        directReader
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
})
