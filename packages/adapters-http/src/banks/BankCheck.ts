/**
 * Checks a bank's configuration entry interactively, with a person at a browser (docs/banks.md). Tries connection,
 * certificate, consent, authorization, status, accounts and revocation in turn, and reports every deviation.
 */
import * as AccountNumber from "@sheaf/domain/AccountNumber"
import type { MissingData } from "@sheaf/domain/FailureReason"
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import type {
  AccountHoldingBank,
  AuthorizationQuestion,
  BankConsentRequest,
  BankConsentState,
  BankError,
  AuthorizationResponse,
  DecoupledAuthorization,
  ScaChallenge
} from "@sheaf/ports"
import { Clock, Data, Effect, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import { OutboundError } from "../outbound/OutboundError.ts"
import * as Advice from "./BankCheckAdvice.ts"
import * as BankCallError from "./wire/BankCallError.ts"
import * as ReturnQuery from "../addresses/ReturnQuery.ts"
import * as AccessTokens from "./oauth/AccessTokens.ts"

interface FinalPage extends Pick<BankConsentRequest, "authorization"> {
  readonly pending: Redacted.Redacted
}

const responseIn = (address: string, { authorization, pending }: FinalPage): AuthorizationResponse | string => {
  if (!URL.canParse(address)) return "The address of the last page is not a URL."
  const { searchParams } = new URL(address)
  if (!AccessTokens.isAwaitingToken(pending)) {
    const names = ReturnQuery.confirmationCodeParameters.map((name) => `\`${name}\``).join(" or ")
    return (
      ReturnQuery.confirmationCodeIn(searchParams) ??
      `The bank requires a confirmation, but the address has no code in the parameter ${names}.`
    )
  }
  const state = authorization._tag === "REDIRECT" ? authorization.registered?.state : undefined
  if (ReturnQuery.singleValueOf(searchParams, "state") !== state) {
    return "The authorization server returned another state."
  }
  return ReturnQuery.authorizationResponseIn(searchParams) ?? "The authorization server returned no code."
}

export type BankCheckStep =
  | "connection"
  | "certificate"
  | "consent"
  | "authorization"
  | "status"
  | "accounts"
  | "revocation"

/** `FAILED` ends the check. `DEVIATES` reports a deviation from the standard that Sheaf can work with. */
export type BankCheckFinding =
  | { readonly step: BankCheckStep; readonly outcome: "OK"; readonly text: string }
  | ({ readonly step: BankCheckStep; readonly outcome: "DEVIATES" | "FAILED" } & Advice.BankCheckAdvice)

export interface BankCheckOptions {
  readonly request: BankConsentRequest
  readonly patienceMillis: number
  readonly report: (finding: BankCheckFinding) => Effect.Effect<void>
  /** `undefined` means that the bank has no page and prompts the person in its own app. */
  readonly showPage: (address: string | undefined) => Effect.Effect<void>
  readonly showChallenge: (challenge: ScaChallenge) => Effect.Effect<void>
  readonly answerQuestion: (question: AuthorizationQuestion) => Effect.Effect<string>
  /** Returns the URL where the browser ended up. Called only if the bank sends the person back with a code. */
  readonly readReturn: Effect.Effect<string>
  /** True if the bank has no consents, only access tokens. */
  readonly isTokenAlone?: boolean
}

export class BankCheckError extends Data.TaggedError("BankCheckError")<{ readonly step: BankCheckStep }> {}

const pollPause = "1 second"

const wanted = (accounts: ReadonlyArray<BankAccount>, isWanted: (account: BankAccount) => boolean): number =>
  accounts.filter(isWanted).length

const transactionIdsOf = (accounts: ReadonlyArray<BankAccount>): ReadonlyArray<string> =>
  accounts.flatMap(({ transactions = [] }) => transactions.map(({ transactionId }) => transactionId)).toSorted()

const narrowings = (
  { scope, validUntil }: BankConsentRequest,
  { granted }: BankConsentState
): ReadonlyArray<string> => {
  const { accountIds, balances = true, expiresAt, transactions = true } = granted
  return [
    ...(expiresAt === undefined ? ["The bank states no last day. Sheaf then uses the requested day."] : []),
    ...(expiresAt !== undefined && expiresAt.slice(0, 10) < validUntil
      ? [`The consent ends on ${expiresAt.slice(0, 10)}, but ${validUntil} was requested.`]
      : []),
    ...(scope.balances && !balances ? ["The bank does not grant balances."] : []),
    ...(scope.transactions && !transactions ? ["The bank does not grant transactions."] : []),
    ...(accountIds?.length === 0 ? ["The grant names no account that Sheaf can read."] : [])
  ]
}

const gaps = ({ balances, transactions }: BankConsentRequest["scope"], accounts: ReadonlyArray<BankAccount>) => {
  const { ofGaps } = Advice
  const read = accounts.flatMap((account) => account.transactions ?? [])
  const rows: ReadonlyArray<readonly [count: number, text: string]> = [
    [accounts.length === 0 ? 1 : 0, ofGaps.noAccounts],
    [
      balances
        ? wanted(accounts, ({ availableBalance, bookedBalance }) => (availableBalance ?? bookedBalance) === undefined)
        : 0,
      ofGaps.noBalances
    ],
    [
      transactions ? wanted(accounts, (account) => (account.transactions ?? []).length === 0) : 0,
      ofGaps.noTransactions
    ],
    [wanted(accounts, ({ olderTransactions }) => olderTransactions !== undefined), ofGaps.olderTransactions],
    [
      read.filter((each) => (each.creditorName ?? each.debtorName ?? each.remittanceInformation) === undefined).length,
      ofGaps.noTexts
    ],
    [
      wanted(accounts, ({ accountId }) => AccountNumber.parse(accountId.split(" ")[0] ?? "") === undefined),
      ofGaps.noNumbers
    ]
  ]
  return rows.flatMap(([count, text]) => (count === 0 ? [] : [`${count} ${text}.`]))
}

const lossesOf = (missing: ReadonlyArray<MissingData>): ReadonlyArray<string> => [
  ...new Set(missing.map(({ part, product, reason }) => `${part ?? product} cannot be read: ${reason}.`))
]

/**
 * A 404 while creating a consent proves that the configured URL is wrong, because there is no consent yet that the bank
 * could fail to find.
 */
const isNotFound = ({ cause }: BankError): boolean =>
  cause instanceof BankCallError.BankStatusError && cause.status === 404

const reporterOf = (report: BankCheckOptions["report"]) => {
  const ok = (step: BankCheckStep, text: string) => report({ step, outcome: "OK", text })
  const deviates = (step: BankCheckStep, text: string, side: Advice.ResponsibleSide = "BANK") =>
    report({ step, outcome: "DEVIATES", side, text })
  const fail = (step: BankCheckStep, found: Advice.BankCheckAdvice): Effect.Effect<never, BankCheckError> =>
    Effect.andThen(report({ step, outcome: "FAILED", ...found }), Effect.fail(new BankCheckError({ step })))
  const orFail =
    (step: BankCheckStep) =>
    <A>(call: Effect.Effect<A, BankError>): Effect.Effect<A, BankCheckError> =>
      Effect.catch(call, (error) => fail(step, Advice.of(error)))
  return { ok, deviates, fail, orFail }
}

interface Check extends BankCheckOptions, ReturnType<typeof reporterOf> {
  readonly bank: AccountHoldingBank
}

/**
 * Asks for the status of a nonexistent consent. If the bank rejects the request only because the id is unknown, the
 * connection and the certificate work.
 */
const connection = Effect.fnUntraced(function* ({ bank, deviates, fail, isTokenAlone = false, ok }: Check) {
  // A bank without consents cannot be called before the person has a token.
  if (isTokenAlone) return
  const error = yield* Effect.flip(bank.status(randomUUID())).pipe(
    Effect.catch(() => fail("connection", { side: "BANK", text: "The bank knows a consent that nobody created." }))
  )
  if (error.cause instanceof OutboundError) return yield* fail("connection", Advice.of(error))
  if (error.reason === "UNREACHABLE" || error.reason === "BANK_ERROR") {
    return yield* fail("connection", Advice.of(error))
  }
  yield* ok("connection", "The bank responds.")
  if (error.reason === "BROKEN") return yield* fail("certificate", Advice.of(error))
  const { cause } = error
  if (cause instanceof BankCallError.BankStatusError && cause.code === undefined) {
    const { side, text } = Advice.of(error)
    return yield* deviates("certificate", text, side)
  }
  yield* ok("certificate", "The bank accepts Sheaf's requests.")
})

const returned = Effect.fnUntraced(function* (
  { fail, patienceMillis, readReturn, request }: Check,
  pending: Redacted.Redacted
) {
  const address = yield* Effect.timeoutOrElse(readReturn, {
    duration: patienceMillis,
    orElse: () => fail("authorization", { side: "EITHER", text: "Nobody entered the final address in time." })
  })
  const response = responseIn(address, { ...request, pending })
  return typeof response === "string" ? yield* fail("authorization", { side: "EITHER", text: response }) : response
})

/**
 * If the bank requires a login before it creates a consent, waits for the person to log in, and returns the request
 * with the person's token added. Otherwise returns the request unchanged.
 */
const login = Effect.fnUntraced(function* (check: Check) {
  const { bank, ok, orFail, request, showPage } = check
  const { authorization } = request
  const registered = authorization._tag === "REDIRECT" ? authorization.registered : undefined
  if (bank.login === undefined || bank.oauth === undefined || registered === undefined) return request
  const call = orFail("authorization")
  const { credentials: pending, redirectUrl } = yield* call(bank.login(registered, `check ${randomUUID()}`))
  yield* showPage(redirectUrl)
  const response = yield* returned(check, pending)
  const credentials = yield* call(bank.oauth.renew(yield* call(bank.oauth.acceptCode(pending, response))))
  yield* ok("authorization", "The person logged in, as the bank wants before a consent.")
  return { ...request, credentials }
})

/** Creates a consent twice to simulate a lost response. The person sees only the second consent's page. */
const consent = Effect.fnUntraced(function* ({ bank, deviates, fail, ok }: Check, request: BankConsentRequest) {
  const key = `check ${randomUUID()}`
  const first = yield* Effect.catch(bank.createConsent(request, key), (error) =>
    fail("consent", isNotFound(error) ? Advice.unknownPathAdvice : Advice.of(error))
  )
  const last = yield* Effect.catch(bank.createConsent(request, key), (error) =>
    Effect.as(deviates("consent", `The bank rejects a repeated X-Request-ID: ${Advice.of(error).text}`), first)
  )
  if (last.bankConsentId !== first.bankConsentId) {
    yield* deviates("consent", "A repeated request with the same X-Request-ID created a second consent.")
    yield* Effect.ignore(bank.revoke(first.bankConsentId))
  }
  if (request.authorization._tag === "REDIRECT" && last.redirectUrl === undefined) {
    return yield* fail("consent", { side: "BANK", text: "The consent has no page for the person." })
  }
  if (last.redirectUrl !== undefined) yield* ok("consent", "The bank created a consent with a page for the person.")
  return last
})

const maxQuestions = 10

const answered = Effect.fnUntraced(function* (
  { answerQuestion, bank, fail, orFail, request: { psuIpAddress }, showChallenge }: Check,
  id: string,
  begun: DecoupledAuthorization
) {
  let next = begun
  for (let left = maxQuestions; next._tag !== "Started"; left--) {
    if (left === 0) return yield* fail("authorization", { side: "BANK", text: "The bank keeps asking." })
    const { authorizationId } = next
    const given = yield* answerQuestion(next)
    const answer = next._tag === "Choice" ? { methodId: given } : { code: Redacted.make(given) }
    const call = bank.answer(id, { authorizationId, ...answer }, `check ${randomUUID()}`, { psuIpAddress })
    next = yield* orFail("authorization")(call)
  }
  if (next.challenge !== undefined) yield* showChallenge(next.challenge)
})

const decoupled = Effect.fnUntraced(function* (check: Check, id: string, personalNumber: Redacted.Redacted) {
  const { bank, ok, orFail, request } = check
  const { psuIpAddress } = request
  const call = bank.identify(id, personalNumber, `check ${randomUUID()}`, { psuIpAddress })
  const begun = yield* orFail("consent")(call)
  yield* ok("consent", "The bank created a consent, and accepts the person's id.")
  yield* answered(check, id, begun)
})

/**
 * Waits for the person to return and exchanges the code. Then renews the tokens once, because later readings depend on
 * renewal. `keep` receives each new token, so the consent can be revoked even if a later exchange fails.
 */
const tokens = Effect.fnUntraced(function* (
  check: Check,
  pending: Redacted.Redacted | undefined,
  keep: (credentials: Redacted.Redacted) => void
) {
  const { bank, deviates, fail, orFail } = check
  const { oauth } = bank
  if (pending === undefined || oauth === undefined || bank.login !== undefined) return
  const response = yield* returned(check, pending)
  const call = orFail("authorization")
  const granted = yield* call(oauth.renew(yield* call(oauth.acceptCode(pending, response))))
  keep(granted)
  yield* Effect.matchEffect(oauth.renew(granted), {
    onSuccess: (renewed) => Effect.sync(() => keep(renewed)),
    onFailure: (error) =>
      error.reason === "CONSENT_INVALID"
        ? deviates("authorization", "Tokens cannot be renewed, so each consent ends with its token.")
        : fail("authorization", Advice.of(error))
  })
})

const decided = Effect.fnUntraced(function* (check: Check, id: string, credentials: Redacted.Redacted | undefined) {
  const { bank, fail, orFail, patienceMillis, showChallenge } = check
  let shown: string | undefined
  const deadline = (yield* Clock.currentTimeMillis) + patienceMillis
  while ((yield* Clock.currentTimeMillis) < deadline) {
    const state = yield* bank.status(id, credentials).pipe(
      Effect.catchIf(
        ({ reason }) => reason === "UNREACHABLE" || reason === "BANK_ERROR",
        () => Effect.undefined
      ),
      orFail("status")
    )
    if (state?.status === "valid") return state
    if (state !== undefined && state.status !== "received" && state.status !== "partiallyAuthorised") {
      return yield* fail("authorization", { side: "EITHER", text: `The consent is ${state.status}.` })
    }
    if (state?.question !== undefined) yield* answered(check, id, state.question)
    const challenge = state?.challenge
    if (challenge !== undefined && JSON.stringify(challenge) !== shown) yield* showChallenge(challenge)
    shown = challenge === undefined ? shown : JSON.stringify(challenge)
    yield* Effect.sleep(pollPause)
  }
  return yield* fail("authorization", { side: "EITHER", text: "Nobody authorized the consent in time." })
})

const accounts = Effect.fnUntraced(function* (
  { bank, deviates, ok, orFail, request }: Check,
  id: string,
  { granted }: BankConsentState,
  credentials: Redacted.Redacted | undefined
) {
  const { expiresAt: _, ...narrowed } = granted
  const scope = { ...request.scope, ...narrowed }
  const attendance = { psuIpAddress: request.psuIpAddress }
  const { accounts: found, missing } = yield* orFail("accounts")(bank.accounts(id, scope, attendance, credentials))
  for (const text of gaps(scope, found)) yield* deviates("accounts", text)
  for (const text of lossesOf(missing)) yield* deviates("accounts", text)
  const { accounts: alone } = yield* orFail("accounts")(bank.accounts(id, scope, {}, credentials))
  const ids = transactionIdsOf(found)
  if (transactionIdsOf(alone).join("\n") !== ids.join("\n")) {
    yield* deviates(
      "accounts",
      "Two readings have different transactions. Their ids are not stable, or new ones arrived."
    )
  }
  yield* ok(
    "accounts",
    `${found.length} account(s) with ${ids.length} transaction(s), also while the person is absent.`
  )
})

const revocation = Effect.fnUntraced(function* (
  { bank, deviates, isTokenAlone = false, ok, orFail }: Check,
  id: string,
  credentials: Redacted.Redacted | undefined
) {
  yield* orFail("revocation")(bank.revoke(id, credentials))
  if (isTokenAlone) return yield* ok("revocation", "The bank keeps no consent. Sheaf only erases its tokens.")
  const status = yield* Effect.match(bank.status(id, credentials), {
    onFailure: (error) => (error.reason === "CONSENT_INVALID" || isNotFound(error) ? "unknown" : undefined),
    onSuccess: (state) => state.status
  })
  yield* status === undefined || status === "valid"
    ? deviates("revocation", "The consent is still valid after its deletion.")
    : ok("revocation", `The consent is ${status} after its deletion.`)
})

/** Runs all steps. If one fails, still revokes the consent that was created. */
export const run = (bank: AccountHoldingBank, options: BankCheckOptions): Effect.Effect<void, BankCheckError> => {
  const check: Check = { ...options, ...reporterOf(options.report), bank }
  const { deviates, ok, request, showPage } = check
  return Effect.gen(function* () {
    yield* connection(check)
    const asked = yield* login(check)
    const { bankConsentId, credentials: pending, redirectUrl } = yield* consent(check, asked)
    let { credentials } = asked
    const walk = Effect.gen(function* () {
      yield* showPage(redirectUrl)
      const { authorization } = request
      if (authorization._tag === "DECOUPLED") yield* decoupled(check, bankConsentId, authorization.personalNumber)
      yield* tokens(check, pending, (granted) => (credentials = granted))
      const state = yield* decided(check, bankConsentId, credentials)
      yield* ok("authorization", "The person authorized the consent.")
      for (const text of narrowings(request, state)) yield* deviates("status", text)
      yield* ok("status", "The bank states the consent's status and its access.")
      yield* accounts(check, bankConsentId, state, credentials)
      yield* revocation(check, bankConsentId, credentials)
    })
    yield* Effect.onError(walk, () => Effect.ignore(bank.revoke(bankConsentId, credentials)))
  })
}
