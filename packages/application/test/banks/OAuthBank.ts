/** A scripted bank with OAuth, whose codes and refresh tokens work once. */
import { BankError } from "@sheaf/ports"
import { Effect, Redacted } from "effect"
import * as Bank from "../consents/ScriptedBank.ts"
import type { ScriptedBank } from "../consents/ScriptedBank.ts"

export const issuer = "https://oauth.example"

export interface OAuthBank extends ScriptedBank {
  readonly used: Array<string | undefined>
  readonly renewed: Array<string>
  /** An effect that runs while the adapter checks the authorization server's response. */
  beforeReturn: Effect.Effect<void>
  /** An effect that runs after the bank has issued new tokens, before it responds. */
  afterRenewal: Effect.Effect<void, BankError>
  /** The credentials that the bank accepts. If undefined, it accepts all. */
  accepted: string | undefined
}

export const make = (): OAuthBank => {
  const plain = Bank.make()
  const spent = new Set<string>()
  let issued = 0
  const check = (credentials?: Redacted.Redacted) =>
    Effect.suspend(() => {
      const text = credentials && Redacted.value(credentials)
      if (bank.used.at(-1) !== text || bank.used.length === 0) bank.used.push(text)
      const isExpired = text?.startsWith("code ") === true || (bank.accepted !== undefined && text !== bank.accepted)
      return isExpired ? Effect.fail(new BankError({ reason: "CREDENTIALS_EXPIRED" })) : Effect.void
    })
  const bank: OAuthBank = Object.assign(plain, {
    used: [],
    renewed: [],
    beforeReturn: Effect.void,
    afterRenewal: Effect.void,
    accepted: undefined,
    oauth: {
      acceptCode: (credentials: Redacted.Redacted, { code, iss }: { code: Redacted.Redacted; iss?: string }) =>
        Effect.gen(function* () {
          yield* bank.beforeReturn
          if (iss !== issuer) return yield* new BankError({ reason: "REFUSED" })
          const isPending = Redacted.value(credentials) === "pending"
          return isPending ? Redacted.make(`code ${Redacted.value(code)}`) : credentials
        }),
      renew: (credentials: Redacted.Redacted) =>
        Effect.gen(function* () {
          const text = Redacted.value(credentials)
          bank.renewed.push(text)
          if (spent.has(text)) return yield* new BankError({ reason: "CONSENT_INVALID" })
          yield* bank.meanwhile("status")
          spent.add(text)
          issued += 1
          const next = `token ${issued}`
          if (bank.accepted !== undefined) bank.accepted = next
          yield* bank.afterRenewal
          return Redacted.make(next)
        })
    }
  })
  const { accounts, createConsent, revoke, status } = bank
  return Object.assign(bank, {
    createConsent: (...given: Parameters<typeof createConsent>) =>
      Effect.map(createConsent(...given), (made) => ({ ...made, credentials: Redacted.make("pending") })),
    status: (id: string, credentials?: Redacted.Redacted) =>
      Effect.andThen(
        check(credentials),
        Effect.map(status(id), (state) =>
          credentials !== undefined && Redacted.value(credentials) === "pending" && state.status === "valid"
            ? { status: "partiallyAuthorised" as const, granted: {} }
            : state
        )
      ),
    revoke,
    accounts: (...given: Parameters<typeof accounts>) => Effect.andThen(check(given[3]), accounts(...given))
  })
}
