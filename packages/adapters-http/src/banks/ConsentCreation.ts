/**
 * Creates a consent at a bank and returns the page where the person authorizes it (NextGenPSD2 1.3.11, establish
 * account information consent).
 */
import * as AccountNumber from "@sheaf/domain/AccountNumber"
import type { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import type { AccountHoldingBank, BankConsentRequest } from "@sheaf/ports"
import { Effect } from "effect"
import * as DecoupledConsent from "./DecoupledConsent.ts"
import * as AccessTokens from "./oauth/AccessTokens.ts"
import type * as ConsentOAuth from "./oauth/ConsentOAuth.ts"
import * as RedirectConfirmation from "./oauth/RedirectConfirmation.ts"
import * as AccessMapping from "./wire/AccessMapping.ts"
import * as BankCallError from "./wire/BankCallError.ts"
import type * as BankHttpClient from "./wire/BankHttpClient.ts"
import * as BankWire from "./wire/BankWire.ts"
import { consentPathOf, isId } from "./wire/ConsentPath.ts"
import * as ScaUrl from "./wire/ScaUrl.ts"

type Fields = Readonly<Record<string, string>>
type Client = BankHttpClient.BankHttpClient
type Redirect = Extract<BankConsentRequest["authorization"], { readonly _tag: "REDIRECT" }>
type OAuth = ReturnType<typeof ConsentOAuth.make>

export interface CreatingBank {
  readonly client: Client
  readonly connection: BankHttpClient.BankConnection
  readonly pages: ScaUrl.RedirectPolicy
  readonly server: OAuth | undefined
  readonly loginServer: OAuth | undefined
  /** Runs an operation's calls through the circuit breaker. */
  readonly guarded: <A>(
    key: string,
    calls: Effect.Effect<A, BankCallError.AttemptedBankCallError>
  ) => Effect.Effect<A, BankCallError.BankCallError>
}

/** NextGenPSD2 defines these header fields for consents but not for authorizations. */
const withoutConsentFields = {
  "tpp-explicit-authorisation-preferred": undefined,
  "tpp-brand-logging-information": undefined
}

const authorizationFields = ({ connection, server }: CreatingBank, { authorization }: BankConsentRequest) => {
  if (authorization._tag === "DECOUPLED") {
    return {
      ...DecoupledConsent.psuHeadersOf(connection.profile, authorization.personalNumber),
      "tpp-redirect-preferred": "false",
      "tpp-decoupled-preferred": "true",
      "tpp-explicit-authorisation-preferred": "true"
    }
  }
  const returnUrl = (server && authorization.registered?.returnUrl) ?? authorization.returnUrl
  return {
    "tpp-redirect-preferred": "true",
    "tpp-redirect-uri": returnUrl,
    "tpp-nok-redirect-uri": returnUrl,
    "tpp-explicit-authorisation-preferred": "false"
  }
}

/**
 * Returns the links for the person's authorization. If the consent has none, starts an authorization and returns its
 * links.
 */
const linksOf = Effect.fnUntraced(function* (
  client: Client,
  name: "scaRedirect" | "scaOAuth",
  { consentId, _links }: typeof BankWire.WireCreatedConsent.Type,
  fields: Readonly<Record<string, string | undefined>>,
  key: string
) {
  const isImplicit = BankWire.hrefOf(_links, name) !== undefined
  // Banks spell links and paths in British or American English.
  const spelling = ["Authorisation", "Authorization"].find(
    (each) => BankWire.hrefOf(_links, `start${each}`) !== undefined
  )
  const { _links: links } =
    !isImplicit && spelling !== undefined
      ? yield* client.sendAndDecode(BankWire.WireStartedAuthorisation, {
          method: "POST",
          path: consentPathOf(client, consentId, `/${spelling.toLowerCase()}s`),
          fields: { ...fields, ...withoutConsentFields },
          body: {},
          key: `${key}/authorisation`
        })
      : { _links }
  return { page: BankWire.hrefOf(links, name), confirmation: BankWire.hrefOf(links, "confirmation") }
})

/**
 * Returns the consent's id and the URL of the bank's page where the person authorizes the consent. Also returns the
 * authorization's credentials if the bank uses OAuth or a confirmation code.
 */
const pageOf = Effect.fnUntraced(function* (
  { client, loginServer, pages, server }: CreatingBank,
  made: typeof BankWire.WireCreatedConsent.Type,
  { registered }: Redirect,
  fields: Readonly<Record<string, string | undefined>>,
  key: string
) {
  const { consentId: bankConsentId } = made
  if (server !== undefined && registered !== undefined) {
    const { confirmation, page: link } = yield* linksOf(client, "scaOAuth", made, fields, key)
    if (confirmation !== undefined) return yield* new BankCallError.BankResponseError({ reason: "CONFIRMATION" })
    return { bankConsentId, ...(yield* server.begin({ bankConsentId, link, ...registered })) }
  }
  const { confirmation, page: href } = yield* linksOf(client, "scaRedirect", made, fields, key)
  if (href === undefined) return yield* new BankCallError.BankResponseError({ reason: "NO_PAGE" })
  const redirectUrl = ScaUrl.redirectUrlOf(href, pages)
  if (redirectUrl === undefined) return yield* new BankCallError.BankResponseError({ reason: "PAGE_ADDRESS" })
  if (confirmation === undefined) return { bankConsentId, redirectUrl }
  if (loginServer !== undefined) return yield* new BankCallError.BankResponseError({ reason: "CONFIRMATION" })
  const credentials = RedirectConfirmation.unconfirmedCredentials(client.linkOf(confirmation))
  return { bankConsentId, redirectUrl, credentials }
})

/**
 * Some banks accept only consents for specific accounts, but can list the person's accounts before a consent exists.
 * For those banks, adds all listed accounts to the scope.
 */
const withAccounts = Effect.fnUntraced(function* (
  { client, connection: { profile } }: CreatingBank,
  scope: Psd2AisConsentScope,
  fields: Fields
) {
  if (profile.accountList === undefined || scope.accountIds !== undefined) return scope
  const path = client.pathOf(profile.accountList)
  const { accounts } = yield* client.sendAndDecode(BankWire.WireAccountList, { method: "GET", path, fields })
  const ids = accounts.flatMap((each) => AccessMapping.accountIdOf(each) ?? [])
  const accountIds = ids.filter((id) => AccountNumber.parse(id) !== undefined)
  const named: Psd2AisConsentScope = { ...scope, accountIds }
  return accountIds.length === 0 ? scope : named
})

export const make =
  (parts: CreatingBank): AccountHoldingBank["createConsent"] =>
  (request, key) => {
    const { client, connection, guarded, loginServer, server } = parts
    const { covers, frequency, globalAccess } = connection.profile
    const {
      authorization,
      clientName,
      credentials,
      isOneTime = false,
      psuIpAddress,
      psuLocale,
      scope,
      validUntil
    } = request
    const isNameable = AccessMapping.requestedAccessOf(scope, false) !== undefined
    const needsRegistered = server !== undefined && authorization._tag === "REDIRECT"
    const lacksPerson = loginServer !== undefined && credentials === undefined
    if (!isNameable || lacksPerson || (needsRegistered && authorization.registered === undefined))
      return Effect.fail(BankCallError.toBankError(new BankCallError.BankRequestError({ reason: "REFUSED" })))
    const attended = {
      ...authorizationFields(parts, request),
      "psu-ip-address": psuIpAddress,
      "psu-accept-language": psuLocale,
      "tpp-brand-logging-information": clientName
    }
    const terms = {
      recurringIndicator: !isOneTime,
      validUntil,
      frequencyPerDay: isOneTime ? 1 : frequency.perDay,
      combinedServiceIndicator: false
    }
    const created = Effect.fnUntraced(function* (token: Fields) {
      const fields = { ...attended, ...token }
      const named = yield* withAccounts(parts, scope, { ...token, "psu-ip-address": psuIpAddress })
      const access = AccessMapping.requestedAccessOf(named, covers.includes("OWNER"))
      const isGlobal = access?.allPsd2 !== undefined && globalAccess === "ALL_ACCOUNTS"
      const body = isGlobal ? { access: "ALL_ACCOUNTS" } : { access, ...terms }
      const made = yield* client.sendAndDecode(BankWire.WireCreatedConsent, {
        method: "POST",
        path: client.pathOf("consents"),
        fields,
        body,
        key
      })
      const { consentId: bankConsentId } = made
      if (!isId(bankConsentId)) return yield* new BankCallError.BankResponseError({ reason: "CONSENT_ID" })
      if (authorization._tag === "DECOUPLED") return { bankConsentId }
      const shown = yield* pageOf(parts, made, authorization, fields, key)
      return credentials === undefined ? shown : { ...shown, credentials }
    })
    return AccessTokens.authorizationHeaders(credentials).pipe(
      Effect.flatMap((token) => guarded(key, created(token))),
      Effect.mapError(BankCallError.toBankError)
    )
  }
