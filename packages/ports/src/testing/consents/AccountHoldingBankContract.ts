/** What every adapter of {@link AccountHoldingBanks} does: consents at a bank, and what is read under them (decisions 9). */
import { assert, layer } from "@effect/vitest"
import type { CompanyId } from "@sheaf/domain/Company"
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import { Clock, Effect, Option, Redacted, Schema } from "effect"
import type { Layer } from "effect"
import { AccountHoldingBanks, BankAccounts, BankConsent, BankConsentState } from "../../consents/AccountHoldingBank.ts"
import type { BankConsentRequest, BankConsentStatus, BankError } from "../../consents/AccountHoldingBank.ts"
import { newId } from "../Fixture.ts"

/** What becomes of a consent once the person was asked. */
export type BankConsentEnd =
  /** It holds. Where the bank grants less than is asked for, or shortens it, `granted` tells what. */
  | {
      readonly _tag: "Valid"
      readonly granted?: {
        /** How many accounts it covers. */
        readonly accounts?: number
        readonly balances?: boolean
        readonly transactions?: boolean
        /** It ends by itself so many milliseconds after it was authorised, at most. */
        readonly lastsMillis?: number
      }
    }
  | { readonly _tag: "Rejected" }
  /** It holds, and the person ends it at the bank before accounts are read. */
  | { readonly _tag: "RevokedByPerson" }
  /** Nobody answers, for as long as a test may take. */
  | { readonly _tag: "Unanswered" }

/** One consent to put the adapter through. */
export interface AccountHoldingBankRun {
  readonly name: string
  readonly company: CompanyId
  readonly request: Omit<BankConsentRequest, "validUntil">
  /** How many days after the day of the test it is to hold. */
  readonly validDays: number
  /**
   * What the person does at the bank, with REDIRECT: on its page, or by what stands for it in a test. Nothing where nobody
   * answers. With ELECTRONIC_ID the suite tells the bank who identified.
   */
  readonly answer?: (consent: BankConsent) => Effect.Effect<void>
  /** What the person does at the bank to end it, where {@link BankConsentEnd} says so and the bank does not do so alone. */
  readonly revoke?: (consent: BankConsent) => Effect.Effect<void>
  readonly end: BankConsentEnd
}

export interface AccountHoldingBankContractOptions {
  /**
   * Lets as many milliseconds pass for the adapter and its bank. A test's clock is moved on; a real bank is told to do what
   * it would have done by then.
   */
  readonly passTime: (millis: number) => Effect.Effect<void>
  /** The adapter needs real time, as for timeouts of real connections: the suite has no test services then. */
  readonly realTime?: boolean
}

const millisecondsOfDay = 86_400_000

const day = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

const undecided: ReadonlyArray<BankConsentStatus> = ["received", "partiallyAuthorised"]

const bankOf = Effect.fnUntraced(function* ({ company, name }: AccountHoldingBankRun) {
  const found = yield* (yield* AccountHoldingBanks).find(company)
  return Option.getOrThrowWith(found, () => new Error(`${name}: the adapter has no bank ${company}`))
})

/** A new consent of a run. What is still open of it at the end of the test is ended, for the tests that follow. */
const create = Effect.fnUntraced(function* (run: AccountHoldingBankRun, key?: string) {
  const bank = yield* bankOf(run)
  const validUntil = day((yield* Clock.currentTimeMillis) + run.validDays * millisecondsOfDay)
  const request: BankConsentRequest = { ...run.request, validUntil }
  const consent = yield* bank.createConsent(request, key ?? (yield* newId))
  yield* Effect.addFinalizer(() => Effect.ignore(bank.revoke(consent.bankConsentId)))
  return { bank, consent, id: consent.bankConsentId, validUntil }
})

/** The person answers, or identifies. */
const answer = Effect.fnUntraced(function* (run: AccountHoldingBankRun, consent: BankConsent) {
  const { authorisation } = run.request
  if (run.end._tag === "Unanswered") return
  if (authorisation._tag === "REDIRECT") return yield* run.answer?.(consent) ?? Effect.void
  const bank = yield* bankOf(run)
  yield* bank.identify(consent.bankConsentId, authorisation.personalNumber, yield* newId)
})

/** A consent of a run, once the person has answered. */
const answered = Effect.fnUntraced(function* (run: AccountHoldingBankRun) {
  const created = yield* create(run)
  yield* answer(run, created.consent)
  return created
})

