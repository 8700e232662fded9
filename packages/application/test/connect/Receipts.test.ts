/**
 * Receipts say who may read what, for how long, for what purpose, and how to end it. They contain no collected value
 * (spec 18).
 */
import { assert, describe } from "@effect/vitest"
import { ReceiptClaims, receiptType } from "@sheaf/domain/Receipt"
import type { ConnectLocale } from "@sheaf/domain/ConnectSession"
import { Collections, Consents, Monitors } from "@sheaf/ports"
import type { PublicJwk } from "@sheaf/ports"
import { Clock, Effect, Schema, Struct } from "effect"
import { createPublicKey, verify } from "node:crypto"
import * as Company from "../collections/ScriptedCompany.ts"
import * as World from "../collections/World.ts"
import { account } from "../consents/BankAccounts.ts"
import * as Consent from "../consents/ConsentWorld.ts"
import * as Monitor from "../monitors/MonitorWorld.ts"
import { policyOf, renewing } from "../monitors/RenewableCompany.ts"
import * as PageVisit from "./PageVisit.ts"

/** No receipt may contain any of these values. */
const secret = {
  ...account("SE4550000000058398257466"),
  accountName: "Household",
  ownerName: "Maja Lind",
  bookedBalance: { amount: 7654321.98, currency: "SEK" }
}

const test = Consent.testWith({ bank: { given: [secret] } })

const decodeHeader = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Struct({ alg: Schema.String, typ: Schema.String, kid: Schema.String })),
  { onExcessProperty: "error" }
)

/** A member that the schema does not name is an error. */
const decodeClaims = Schema.decodeUnknownSync(Schema.fromJsonString(ReceiptClaims), { onExcessProperty: "error" })

const textOf = (part: string): string => Buffer.from(part, "base64url").toString()

