/** A scripted bank that records its calls. */
import * as UnattendedReadings from "@sheaf/domain/UnattendedReadings"
import { CallContext, BankError } from "@sheaf/ports"
import type {
  AccountHoldingBank,
  BankAccounts,
  BankConsentRequest,
  BankConsentState,
  DecoupledAuthorization,
  ReadingContext
} from "@sheaf/ports"
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import { Effect, Redacted } from "effect"

export type Call = Exclude<keyof AccountHoldingBank, "authorizations">

export interface ScriptedBank extends AccountHoldingBank {
  authorizations: AccountHoldingBank["authorizations"]
  readonly calls: Array<Call>
  pending: number
  readonly requests: Array<BankConsentRequest>
  readonly identified: Array<string>
  begun: DecoupledAuthorization
  readonly answers: Array<readonly [answer: string, key: string]>
  reply: DecoupledAuthorization
  readonly attendances: Array<ReadingContext>
  readonly open: Set<string>
  state: BankConsentState
  given: ReadonlyArray<BankAccount>
  missing: BankAccounts["missing"]
  repeats: NonNullable<BankAccounts["repeats"]>
  positions: NonNullable<BankAccounts["positions"]>
  /** An effect that runs before the bank answers a call: a pause, a failure, or another event. */
  meanwhile: (call: Call) => Effect.Effect<void, BankError>
  status: AccountHoldingBank["status"]
  afterMaking: Effect.Effect<void, BankError>
}

export const redirectUrl = "https://bank.example/authorize/1"

export const unreachable = Effect.fail(new BankError({ reason: "UNREACHABLE" }))
export const refused = Effect.fail(new BankError({ reason: "REFUSED" }))
export const consentInvalid = Effect.fail(new BankError({ reason: "CONSENT_INVALID" }))

export const runBeforeCall =
  (wrong: Call, effect: Effect.Effect<void, BankError>) =>
  (call: Call): Effect.Effect<void, BankError> =>
    call === wrong ? effect : Effect.void

export const succeeds = (): Effect.Effect<void, BankError> => Effect.void
export const failsUnreachable = (): Effect.Effect<void, BankError> => unreachable

export const make = (): ScriptedBank => {
  const made = new Map<string, string>()
  const asked = <A>(call: Call, answer: () => A): Effect.Effect<A, BankError> =>
    Effect.flatMap(CallContext, ({ client }) => {
      // The client determines which provider's certificates the call uses. Without a client, the call would reach the
      // consents of another provider.
      if (client === "") return Effect.die(`${call} names no client`)
      bank.calls.push(call)
      return whilePending(Effect.map(bank.meanwhile(call), answer))
    })
  const whilePending = <A>(call: Effect.Effect<A, BankError>): Effect.Effect<A, BankError> =>
    Effect.acquireUseRelease(
      Effect.sync(() => bank.pending++),
      () => call,
      () => Effect.sync(() => bank.pending--)
    )
  const bank: ScriptedBank = {
    authorizations: ["DECOUPLED", "REDIRECT"],
    calls: [],
    pending: 0,
    requests: [],
    identified: [],
    begun: { _tag: "Started" },
    answers: [],
    reply: { _tag: "Started" },
    attendances: [],
    open: new Set(),
    state: { status: "received", granted: {} },
    given: [],
    missing: [],
    repeats: [],
    positions: [],
    frequency: { perDay: UnattendedReadings.defaultPerDay },
    meanwhile: succeeds,
    afterMaking: Effect.void,
    createConsent: (request, key) =>
      asked("createConsent", () => {
        bank.requests.push(request)
        const bankConsentId = made.get(key) ?? `bank-${made.size + 1}`
        if (!made.has(key)) bank.open.add(bankConsentId)
        made.set(key, bankConsentId)
        return { bankConsentId, ...(request.authorization._tag === "REDIRECT" && { redirectUrl }) }
      }).pipe(Effect.tap(() => whilePending(bank.afterMaking))),
    identify: (_, personalNumber) =>
      asked("identify", () => {
        bank.identified.push(Redacted.value(personalNumber))
        if (bank.state.status === "received") bank.state = { ...bank.state, status: "valid" }
        return bank.begun
      }),
    answer: (_, answer, key) =>
      asked("answer", () => {
        bank.answers.push(["methodId" in answer ? answer.methodId : Redacted.value(answer.code), key])
        return bank.reply
      }),
    status: () => asked("status", () => bank.state),
    revoke: (bankConsentId) =>
      asked("revoke", () => {
        bank.open.delete(bankConsentId)
      }),
    accounts: (_, __, attendance) =>
      asked("accounts", () => {
        bank.attendances.push(attendance)
        return { accounts: bank.given, missing: bank.missing, repeats: bank.repeats, positions: bank.positions }
      })
  }
  return bank
}

export const countCalls = (bank: ScriptedBank, call: Call): number => bank.calls.filter((made) => made === call).length

export const returnState = (bank: ScriptedBank): string => {
  const authorization = bank.requests.at(-1)?.authorization
  return authorization?._tag === "REDIRECT" ? (authorization.returnUrl.split("/").at(-1) ?? "") : ""
}

export const returnMalformed = (value: unknown) => Effect.map(Effect.succeed(JSON.stringify(value)), JSON.parse)
