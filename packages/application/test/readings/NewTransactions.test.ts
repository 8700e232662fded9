/**
 * Tests the position from which a collection of new transactions starts to read, so that the client misses no
 * transaction (spec 10).
 */
import { assert, describe } from "@effect/vitest"
import { Consents } from "@sheaf/ports"
import type { TransactionReadPosition } from "@sheaf/ports"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as Consent from "../consents/ConsentWorld.ts"
import type { ScriptedBank } from "../consents/ScriptedBank.ts"
import * as Monitor from "../monitors/MonitorWorld.ts"
import { accounts, collectUntilEnd, storedConsentRequest } from "./ConsentRequests.ts"

const test = Consent.testWith({ bank: { given: accounts } })

const at = (bookedOn: string, accountId = "acc1"): TransactionReadPosition => ({ accountId, bookedOn })

const sinceOf = (bank: ScriptedBank) => bank.attendances.at(-1)?.since

const newOnly = (consentId: string) =>
  storedConsentRequest(consentId, { psuIpAddress: "192.0.2.17", newTransactionsOnly: true })

describe("a collection of new transactions", () => {
  test("starts where the last completed collection ended, per account", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    bank.positions = [at("2026-03-20"), at("2026-03-21", "acc2")]
    yield* collectUntilEnd(user, newOnly(consentId))
    assert.isUndefined(sinceOf(bank))
    // The next collection does not read the second account completely, so the position stored for that account stays
    // the same.
    bank.positions = [at("2026-03-28")]
    yield* collectUntilEnd(user, newOnly(consentId))
    assert.deepStrictEqual(sinceOf(bank), [at("2026-03-20"), at("2026-03-21", "acc2")])
    yield* collectUntilEnd(user, newOnly(consentId))
    assert.deepStrictEqual(sinceOf(bank), [at("2026-03-21", "acc2"), at("2026-03-28")])
  })

  test("starts at the beginning by default, and after that where this collection ended", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    bank.positions = [at("2026-03-20")]
    yield* collectUntilEnd(user, storedConsentRequest(consentId))
    yield* collectUntilEnd(user, storedConsentRequest(consentId))
    assert.isUndefined(sinceOf(bank))
    yield* collectUntilEnd(user, newOnly(consentId))
    assert.deepStrictEqual(sinceOf(bank), [at("2026-03-20")])
  })

  test("starts where a collection ended whose client received the account, and no monitor's run", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const filter = { type: "COLLECTION_FILTER", productTypes: ["PSD2_SAVINGS_ACCOUNT"] } as const
    bank.positions = [at("2026-03-20"), at("2026-03-20", "acc2")]
    yield* collectUntilEnd(user, storedConsentRequest(consentId))
    bank.positions = [at("2026-03-28"), at("2026-03-28", "acc2")]
    yield* collectUntilEnd(user, storedConsentRequest(consentId, {}, filter))
    bank.positions = [at("2026-03-30"), at("2026-03-30", "acc2")]
    yield* Monitor.created(user, consentId)
    yield* collectUntilEnd(user, newOnly(consentId))
    assert.deepStrictEqual(sinceOf(bank), [at("2026-03-20"), at("2026-03-28", "acc2")])
  })

  test("starts where a collection did that has not completed", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    bank.positions = [at("2026-03-20")]
    yield* collectUntilEnd(user, newOnly(consentId))
    bank.positions = [at("2026-03-28")]
    const failed = yield* collectUntilEnd(user, newOnly(consentId))
    const sql = yield* SqlClient.SqlClient
    yield* sql`UPDATE collection SET status = 'FAILED' WHERE id = ${failed}`
    yield* collectUntilEnd(user, newOnly(consentId))
    assert.deepStrictEqual(sinceOf(bank), [at("2026-03-20")])
  })

  test("under a renewed consent starts where the old one ended", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    yield* TestClock.setTime(Date.parse("2026-06-10"))
    yield* Consent.runDueSteps
    bank.positions = [at("2026-06-09")]
    yield* collectUntilEnd(user, newOnly(consentId))
    const renewal = { parameters: [{ type: "PSD2_AIS_CONSENT" as const, psuIpAddress: "192.0.2.17" }] }
    const made = yield* (yield* Consents).renew(user, consentId, renewal)
    yield* Consent.untilStatus(user, made.consentId, "AWAITING_AUTHORIZATION").pipe(
      Effect.andThen(Consent.passTime(Consent.minute, 2))
    )
    yield* Consent.untilStatus(user, consentId, "REVOKED")
    yield* collectUntilEnd(user, newOnly(made.consentId))
    assert.deepStrictEqual(sinceOf(bank), [at("2026-06-09")])
  })
})