const invalid = Effect.fnUntraced(function* <A>(name: string, asked: Effect.Effect<A, BankError>) {
  assert.strictEqual((yield* Effect.flip(asked)).reason, "CONSENT_INVALID", name)
})

const holds = ({ end }: AccountHoldingBankRun): boolean => end._tag === "Valid"

const isIn = <A>(values: ReadonlyArray<A>, value: A): boolean => values.includes(value)

/**
 * Checks an adapter. Its runs show both kinds of authorisation, where the bank has both, and each kind of end. A run with
 * `accountIds` names accounts that the person has.
 */
export const accountHoldingBankContract = <E>(
  name: string,
  adapter: Layer.Layer<AccountHoldingBanks, E>,
  runs: ReadonlyArray<AccountHoldingBankRun>,
  options: AccountHoldingBankContractOptions
) =>
  layer(adapter, { excludeTestServices: options.realTime ?? false })(`the bank contract: ${name}`, (it) => {
    const valid = runs.filter(holds)

    it("is put through consents that hold, are rejected, revoked by the person, and stay unanswered", () => {
      const ends = [...new Set(runs.map(({ end }) => end._tag))]
      assert.includeMembers(ends, ["Valid", "Rejected", "RevokedByPerson", "Unanswered"])
    })

    it.effect("has only its own banks", () =>
      Effect.gen(function* () {
        assert.isTrue(Option.isNone(yield* (yield* AccountHoldingBanks).find("xx-nobody")))
      })
    )

    it.effect.each(runs)("makes a consent that waits for the person: $name", (run) =>
      Effect.gen(function* () {
        const { bank, consent, id } = yield* create(run)
        assert.deepStrictEqual(yield* Schema.decodeUnknownEffect(BankConsent)(consent), consent)
        assert.strictEqual(consent.redirectUrl !== undefined, run.request.authorisation._tag === "REDIRECT")
        if (consent.redirectUrl !== undefined) assert.match(consent.redirectUrl, /^https:\/\/[^\s]+$/)
        const state = yield* bank.status(id)
        assert.isTrue(isIn(undecided, state.status), state.status)
        yield* invalid(run.name, bank.accounts(id, {}))
      })
    )

    it.effect.each(runs)("makes one consent for one key, and another for another: $name", (run) =>
      Effect.gen(function* () {
        const key = yield* newId
        const first = yield* create(run, key)
        assert.deepStrictEqual((yield* create(run, key)).consent, first.consent)
        const second = yield* create(run)
        assert.notStrictEqual(second.id, first.id)
        if (first.consent.redirectUrl !== undefined) {
          assert.notStrictEqual(second.consent.redirectUrl, first.consent.redirectUrl)
        }
      })
    )

    it.effect.each(runs.filter(({ end }) => end._tag !== "RevokedByPerson"))(
      "shows what became of a consent once the person has answered: $name",
      (run) =>
        Effect.gen(function* () {
          const { bank, id } = yield* answered(run)
          const state = yield* bank.status(id)
          assert.deepStrictEqual(yield* Schema.decodeUnknownEffect(BankConsentState)(state), state)
          if (holds(run)) assert.strictEqual(state.status, "valid")
          else if (run.end._tag === "Rejected") assert.strictEqual(state.status, "rejected")
          else assert.isTrue(isIn(undecided, state.status), state.status)
        })
    )

    it.effect.each(valid)("grants what it says, and never more than was asked for: $name", (run) =>
      Effect.gen(function* () {
        const { bank, id, validUntil } = yield* answered(run)
        const authorisedAt = yield* Clock.currentTimeMillis
        const { granted } = yield* bank.status(id)
        const { scope } = run.request
        const wanted = run.end._tag === "Valid" ? run.end.granted : undefined
        if (scope.accountIds !== undefined)
          assert.includeMembers([...scope.accountIds], [...(granted.accountIds ?? [])])
        const left = ConsentScope.grant(scope, granted)
        assert.strictEqual(left?.balances, wanted?.balances ?? scope.balances)
        assert.strictEqual(left?.transactions, wanted?.transactions ?? scope.transactions)
        assert.strictEqual(granted.accountIds?.length ?? undefined, wanted?.accounts ?? scope.accountIds?.length)
        if (granted.expiresAt !== undefined) {
          assert.isBelow(Date.parse(granted.expiresAt), Date.parse(ConsentScope.expiresAt(validUntil)))
        }
        if (wanted?.lastsMillis !== undefined) {
          assert.isAtMost(Date.parse(granted.expiresAt ?? "9999-12-31") - authorisedAt, wanted.lastsMillis)
        }
      })
    )

    it.effect.each(valid)("reads the accounts that it grants, and of them no more than it grants: $name", (run) =>
      Effect.gen(function* () {
        const { bank, id } = yield* answered(run)
        const accounts = yield* bank.accounts(id, { psuIpAddress: run.request.psuIpAddress })
        assert.deepStrictEqual(yield* Schema.decodeUnknownEffect(Schema.toType(BankAccounts))(accounts), accounts)
        const scope = ConsentScope.grant(run.request.scope, (yield* bank.status(id)).granted)
        assert.isDefined(scope)
        if (scope === undefined) return
        assert.deepStrictEqual(ConsentScope.within(scope, accounts), accounts)
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
    )

    it.effect.each(valid)("reads the same accounts without the person: $name", (run) =>
      Effect.gen(function* () {
        const { bank, id } = yield* answered(run)
        const [there, away] = [yield* bank.accounts(id, { psuIpAddress: "192.0.2.17" }), yield* bank.accounts(id, {})]
        assert.deepStrictEqual(
          away.map(({ accountId }) => accountId),
          there.map(({ accountId }) => accountId)
        )
      })
    )

    it.effect.each(valid)("ends by itself, and is read no more: $name", (run) =>
      Effect.gen(function* () {
        const { bank, id, validUntil } = yield* answered(run)
        const { granted } = yield* bank.status(id)
        const end = Date.parse(ConsentScope.expiresAt(validUntil, granted.expiresAt))
        yield* options.passTime(end - (yield* Clock.currentTimeMillis) + 1)
        assert.strictEqual((yield* bank.status(id)).status, "expired")
        yield* invalid(run.name, bank.accounts(id, {}))
        yield* bank.revoke(id)
        assert.strictEqual((yield* bank.status(id)).status, "expired")
      })
    )

    it.effect.each(runs.filter(({ end }) => end._tag === "RevokedByPerson"))(
      "shows that the person has ended it at the bank: $name",
      (run) =>
        Effect.gen(function* () {
          const { bank, consent, id } = yield* answered(run)
          assert.strictEqual((yield* bank.status(id)).status, "valid")
          yield* run.revoke?.(consent) ?? Effect.void
          yield* invalid(run.name, bank.accounts(id, {}))
          assert.strictEqual((yield* bank.status(id)).status, "revokedByPsu")
        })
    )

    it.effect.each(runs)("can be told, more than once, that it is to end: $name", (run) =>
      Effect.gen(function* () {
        const { bank, id } = yield* answered(run)
        yield* bank.revoke(id)
        yield* bank.revoke(id)
        const { status } = yield* bank.status(id)
        assert.strictEqual(status, run.end._tag === "Rejected" ? "rejected" : "terminatedByTpp")
        yield* invalid(run.name, bank.accounts(id, {}))
      })
    )

    it.effect.each(runs)("can be told again that the person has identified, without effect: $name", (run) =>
      Effect.gen(function* () {
        const { authorisation } = run.request
        if (authorisation._tag === "REDIRECT" || run.end._tag === "Unanswered") return
        const { bank, consent, id } = yield* answered(run)
        const before = yield* bank.status(id)
        yield* Effect.ignore(answer(run, consent))
        assert.deepStrictEqual(yield* bank.status(id), before)
        yield* bank.revoke(id)
        const ended = yield* bank.status(id)
        yield* Effect.ignore(answer(run, consent))
        assert.deepStrictEqual(yield* bank.status(id), ended)
      })
    )

    it.effect("tells nothing of the person in the identifier of a consent", () =>
      Effect.gen(function* () {
        for (const run of runs) {
          const { authorisation } = run.request
          if (authorisation._tag === "REDIRECT") continue
          const { consent } = yield* create(run)
          const person = Redacted.value(authorisation.personalNumber)
          assert.notInclude(JSON.stringify(consent), person.slice(2), run.name)
        }
      })
    )

    it.effect.prop(
      "knows only the consents that it made",
      [Schema.NonEmptyString],
      ([text]) =>
        Effect.gen(function* () {
          const [run] = runs
          if (run === undefined) return
          const bank = yield* bankOf(run)
          const person = Redacted.make("199001012385")
          yield* invalid("status", bank.status(text))
          yield* invalid("accounts", bank.accounts(text, {}))
          yield* invalid("identify", bank.identify(text, person, yield* newId))
          yield* bank.revoke(text)
          yield* invalid("status", bank.status(text))
        }),
      { arbitrary: { runs: 20 } }
    )
  })
