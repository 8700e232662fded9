/**
 * Calls of a bank, and only here: whatever its adapter does, what comes of one is an answer
 * of the port's form, or a {@link BankError}.
 */
import type { CompanyId } from "@sheaf/domain/Company"
import { AccountHoldingBanks, BankAccounts, BankConsent, BankConsentState, BankError } from "@sheaf/ports"
import type { AccountHoldingBank, Attendance, BankConsentRequest, IdempotencyKey } from "@sheaf/ports"
import { Effect, Option, Redacted, Schema } from "effect"
import { isolated } from "../durable/Isolated.ts"
import { Timeouts } from "../Timeouts.ts"

const broken = (cause: unknown) => new BankError({ reason: "BROKEN", cause })

const unreachable = new BankError({ reason: "UNREACHABLE" })

const ask = Effect.fnUntraced(function* <A>(
  company: CompanyId,
  call: (bank: AccountHoldingBank) => Effect.Effect<A, BankError>
) {
  const { connectorCall } = yield* Timeouts
  const bank = yield* (yield* AccountHoldingBanks).find(company)
  if (Option.isNone(bank)) return yield* unreachable
  return yield* isolated(
    Effect.suspend(() => call(bank.value)),
    broken
  ).pipe(Effect.timeoutOrElse({ duration: connectorCall, orElse: () => Effect.fail(unreachable) }))
})

const decodeConsent = Schema.decodeUnknownEffect(Schema.toType(BankConsent))
const decodeState = Schema.decodeUnknownEffect(Schema.toType(BankConsentState))
const decodeAccounts = Schema.decodeUnknownEffect(Schema.toType(BankAccounts))

/** Asks the bank to make a consent. */
export const createConsent = (company: CompanyId, request: BankConsentRequest, key: IdempotencyKey) =>
  ask(company, (bank) => bank.createConsent(request, key)).pipe(
    Effect.flatMap((given) => Effect.mapError(decodeConsent(given), broken))
  )

/** Tells the bank that the person has identified. */
export const identify = (company: CompanyId, bankConsentId: string, personalNumber: string, key: IdempotencyKey) =>
  ask(company, (bank) => bank.identify(bankConsentId, Redacted.make(personalNumber), key))

/** Where the consent stands at the bank. */
export const status = (company: CompanyId, bankConsentId: string) =>
  ask(company, (bank) => bank.status(bankConsentId)).pipe(
    Effect.flatMap((given) => Effect.mapError(decodeState(given), broken))
  )

/** Ends the consent at the bank. */
export const revoke = (company: CompanyId, bankConsentId: string) => ask(company, (bank) => bank.revoke(bankConsentId))

/** The accounts under the consent. */
export const accounts = (company: CompanyId, bankConsentId: string, attendance: Attendance) =>
  ask(company, (bank) => bank.accounts(bankConsentId, attendance)).pipe(
    Effect.flatMap((given) => Effect.mapError(decodeAccounts(given), broken))
  )

/** Whether the same call may succeed another time. */
export const mayPass = ({ reason }: BankError): boolean => reason === "UNREACHABLE" || reason === "BANK_ERROR"

/** How long to wait before the bank is asked once more, in milliseconds: soon at first, and at most ten minutes. */
export const backoff = (attempts: number, most = 600_000): number => Math.min(most, 1000 * 2 ** Math.min(attempts, 20))
