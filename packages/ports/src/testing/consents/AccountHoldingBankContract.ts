/** The contract of {@link AccountHoldingBanks} (spec 2.4). */
import { assert, layer } from "@effect/vitest"
import type { CompanyId } from "@sheaf/domain/Company"
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import { Clock, Effect, Option, Redacted, Schema } from "effect"
import type { Layer } from "effect"
import { TestClock } from "effect/testing"
import { AccountHoldingBanks, BankAccounts, BankConsent, BankConsentState } from "../../consents/AccountHoldingBank.ts"
import type { BankConsentRequest, BankConsentStatus } from "../../consents/AccountHoldingBank.ts"
import type { BankError } from "../../banks/BankError.ts"
import { newId, testsOf } from "../samples/Fixture.ts"

export type BankConsentEnd =
  /** The consent becomes valid. `granted` has the parts of the grant that differ from the request. */
  | {
      readonly _tag: "Valid"
      readonly granted?: {
        readonly accounts?: number
        readonly balances?: boolean
        readonly transactions?: boolean
        /** How long the consent can be valid after its authorization, in milliseconds. */
        readonly lastsMillis?: number
      }
    }
  | { readonly _tag: "Rejected" }
  | { readonly _tag: "RevokedByPerson" }
  | { readonly _tag: "Unanswered" }

export interface AccountHoldingBankRun {
  readonly name: string
  readonly company: CompanyId
  readonly request: Omit<BankConsentRequest, "validUntil">
  readonly validDays: number
  /**
   * Logs the person in, if the bank requires a login before the consent. Returns the credentials, which contain the
   * token.
   */
  readonly login?: Effect.Effect<Redacted.Redacted, BankError, AccountHoldingBanks>
  /**
   * Answers for the person on the bank's page. Returns the newest credentials, if the consent has any. Not needed with
   * DECOUPLED, because the suite itself reports that the person was identified.
   */
  readonly answer?: (consent: BankConsent) => Effect.Effect<Redacted.Redacted | void, BankError, AccountHoldingBanks>
  /**
   * True if the bank stores no consents. A consent then consists only of its credentials, and the bank never learns
   * that the consent has ended.
   */
  readonly isTokenAlone?: true
  /** Revokes the consent on the person's behalf. Absent if the bank does so by itself. */
  readonly revoke?: (consent: BankConsent) => Effect.Effect<void>
  readonly end: BankConsentEnd
}

/** The URL of a bank's page. It must use TLS, unless the bank is on this machine. */
const bankPage = /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1):)\S+$/

const millisecondsOfDay = 86_400_000

const day = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

const undecided: ReadonlyArray<BankConsentStatus> = ["received", "partiallyAuthorised"]

const bankOf = Effect.fnUntraced(function* ({ company, name }: AccountHoldingBankRun) {
  const found = yield* (yield* AccountHoldingBanks).find(company)
  return Option.getOrThrowWith(found, () => new Error(`${name}: the adapter has no bank ${company}`))
})

const create = Effect.fnUntraced(function* (run: AccountHoldingBankRun, key?: string) {
  const bank = yield* bankOf(run)
  const validUntil = day((yield* Clock.currentTimeMillis) + run.validDays * millisecondsOfDay)
  const login = run.login && (yield* run.login)
  const request: BankConsentRequest = { ...run.request, validUntil, ...(login && { credentials: login }) }
  const consent = yield* bank.createConsent(request, key ?? (yield* newId))
  const { credentials } = consent
  yield* Effect.addFinalizer(() => Effect.ignore(bank.revoke(consent.bankConsentId, credentials)))
  return { bank, consent, credentials, id: consent.bankConsentId, validUntil }
})

