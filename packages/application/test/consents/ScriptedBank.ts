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
  /** All calls in order, including unanswered calls. */
  readonly calls: Array<Call>
  /** The number of calls without a response. */
  pending: number
  readonly requests: Array<BankConsentRequest>
  readonly identified: Array<string>
  /** The answer to an identification. */
  begun: DecoupledAuthorization
  /** The answers to its questions, with their idempotency keys: methods by their ids, and codes. */
  readonly answers: Array<readonly [answer: string, key: string]>
  /** The response to an answer. */
  reply: DecoupledAuthorization
  readonly attendances: Array<ReadingContext>
  /** The open consents at the bank. */
  readonly open: Set<string>
  /** The state of every consent. */
  state: BankConsentState
  given: ReadonlyArray<BankAccount>
  missing: BankAccounts["missing"]
  repeats: NonNullable<BankAccounts["repeats"]>
  positions: NonNullable<BankAccounts["positions"]>
  /** An effect that runs before the bank answers a call: a pause, a failure, or another event. */
  meanwhile: (call: Call) => Effect.Effect<void, BankError>
  status: AccountHoldingBank["status"]
  /** Runs after a consent is created but before the bank answers. */
  afterMaking: Effect.Effect<void, BankError>
}

export const redirectUrl = "https://bank.example/authorize/1"

export const unreachable = Effect.fail(new BankError({ reason: "UNREACHABLE" }))
export const refused = Effect.fail(new BankError({ reason: "REFUSED" }))
export const consentInvalid = Effect.fail(new BankError({ reason: "CONSENT_INVALID" }))

/** Runs an effect before one kind of call. */
export const runBeforeCall =
  (wrong: Call, effect: Effect.Effect<void, BankError>) =>
  (call: Call): Effect.Effect<void, BankError> =>
    call === wrong ? effect : Effect.void

export const succeeds = (): Effect.Effect<void, BankError> => Effect.void
export const failsUnreachable = (): Effect.Effect<void, BankError> => unreachable

/** Returns a bank that answers every call. Its consents await authorization. */
export const make = (): ScriptedBank => {
  const made = new Map<string, string>()
  const asked = <A>(call: Call, answer: () => A): Effect.Effect<A, BankError> =>
    Effect.flatMap(CallContext, ({ client }) => {
      // The client selects the certificates for the call, so a call for nobody would reach another provider's consents.
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

/** Returns the number of calls of one kind. */
export const countCalls = (bank: ScriptedBank, call: Call): number => bank.calls.filter((made) => made === call).length

/** Returns the last return state that the bank received. */
export const returnState = (bank: ScriptedBank): string => {
  const authorization = bank.requests.at(-1)?.authorization
  return authorization?._tag === "REDIRECT" ? (authorization.returnUrl.split("/").at(-1) ?? "") : ""
}

/** Returns a value that does not match its type, like a faulty adapter. */
export const returnMalformed = (value: unknown) => Effect.map(Effect.succeed(JSON.stringify(value)), JSON.parse)