const check = (receipt: string, keys: ReadonlyArray<PublicJwk>) => {
  const [head = "", body = "", signature = ""] = receipt.split(".")
  const { alg, kid, typ } = decodeHeader(textOf(head))
  assert.deepStrictEqual({ alg, typ }, { alg: "ES256", typ: receiptType })
  const jwk = keys.find((key) => key["kid"] === kid) ?? assert.fail("the key is not published")
  const key = { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" } as const
  assert.isTrue(verify("sha256", Buffer.from(`${head}.${body}`), key, Buffer.from(signature, "base64url")))
  return decodeClaims(textOf(body))
}

const given = Effect.fnUntraced(function* (bank: Consent.ExternalServices["bank"]) {
  const connect = yield* PageVisit.makeConnect
  const { consentId, user } = yield* Consent.createAuthorized(bank)
  const monitorId = yield* Monitor.created(user, consentId)
  const page = yield* PageVisit.opened(connect, user, { purpose: "PERMISSIONS" })
  const [collection] = (yield* connect.pages.permissions(yield* page.visitor)).permissions.flatMap(
    ({ collectionId = [] }) => collectionId
  )
  return { connect, page, user, consentId, monitorId, collectionId: collection ?? assert.fail("no collection") }
})

describe("a receipt", () => {
  test("for a consent, a monitor and a collection has a closed shape, a signature, and no collected value", function* ({
    bank
  }) {
    const { collectionId, connect, consentId, monitorId, page, user } = yield* given(bank)
    const claimsOf = Effect.fnUntraced(function* (type: "COLLECTION" | "CONSENT" | "MONITOR", id: string) {
      const { receipt } = yield* connect.pages.receipt(yield* page.visitor, type, id, "en")
      const claims = check(receipt, yield* connect.signer.publicKeys)
      for (const value of ["SE4550000000058398257466", "Household", "Maja Lind", "7654321"]) {
        assert.notInclude(JSON.stringify(claims), value)
      }
      const { aud, exp, iat, iss, jti, ...content } = claims
      assert.strictEqual(iss, "https://sheaf.example")
      assert.strictEqual(aud, "sheaf-receipt", "whoever verifies a user's token for an audience refuses a receipt")
      assert.strictEqual(exp - iat, 5 * 365 * 86_400)
      assert.match(jti, /^[\da-f-]{36}$/u)
      return content
    })
    const who = {
      sub: user.userId,
      client: { id: World.caller.clientId, name: "One" },
      company: { id: "se-fjallbanken", name: "se-fjallbanken" }
    }
    const from = "2026-04-01T12:00:00.000Z"
    const frequency = { every: "P1D", at: "16:00", timeZone: "Europe/Stockholm" } as const
    const until = "2026-06-30T23:59:59.999Z"
    const kinds = ["PSD2_AIS", "BALANCES", "TRANSACTIONS"] as const
    const consent = yield* claimsOf("CONSENT", consentId)
    assert.deepStrictEqual<unknown>(consent, {
      ...who,
      permission: {
        type: "CONSENT",
        id: consentId,
        status: "AUTHORIZED",
        kinds,
        from,
        until,
        monitors: [{ id: monitorId, ...frequency, until }]
      },
      purpose: "One may read your bank accounts at se-fjallbanken without you.",
      ending:
        "Ask One for the page “What is shared”, and choose “End the consent”. You can also end it at se-fjallbanken."
    })
    const monitor = yield* claimsOf("MONITOR", monitorId)
    assert.deepInclude(monitor, who)
    assert.deepInclude(monitor.permission, {
      type: "MONITOR",
      id: monitorId,
      status: "ACTIVE",
      kinds,
      until,
      frequency
    })
    const collection = yield* claimsOf("COLLECTION", collectionId)
    assert.deepInclude(collection.permission, { type: "COLLECTION", status: "COMPLETED", kinds: ["PSD2_AIS"] })
    assert.isAbove(Date.parse(collection.permission.until ?? ""), Date.parse(collection.permission.from))
  })

  test("states only what is true: nothing for what was not permitted or read, and the end of what has ended", function* ({
    bank,
    company
  }) {
    const { collectionId, connect, consentId, monitorId, page, user } = yield* given(bank)
    const receiptOf = Effect.fnUntraced(function* (type: "COLLECTION" | "CONSENT" | "MONITOR", id: string) {
      const { receipt } = yield* connect.pages.receipt(yield* page.visitor, type, id, "en")
      const { ending, permission, purpose } = check(receipt, yield* connect.signer.publicKeys)
      return { ending, purpose, ...Struct.pick(permission, ["status", "until"]) }
    })
    company.script = Company.steps(Company.end("FAILED"))
    const failed = yield* World.start(World.request, user)
    yield* World.untilStatus(failed, "FAILED")
    assert.strictEqual((yield* Effect.flip(receiptOf("COLLECTION", failed)))._tag, "CollectionNotFound")
    bank.state = { status: "received", granted: {} }
    const { consentId: awaited } = yield* Consent.createAwaiting(Consent.request(), user)
    assert.strictEqual((yield* Effect.flip(receiptOf("CONSENT", awaited)))._tag, "ConsentNotFound")

    const asked = "Ask One for the page “What is shared”, and choose “Stop updates”."
    const ofConsent = `${asked} It also ends with the consent that it uses.`
    assert.strictEqual((yield* receiptOf("MONITOR", monitorId)).ending, ofConsent)
    renewing(company, { now: policyOf(4800) })
    const source = { collectionId: yield* World.start(World.request, user) }
    yield* World.untilStatus(source.collectionId, "COMPLETED")
    const own = yield* Monitor.created(user, undefined, { source })
    assert.strictEqual((yield* receiptOf("MONITOR", own)).ending, asked)

    yield* (yield* Collections).erase(user, collectionId)
    const now = new Date(yield* Clock.currentTimeMillis).toISOString()
    assert.deepStrictEqual(yield* receiptOf("COLLECTION", collectionId), {
      ending: "The information has been erased.",
      purpose: "One has read your information at se-fjallbanken once.",
      status: "COMPLETED",
      until: now
    })
    yield* (yield* Monitors).end(user, monitorId)
    assert.deepStrictEqual(yield* receiptOf("MONITOR", monitorId), {
      ending: "This permission has ended.",
      purpose: "One may no longer look at your information at se-fjallbanken by itself.",
      status: "ENDED",
      until: now
    })
    yield* (yield* Consents).revoke(user, consentId)
    assert.deepStrictEqual(yield* receiptOf("CONSENT", consentId), {
      ending: "This permission has ended.",
      purpose: "One may not read your bank accounts at se-fjallbanken without you.",
      status: "REVOKED",
      until: now
    })
  })

  test("speaks the language of the page", function* ({ bank }) {
    const { connect, monitorId, page } = yield* given(bank)
    const purposes = new Set<string>()
    for (const language of ["sv", "et", "lt", "lv", "fr", "en"] as const satisfies ReadonlyArray<ConnectLocale>) {
      const { receipt } = yield* connect.pages.receipt(yield* page.visitor, "MONITOR", monitorId, language)
      const { ending, purpose } = check(receipt, yield* connect.signer.publicKeys)
      assert.notMatch(purpose + ending, /\{\w+\}/u)
      purposes.add(purpose)
    }
    assert.strictEqual(purposes.size, 6)
  })

  test("is for the person only: not for another user, another session, or what is not confirmed", function* ({ bank }) {
    const { collectionId, connect, consentId, monitorId, user } = yield* given(bank)
    const other = yield* Consent.userOf("other")
    const strangers = [
      yield* PageVisit.opened(connect, other, { purpose: "PERMISSIONS" }),
      yield* PageVisit.opened(connect, user, { purpose: "COLLECT" })
    ]
    for (const { visitor } of strangers) {
      for (const [type, id] of [
        ["COLLECTION", collectionId],
        ["CONSENT", consentId],
        ["MONITOR", monitorId]
      ] as const) {
        const refused = yield* Effect.flip(connect.pages.receipt(yield* visitor, type, id, "en"))
        assert.match(refused._tag, /^(?:Collection|Consent|Monitor)NotFound$/u)
      }
    }
    const { returnUrl } = PageVisit
    const unconfirmed = yield* PageVisit.opened(connect, other, { purpose: "CONSENT", returnUrl })
    const owner = { ...other, connectSessionId: unconfirmed.connectSessionId }
    const hidden = yield* Consent.createAuthorized(bank, {}, { owner })
    const receiptOf = (visitor: (typeof unconfirmed)["visitor"]) =>
      Effect.flatMap(visitor, (found) => connect.pages.receipt(found, "CONSENT", hidden.consentId, "en"))
    const managing = yield* PageVisit.opened(connect, other, { purpose: "PERMISSIONS" })
    assert.strictEqual((yield* Effect.flip(receiptOf(managing.visitor)))._tag, "ConsentNotFound")
    yield* receiptOf(unconfirmed.visitor)
  })
})
