/** What is so in 2025-01-01 only (spec 2.2, 2.8, 3.1, 4; decisions 3). */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Client from "./Client.ts"
import { ids, seen } from "./World.ts"

const send = Client.sendIn("2025-01-01")

const post = (path: string, body: unknown) => send(path, { method: "POST", body: JSON.stringify(body) })

const input = { USERNAME: "maja", PASSWORD: "a-password" }
const start = { company: "se-nordhem", loginMethod: "USERNAME_AND_PASSWORD", input }

layer(Client.layer)("A start in 2025-01-01", (it) => {
  for (const [path, product] of [
    ["/insurance/collection", "INSURANCE"],
    ["/wealth/collection", "WEALTH"]
  ] as const) {
    it.effect(`at ${path} collects ${product} alone`, () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* post(path, start)).status, 200)
        assert.strictEqual(seen.start?.product, product)
      })
    )
  }

  it.effect("is answered with the brief status object, and names no other place", () =>
    Effect.gen(function* () {
      const answer = yield* post("/wealth/collection", start)
      assert.deepStrictEqual<unknown>(answer.json, {
        id: ids.running,
        company: "se-nordhem",
        status: "RUNNING",
        pollingInterval: 2000
      })
      assert.isUndefined(answer.header("location"))
    })
  )

  it.effect("at a company that does not offer the product is refused with its name", () =>
    Effect.gen(function* () {
      const lumiere = { ...start, company: "fr-lumiere" }
      const { problem } = yield* post("/insurance/collection", lumiere)
      assert.strictEqual(problem.status, 400)
      assert.strictEqual(problem.code, "PRODUCT_NOT_SUPPORTED")
      assert.include(problem.detail, "INSURANCE")
      assert.strictEqual((yield* post("/wealth/collection", lumiere)).status, 200)
    })
  )

  it.effect("says in a map what the newest version says in typed parameters", () =>
    Effect.gen(function* () {
      const body = {
        company: "se-nordhem",
        loginMethod: "EMAIL",
        input: { USERNAME: "maja@example.com", ACCOUNT_OWNER_NAME: "Maja Lind", EXTERNAL_REFERENCE: "order 7" },
        filter: { productTypes: ["ISK"] }
      }
      assert.strictEqual((yield* post("/wealth/collection", body)).status, 200)
      assert.deepStrictEqual<unknown>(seen.start?.request, {
        company: "se-nordhem",
        loginMethod: "EMAIL",
        parameters: [
          { type: "EMAIL", email: "maja@example.com" },
          { type: "ACCOUNT_OWNER_NAME", name: "Maja Lind" },
          { type: "SESSION_METADATA", attributes: { EXTERNAL_REFERENCE: "order 7" } },
          { type: "COLLECTION_FILTER", productTypes: ["ISK"] }
        ]
      })
    })
  )
})

layer(Client.layer)("The status in 2025-01-01", (it) => {
  const statusOf = (id: string) => Effect.map(send(`/wealth/collection/${id}/status`), ({ json }) => json)

  it.effect("tells no more than it did", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual<unknown>(yield* statusOf(ids.waiting), {
        id: ids.waiting,
        company: "se-nordhem",
        status: "TWO_FACTOR_PENDING",
        pollingInterval: 2000,
        extraInformation: {
          TWO_FACTOR_AUTHENTICATION_INSTRUCTION: {
            authenticationInstruction: "Enter the code.",
            responseType: "NUMBER_CODE"
          }
        }
      })
    })
  )

  for (const [name, id, status] of [
    ["an authentication error", ids.authenticationError, "FAILED"],
    ["a login method that does not fit, in Estonia", ids.notApplicableInEstonia, "REJECTED_INCORRECT_LOGIN_METHOD"],
    ["a login method that does not fit, in Sweden", ids.notApplicable, "FAILED"]
  ] as const) {
    it.effect(`of ${name} is ${status}`, () =>
      Effect.gen(function* () {
        assert.containsSubset(yield* statusOf(id), { id, status })
      })
    )

    it.effect(`of ${name} is ${status} in refusals too`, () =>
      Effect.gen(function* () {
        const code = { type: "TWO_FACTOR_CODE", value: "123456" }
        const answers = [
          yield* send(`/wealth/collection/${id}/data`),
          yield* post(`/wealth/collection/${id}/supplement-info`, code),
          yield* send(`/sandbox/collections/${id}/expire`, { method: "POST" })
        ]
        for (const { problem } of answers) {
          assert.strictEqual(problem.status, 409)
          assert.match(problem.detail, new RegExp(`in status ${status}[ ,]`))
        }
      })
    )
  }
})

layer(Client.layer)("A collection in 2025-01-01", (it) => {
  const found = (path: string) => Effect.map(send(path), ({ status }) => status)

  it.effect("is found under the paths of the products that it covers; accounts are wealth", () =>
    Effect.gen(function* () {
      for (const [id, underInsurance, underWealth] of [
        [ids.completed, 200, 200],
        [ids.insuranceOnly, 200, 404],
        [ids.accountsOnly, 404, 200]
      ] as const) {
        assert.strictEqual(yield* found(`/insurance/collection/${id}/status`), underInsurance)
        assert.strictEqual(yield* found(`/wealth/collection/${id}/status`), underWealth)
      }
    })
  )

  it.effect("takes no input under a path where it is not found", () =>
    Effect.gen(function* () {
      const contactForm = { email: "maja@example.com", phoneNumber: "46701740605" }
      const path = `/wealth/collection/${ids.insuranceOnly}`
      assert.strictEqual((yield* post(`${path}/add-contact-form-input`, contactForm)).problem.code, "NOT_FOUND")
      const code = { type: "TWO_FACTOR_CODE", value: "123456" }
      assert.strictEqual((yield* post(`${path}/supplement-info`, code)).problem.code, "NOT_FOUND")
    })
  )
})

layer(Client.layer)("Input in 2025-01-01", (it) => {
  const contactForm = `/wealth/collection/${ids.contactForm}/add-contact-form-input`

  it.effect("is accepted without a word", () =>
    Effect.gen(function* () {
      const code = { type: "TWO_FACTOR_CODE", value: "123456" }
      const answer = yield* post(`/insurance/collection/${ids.waiting}/supplement-info`, code)
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.bytes.length, 0)
      assert.isUndefined(answer.header("content-type"))
    })
  )

  it.effect("for a contact form has a route of its own, and means the same", () =>
    Effect.gen(function* () {
      const answer = yield* post(contactForm, { email: "maja@example.com", phoneNumber: "46701740605" })
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.bytes.length, 0)
      assert.deepStrictEqual<unknown>(seen.input, {
        type: "COLLECTION_INPUT",
        inputs: { EMAIL: "maja@example.com", MOBILE_PHONE_NUMBER: "46701740605" }
      })
    })
  )
})

layer(Client.layer)("Wealth data in 2025-01-01", (it) => {
  it.effect("has fees that are always there, and no ownership", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual<unknown>((yield* send(`/wealth/collection/${ids.completed}/data`)).json, [
        {
          id: "w-1",
          company: "se-nordhem",
          companyDisplayName: "Nordhem",
          type: "OCCUPATIONAL_PENSION",
          fees: { feesCollected: false }
        },
        {
          id: "w-2",
          company: "fr-lumiere",
          companyDisplayName: "Lumière",
          type: "PEA",
          fees: { feesCollected: true, feeVariable: 0.0065, feesPreviousYear: { amount: 51.2, currency: "EUR" } },
          accountInformation: { availableBalance: { amount: 820.4, currency: "EUR" } }
        }
      ])
    })
  )
})
