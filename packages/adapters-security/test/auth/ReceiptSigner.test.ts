/** Tests that receipts are signed, and that their keys stay available for years (spec 18). */
import { assert, describe, it } from "@effect/vitest"
import { ReceiptSigner, SigningKeyStore } from "@sheaf/ports"
import type { ReceiptContent } from "@sheaf/domain/Receipt"
import { Effect, Exit } from "effect"
import type { Layer } from "effect"
import { TestClock } from "effect/testing"
import { ReceiptSignerLive } from "../../src/index.ts"
import * as TokenFixtures from "./TokenFixtures.ts"

const day = 86_400_000
const year = 365 * day

const content: ReceiptContent = {
  sub: TokenFixtures.userId,
  client: { id: "brask", name: "Brask" },
  company: { id: "se-fjallbanken", name: "Fjällbanken" },
  permission: {
    type: "CONSENT",
    id: "consent-1",
    status: "AUTHORIZED",
    kinds: ["PSD2_AIS"],
    from: "2026-04-01T08:00:00.000Z",
    monitors: []
  },
  purpose: "Brask may read your bank accounts.",
  ending: "Ask Brask."
}

const keyIdOf = (receipt: string): string => {
  const [header = ""] = receipt.split(".")
  const { kid }: { readonly kid: string } = JSON.parse(Buffer.from(header, "base64url").toString())
  return kid
}

type Services = Layer.Success<ReturnType<typeof TokenFixtures.layer>> | ReceiptSigner

const test = (name: string, body: () => Generator<Effect.Effect<unknown, unknown, Services>, void, never>) =>
  it.effect(name, () =>
    Effect.gen(body).pipe(Effect.provide(ReceiptSignerLive.layer), Effect.provide(TokenFixtures.layer()))
  )

const publishedIds = Effect.gen(function* () {
  return (yield* (yield* ReceiptSigner).publicKeys).map(({ kid }) => kid)
})

describe("receipts", () => {
  test("are signed for a year with a key that stays published for as long as they can be checked", function* () {
    const signer = yield* ReceiptSigner
    const first = keyIdOf(yield* signer.sign(content))
    yield* TestClock.adjust(year - day)
    assert.strictEqual(keyIdOf(yield* signer.sign(content)), first)
    yield* TestClock.adjust(day)
    // A new key must be published by all processes before any of them signs with it.
    assert.lengthOf(yield* publishedIds, 2)
    yield* TestClock.adjust(day)
    const second = keyIdOf(yield* signer.sign(content))
    assert.notStrictEqual(second, first)
    for (let left = 4; left > 0; left--) {
      yield* TestClock.adjust(year)
      assert.include(yield* publishedIds, first)
    }
    yield* TestClock.adjust(year + day)
    const left = yield* publishedIds
    assert.notInclude(left, first)
    assert.include(left, second)
  })

  test("have keys of their own, and none of them is private in the published set", function* () {
    const signer = yield* ReceiptSigner
    const receipt = yield* signer.sign(content)
    const user = yield* TokenFixtures.addUser(TokenFixtures.userId)
    const { token } = yield* TokenFixtures.issue(user)
    assert.notStrictEqual(keyIdOf(receipt), keyIdOf(token))
    assert.strictEqual(yield* TokenFixtures.reason(receipt), "MALFORMED")
    for (const key of yield* signer.publicKeys) assert.notProperty(key, "d")
    const store = yield* SigningKeyStore
    assert.deepStrictEqual(
      (yield* store.all("RECEIPT")).map(({ keyId }) => keyId),
      [keyIdOf(receipt)]
    )
  })

  test("never have another member", function* () {
    const signer = yield* ReceiptSigner
    const permission = { ...content.permission, balance: 100 }
    const exit = yield* Effect.exit(signer.sign({ ...content, permission }))
    assert.isTrue(Exit.isFailure(exit))
  })
})