const answer = Effect.fnUntraced(function* (run: AccountHoldingBankRun, consent: BankConsent) {
  const { authorization } = run.request
  if (run.end._tag === "Unanswered") return undefined
  if (authorization._tag === "REDIRECT") return yield* run.answer?.(consent) ?? Effect.void
  const bank = yield* bankOf(run)
  const begun = yield* bank.identify(consent.bankConsentId, authorization.personalNumber, yield* newId)
  if (begun._tag !== "Choice") return undefined
  const choice = { authorizationId: begun.authorizationId, methodId: begun.methods[0].id }
  yield* bank.answer(consent.bankConsentId, choice, yield* newId)
  return undefined
})

const answered = Effect.fnUntraced(function* (run: AccountHoldingBankRun) {
  const created = yield* create(run)
  const given = yield* answer(run, created.consent)
  return { ...created, credentials: given ?? created.credentials }
})

const invalid = Effect.fnUntraced(function* <A>(name: string, asked: Effect.Effect<A, BankError>) {
  assert.strictEqual((yield* Effect.flip(asked)).reason, "CONSENT_INVALID", name)
})

const holds = ({ end }: AccountHoldingBankRun): boolean => end._tag === "Valid"

const isIn = <A>(values: ReadonlyArray<A>, value: A): boolean => values.includes(value)

/**
 * `runs` must cover every kind of authorization and every outcome that the bank supports. In each run, `accountIds` names the person's accounts.
 */
