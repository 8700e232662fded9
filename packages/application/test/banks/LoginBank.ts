/** A scripted bank at which people log in before it creates a consent. */
import { Effect, Redacted } from "effect"
import * as OAuthBank from "./OAuthBank.ts"

export const loginUrl = "https://bank.example/login"

export interface LoginBank extends OAuthBank.OAuthBank {
  readonly logins: Array<string>
  readonly tokens: Array<string | undefined>
}

export const make = (): LoginBank => {
  const plain = OAuthBank.make()
  const { createConsent } = plain
  const bank: LoginBank = Object.assign(plain, {
    authorizations: ["REDIRECT"] as const,
    logins: [],
    tokens: [],
    login: ({ state }: { readonly state: string }) =>
      Effect.sync(() => {
        bank.logins.push(state)
        return { redirectUrl: loginUrl, credentials: Redacted.make("pending") }
      }),
    createConsent: (...[request, key]: Parameters<typeof createConsent>) => {
      bank.tokens.push(request.credentials && Redacted.value(request.credentials))
      return Effect.map(createConsent(request, key), (made) => ({
        ...made,
        ...(request.credentials && { credentials: request.credentials })
      }))
    }
  })
  return bank
}