export const accountHoldingBankContract = <E>(
  name: string,
  adapter: Layer.Layer<AccountHoldingBanks, E>,
  runs: ReadonlyArray<AccountHoldingBankRun>
) =>
  layer(adapter)(`the bank contract: ${name}`, (it) => {
    const test = testsOf(it, AccountHoldingBanks)

    const valid = runs.filter(holds)
    const kept = runs.filter(({ isTokenAlone }) => isTokenAlone !== true)

    it("runs consents that become valid, are rejected, are revoked by the person and stay unanswered", () => {
      const ends = [...new Set(runs.map(({ end }) => end._tag))]
      assert.includeMembers(ends, ["Valid", "Unanswered"])
      if (kept.length > 0) assert.include(ends, "Rejected")
      const isInApp = kept.some(({ request }) => request.authorization._tag === "DECOUPLED")
      if (isInApp) assert.include(ends, "RevokedByPerson")
    })

    test("finds no bank for an unknown company", function* (banks) {
      assert.isTrue(Option.isNone(yield* banks.find("xx-nobody")))
    })

    test.each(runs)("creates a consent that waits for the person: $name", function* (_, run) {
      const { bank, consent, credentials, id } = yield* create(run)
      assert.deepStrictEqual(yield* Schema.decodeUnknownEffect(BankConsent)(consent), consent)
      assert.strictEqual(consent.redirectUrl !== undefined, run.request.authorization._tag === "REDIRECT")
      if (consent.redirectUrl !== undefined) assert.match(consent.redirectUrl, bankPage)
      const state = yield* bank.status(id, credentials)
      assert.isTrue(isIn(undecided, state.status), state.status)
      yield* invalid(run.name, bank.accounts(id, run.request.scope, {}, credentials))
    })

    test.each(runs)("creates one consent per key: $name", function* (_, run) {
      const key = yield* newId
      const first = yield* create(run, key)
      const again = yield* create(run, key)
      assert.strictEqual(again.id, first.id)
      if (first.credentials === undefined) assert.deepStrictEqual(again.consent, first.consent)
      const second = yield* create(run)
      assert.notStrictEqual(second.id, first.id)
      if (first.consent.redirectUrl !== undefined) {
        assert.notStrictEqual(second.consent.redirectUrl, first.consent.redirectUrl)
      }
    })

    test.each(runs.filter(({ end }) => end._tag !== "RevokedByPerson"))(
      "shows the status after the person has answered: $name",
      function* (_, run) {
        const { bank, credentials, id } = yield* answered(run)
        const state = yield* bank.status(id, credentials)
        assert.deepStrictEqual(yield* Schema.decodeUnknownEffect(BankConsentState)(state), state)
        if (holds(run)) assert.strictEqual(state.status, "valid")
        else if (run.end._tag === "Rejected") assert.strictEqual(state.status, "rejected")
        else assert.isTrue(isIn(undecided, state.status), state.status)
      }
    )

    test.each(valid)("grants at most the requested scope: $name", function* (_, run) {
      const { bank, credentials, id, validUntil } = yield* answered(run)
      const authorizedAt = yield* Clock.currentTimeMillis
      const { granted } = yield* bank.status(id, credentials)
      const { scope } = run.request
      const wanted = run.end._tag === "Valid" ? run.end.granted : undefined
      if (scope.accountIds !== undefined) assert.includeMembers([...scope.accountIds], [...(granted.accountIds ?? [])])
      const left = ConsentScope.intersectScope(scope, granted)
      assert.strictEqual(left?.balances, wanted?.balances ?? scope.balances)
      assert.strictEqual(left?.transactions, wanted?.transactions ?? scope.transactions)
      assert.strictEqual(granted.accountIds?.length ?? undefined, wanted?.accounts ?? scope.accountIds?.length)
      if (granted.expiresAt !== undefined) {
        assert.isAtMost(Date.parse(granted.expiresAt), Date.parse(ConsentScope.expirationOf(validUntil)))
      }
      if (wanted?.lastsMillis !== undefined) {
        assert.isAtMost(Date.parse(granted.expiresAt ?? "9999-12-31") - authorizedAt, wanted.lastsMillis)
      }
    })

    test.each(valid)("returns the granted accounts, within the granted scope: $name", function* (_, run) {
      const { bank, credentials, id } = yield* answered(run)
      const scope = ConsentScope.intersectScope(run.request.scope, (yield* bank.status(id, credentials)).granted)
      assert.isDefined(scope)
      if (scope === undefined) return
      const read = yield* bank.accounts(id, scope, { psuIpAddress: run.request.psuIpAddress }, credentials)
      assert.deepStrictEqual(yield* Schema.decodeUnknownEffect(Schema.toType(BankAccounts))(read), read)
      const { accounts, missing } = read
      assert.deepStrictEqual(missing, [])
      assert.deepStrictEqual(ConsentScope.filterAccounts(scope, accounts), accounts)
      const ids = accounts.map(({ accountId }) => accountId)
      assert.isNotEmpty(ids)
      assert.deepStrictEqual([...new Set(ids)], ids)
      if (scope.accountIds !== undefined) assert.sameMembers(ids, [...scope.accountIds])
      for (const { bookedBalance, company, transactions } of accounts) {
        assert.strictEqual(company, run.company)
        assert.strictEqual(bookedBalance !== undefined, scope.balances)
        assert.strictEqual(transactions !== undefined, scope.transactions)
      }
    })

    test.each(valid)("returns the same accounts without the person, even at night: $name", function* (_, run) {
      // By then, the next day has begun in the markets' time zones.
      yield* TestClock.adjust("23.5 hours")
      const { bank, credentials, id } = yield* answered(run)
      const scope = ConsentScope.intersectScope(run.request.scope, (yield* bank.status(id, credentials)).granted)
      assert.isDefined(scope)
      if (scope === undefined) return
      const there = yield* bank.accounts(id, scope, { psuIpAddress: "192.0.2.17" }, credentials)
      const away = yield* bank.accounts(id, scope, {}, credentials)
      assert.deepStrictEqual([away.missing, away.repeats], [there.missing, undefined])
      assert.deepStrictEqual(
        away.accounts.map(({ accountId }) => accountId),
        there.accounts.map(({ accountId }) => accountId)
      )
    })

    test.each(valid.filter((run) => kept.includes(run)))(
      "expires and then returns no accounts: $name",
      function* (_, run) {
        const { bank, credentials: issued, id, validUntil } = yield* answered(run)
        const { granted } = yield* bank.status(id, issued)
        const end = Date.parse(ConsentScope.expirationOf(validUntil, granted.expiresAt))
        yield* TestClock.adjust(end - (yield* Clock.currentTimeMillis) + 1)
        const credentials = issued && bank.oauth ? yield* bank.oauth.renew(issued) : issued
        assert.strictEqual((yield* bank.status(id, credentials)).status, "expired")
        yield* invalid(run.name, bank.accounts(id, run.request.scope, {}, credentials))
        yield* bank.revoke(id, credentials)
        assert.strictEqual((yield* bank.status(id, credentials)).status, "expired")
      }
    )

    test.each(runs.filter(({ end }) => end._tag === "RevokedByPerson"))(
      "shows a revocation by the person: $name",
      function* (_, run) {
        const { bank, consent, credentials, id } = yield* answered(run)
        assert.strictEqual((yield* bank.status(id, credentials)).status, "valid")
        yield* run.revoke?.(consent) ?? Effect.void
        yield* invalid(run.name, bank.accounts(id, run.request.scope, {}, credentials))
        assert.strictEqual((yield* bank.status(id, credentials)).status, "revokedByPsu")
      }
    )

    test.each(kept)("accepts repeated revocations: $name", function* (_, run) {
      const { bank, credentials, id } = yield* answered(run)
      yield* bank.revoke(id, credentials)
      yield* bank.revoke(id, credentials)
      const { status } = yield* bank.status(id, credentials)
      assert.strictEqual(status, run.end._tag === "Rejected" ? "rejected" : "terminatedByTpp")
      yield* invalid(run.name, bank.accounts(id, run.request.scope, {}, credentials))
    })

    test.each(runs)("ignores a repeated report that the person identified: $name", function* (_, run) {
      const { authorization } = run.request
      if (authorization._tag === "REDIRECT" || run.end._tag === "Unanswered") return
      const { bank, consent, credentials, id } = yield* answered(run)
      const before = yield* bank.status(id, credentials)
      yield* Effect.ignore(answer(run, consent))
      assert.deepStrictEqual(yield* bank.status(id, credentials), before)
      yield* bank.revoke(id, credentials)
      const ended = yield* bank.status(id, credentials)
      yield* Effect.ignore(answer(run, consent))
      assert.deepStrictEqual(yield* bank.status(id, credentials), ended)
    })

    test.each(runs)("asks the same again if the response to the report was lost: $name", function* (_, run) {
      const { authorization } = run.request
      if (authorization._tag === "REDIRECT") return
      const { bank, id } = yield* create(run)
      const asked = yield* bank.identify(id, authorization.personalNumber, "a-key")
      if (asked._tag === "Started") return
      assert.deepStrictEqual(yield* bank.identify(id, authorization.personalNumber, "a-key"), asked)
      if (asked._tag === "Code") return
      const choice = { authorizationId: asked.authorizationId, methodId: asked.methods[0].id }
      yield* bank.answer(id, choice, "another-key")
      yield* bank.answer(id, choice, "another-key")
    })

    test("keeps the personal number out of the consent id", function* () {
      for (const run of runs) {
        const { authorization } = run.request
        if (authorization._tag === "REDIRECT") continue
        const { consent } = yield* create(run)
        const person = Redacted.value(authorization.personalNumber)
        assert.notInclude(JSON.stringify(consent), person.slice(2), run.name)
      }
    })

    test.prop([Schema.NonEmptyString], { runs: 20 })("rejects unknown consent ids", function* (_, [text]) {
      const [run] = runs
      if (run === undefined) return
      const bank = yield* bankOf(run)
      const person = Redacted.make("199001012385")
      yield* invalid("status", bank.status(text))
      yield* invalid("accounts", bank.accounts(text, run.request.scope, {}))
      yield* invalid("identify", bank.identify(text, person, yield* newId))
      yield* bank.revoke(text)
      yield* invalid("status", bank.status(text))
    })
  })
