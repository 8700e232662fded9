/** Creates the banks that Sheaf calls over NextGenPSD2, and adds them to the companies (docs/banks.md; spec 16). */
import * as NodeDns from "@effect/platform-node/NodeDns"
import { marketOf } from "@sheaf/domain/Company"
import type { CompanyId } from "@sheaf/domain/Company"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { AccountHoldingBanks, BankProfile, CallContext, Connectors } from "@sheaf/ports"
import type { AccountHoldingBank, Connector } from "@sheaf/ports"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import type { Scope } from "effect"
import type { HttpClient } from "effect/http"
import type { Dns } from "effect/net"
import * as CompanyBreaker from "../outbound/companies/CompanyBreaker.ts"
import * as RemoteCompany from "../outbound/companies/RemoteCompany.ts"
import * as RemoteConnectors from "../outbound/companies/RemoteConnectors.ts"
import * as OutboundClient from "../outbound/OutboundClient.ts"
import * as OutboundTarget from "../outbound/OutboundTarget.ts"
import * as BankCallError from "./wire/BankCallError.ts"
import type { BankIdentity } from "./wire/AccountMapping.ts"
import type { BankConnection } from "./wire/BankHttpClient.ts"
import type { ClientRegistration } from "./oauth/ClientAuthentication.ts"
import type { OAuthSettings } from "./oauth/OAuthServer.ts"
import * as ServerConnection from "./oauth/ServerConnection.ts"
import * as OneTimeConsentConnector from "./OneTimeConsentConnector.ts"
import * as RemoteBank from "./RemoteBank.ts"
import * as ProviderCertificates from "./ProviderCertificates.ts"
import * as RequestSignature from "./wire/RequestSignature.ts"

export interface BankDescription extends BankIdentity {
  readonly profile: BankProfile.ResolvedProfile
  /** Hosts that may serve the bank's pages, in addition to the host of its API. */
  readonly redirectHosts?: ReadonlyArray<string>
  readonly seal?: RequestSignature.ElectronicSeal
}

export interface ClientTppIdentity extends Required<Pick<OutboundTarget.OutboundTarget, "tls">> {
  /** If absent, this client's requests are not signed. */
  readonly seal?: RequestSignature.ElectronicSeal
  /** Default: the operator's client id. */
  readonly oauthClientId?: string
  readonly certificates?: ReadonlyArray<ProviderCertificates.ProviderCertificate>
}

export interface RemoteBankOptions
  extends
    BankDescription,
    Pick<RemoteCompany.RemoteCompany, "directory" | "logo">,
    Omit<OutboundTarget.OutboundTarget, "maxBytes">,
    Pick<ServerConnection.ServerOptions, "authentication" | "oauth"> {
  readonly clients?: Readonly<Record<string, ClientTppIdentity>>
  /** The length of the first pause in calls after the bank stops responding, in milliseconds. Default: 30,000. */
  readonly openMillis?: number
  /** The bank is disabled while any of these certificates is not valid. */
  readonly certificates?: ReadonlyArray<ProviderCertificates.ProviderCertificate>
  /** Returns new options if the certificate files have changed, and otherwise the same object as before. */
  readonly reload?: Effect.Effect<RemoteBankOptions>
}

/** The maximum response size, in bytes. The largest responses are pages of transactions. */
const maxBytes = 8 * 1024 * 1024

const authorizations = {
  REDIRECT: "REDIRECT",
  OAUTH: "REDIRECT",
  DECOUPLED: "DECOUPLED"
} as const satisfies Record<BankProfile.ScaApproach, AccountHoldingBank["authorizations"][number]>

interface BankConnections extends Pick<BankConnection, "base" | "client"> {
  readonly allowPrivateAddresses: boolean
  readonly guard: CompanyBreaker.BreakerPolicy<BankCallError.AttemptedBankCallError>
  readonly server?: OAuthSettings
}

const bankOf = (
  { company, companyDisplayName, profile, redirectHosts = [], seal }: BankDescription,
  { allowPrivateAddresses, base, client, guard, server }: BankConnections
): AccountHoldingBank => {
  const { approaches, authentication } = profile
  const market = marketOf(company)
  const clientId = server?.registration.clientId
  return RemoteBank.make(
    {
      connection: {
        base,
        client,
        profile,
        values: { ...(market !== undefined && { market }), ...(clientId !== undefined && { clientId }) },
        ...ServerConnection.applicationTokenOf(profile, server),
        ...(seal !== undefined && { sign: RequestSignature.make(seal, profile.signature) })
      },
      names: { company, companyDisplayName },
      pages: { base, redirectHosts, allowPrivateAddresses },
      authorizations: [...new Set(approaches.map((approach) => authorizations[approach]))],
      ...(server !== undefined && approaches.includes("OAUTH") && { oauth: server }),
      ...(server !== undefined && authentication.before === "CONSENT" && { login: server })
    },
    guard
  )
}

/**
 * Login methods that use a page of the bank or its authorization server. EMAIL works like REDIRECT and ignores the
 * email address.
 */
const onPage: ReadonlyArray<LoginMethod.LoginMethod> = ["REDIRECT", "EMAIL"]

/**
 * The login methods for a one-time consent, by the bank's SCA approach. DECOUPLED offers the electronic IDs that can
 * authorize consents.
 */
const loginMethods: Readonly<Record<BankProfile.ScaApproach, ReadonlyArray<LoginMethod.LoginMethod>>> = {
  DECOUPLED: LoginMethod.all.filter((method) => {
    const { authorizesConsents, environment } = LoginMethod.describe(method)
    return authorizesConsents && environment === "REAL"
  }),
  REDIRECT: onPage,
  OAUTH: onPage
}

const identifiedAs = (
  { profile, seal: _, ...options }: RemoteBankOptions,
  { oauthClientId: clientId, seal, tls }: ClientTppIdentity
): RemoteBankOptions => ({
  ...options,
  tls,
  profile: BankProfile.resolve(profile, { clientId }),
  ...(seal !== undefined && { seal })
})

const bankWith = Effect.fnUntraced(function* (
  options: RemoteBankOptions,
  guard: CompanyBreaker.BreakerPolicy<BankCallError.AttemptedBankCallError>
) {
  const base = yield* Effect.fromResult(OutboundTarget.baseUrlOf(options))
  const client = yield* OutboundClient.make({ ...options, maxBytes })
  const server = yield* ServerConnection.make(options, base)
  const redirectHosts = [...(options.redirectHosts ?? []), ...(server?.hosts ?? [])]
  const { allowPrivateAddresses = false } = options
  return bankOf(
    { ...options, redirectHosts },
    { base, client, allowPrivateAddresses, guard, ...(server !== undefined && { server: server.settings }) }
  )
})

/** The operator's and the clients' connections, all made from the same version of the certificate files. */
interface Identities {
  readonly options: RemoteBankOptions
  readonly general: AccountHoldingBank
  readonly own: ReadonlyMap<string, AccountHoldingBank>
}

const identitiesOf = Effect.fnUntraced(function* (
  options: RemoteBankOptions,
  guard: CompanyBreaker.BreakerPolicy<BankCallError.AttemptedBankCallError>
) {
  const general = yield* bankWith(options, guard)
  const own = new Map<string, AccountHoldingBank>()
  for (const [clientId, identity] of Object.entries(options.clients ?? {}))
    own.set(clientId, yield* bankWith(identifiedAs(options, identity), guard))
  const made: Identities = { options, general, own }
  return made
})

/**
 * Makes new identities when the certificate files change. If the new files are unusable, keeps the previous identities.
 */
const reloading = Effect.fnUntraced(function* (
  options: RemoteBankOptions,
  guard: CompanyBreaker.BreakerPolicy<BankCallError.AttemptedBankCallError>
) {
  const context = yield* Effect.context<Dns.Dns | Scope.Scope>()
  let known = yield* identitiesOf(options, guard)
  const { reload } = options
  if (reload === undefined) return { first: known, latest: Effect.succeed(known) }
  const latest = Effect.flatMap(reload, (next) => {
    if (next === known.options) return Effect.succeed(known)
    return identitiesOf(next, guard).pipe(
      Effect.provideContext(context),
      Effect.map((made) => (known = made)),
      Effect.catch(({ message }) =>
        Effect.as(
          Effect.annotateLogs(Effect.logWarning("bank's new certificates cannot be used"), {
            company: options.company,
            fault: message
          }),
          known
        )
      )
    )
  })
  return { first: known, latest }
})

/**
 * Returns the bank as the current client calls it: with the client's own identity if it has one, or else with the
 * general identity. Fails if a certificate of that identity is not valid.
 */
const identified = Effect.fnUntraced(function* ({ general, options, own }: Identities) {
  const { client } = yield* CallContext
  const found = own.get(client)
  const { certificates = [] } = found === undefined ? options : (options.clients?.[client] ?? options)
  yield* ProviderCertificates.requireValid(certificates)
  return found ?? general
})

const connect = Effect.fnUntraced(function* (options: RemoteBankOptions) {
  const { company, companyDisplayName, directory, logo, openMillis, profile } = options
  const { approaches, consentDays } = profile
  const market = marketOf(company)
  if (market === undefined) {
    return yield* new OutboundTarget.InvalidTargetError({ message: `${company} has no market prefix` })
  }
  const { guard, state } = yield* CompanyBreaker.make({ company, openMillis, outcomeOf: BankCallError.callOutcomeOf })
  const { first, latest } = yield* reloading(options, guard)
  const bank = ProviderCertificates.delegateTo(first.general, Effect.flatMap(latest, identified))
  const certificates = Effect.map(latest, ({ options: { certificates = [] } }) => certificates)
  const described: RemoteCompany.RemoteCompany = {
    company,
    companyDisplayName,
    ...(directory && { directory }),
    ...(logo && { logo }),
    insurance: [],
    wealth: [],
    psd2Ais: { balances: true, transactions: true },
    loginMethods: [...new Set(approaches.flatMap((approach) => loginMethods[approach]))].filter((method) =>
      LoginMethod.isAvailableIn(method, market)
    ),
    ...(consentDays !== undefined && { maximumConsentValidityDays: consentDays })
  }
  const connector = OneTimeConsentConnector.make(bank)
  const connection = { connector, state: ProviderCertificates.stateUnlessCertificateInvalid(certificates, state) }
  return { company, bank, current: yield* RemoteCompany.make(described, market, connection) }
})

export const make = Effect.fnUntraced(function* (
  options: ReadonlyArray<RemoteBankOptions>
): Effect.fn.Return<
  { readonly banks: AccountHoldingBanks["Service"]; readonly companies: Connectors["Service"] },
  OutboundTarget.InvalidTargetError,
  Dns.Dns | Scope.Scope
> {
  const connected = yield* Effect.forEach(options, connect)
  const banks = new Map(connected.map(({ bank, company }) => [company, bank]))
  const companies = new Map(connected.map(({ company, current }) => [company, current]))
  return {
    banks: { find: (company) => Effect.succeed(Option.fromUndefinedOr(banks.get(company))) },
    companies: RemoteConnectors.of(companies)
  }
})

const innerClientId = "sheaf"

const innerSecret = Redacted.make("sheaf")

const innerRegistrationOf = ({
  authentication: { clientId = innerClientId, method = "tls_client_auth" }
}: BankProfile.ResolvedProfile): ClientRegistration =>
  method === "client_secret_basic" || method === "client_secret_post"
    ? { clientId, method, secret: innerSecret }
    : { clientId, method: "tls_client_auth" }

/**
 * Creates banks that run in this process. `transport` reaches each bank at a path that begins with its identifier.
 * There is no circuit breaker, so one person's test scenario cannot pause the bank for others.
 */
export const makeInProcess = (
  transport: HttpClient.HttpClient,
  described: ReadonlyArray<BankDescription>
): AccountHoldingBanks["Service"] => {
  const made = described.map((each) => {
    const base = new URL(`http://localhost/${each.company}/`)
    const clientAt = (origin: URL) => OutboundClient.makeInProcess(transport, maxBytes, origin)
    // The bank's pages and its authorization server share an origin, which is unknown until the login host is
    // listening.
    const registration = innerRegistrationOf(each.profile)
    const { authorizationLinksUrl: links } = each.profile.authentication
    const linksUrl = links === undefined ? undefined : new URL(links.replace(/^\//, ""), base).href
    const server: OAuthSettings = {
      registration,
      metadataUrl: new URL(".well-known/oauth-authorization-server", base).href,
      ...ServerConnection.linksUrlOf(linksUrl, each.profile, registration.clientId),
      templates: each.profile.authentication,
      clientAt: (origin) => Effect.succeed(clientAt(new URL(origin)))
    }
    const client = clientAt(base)
    const guard: BankConnections["guard"] = (_, call) => call
    return [each.company, bankOf(each, { client, base, server, allowPrivateAddresses: true, guard })] as const
  })
  const banks = new Map(made)
  return { find: (company) => Effect.succeed(Option.fromUndefinedOr(banks.get(company))) }
}

export const oneTimeConsentConnectors = (banks: AccountHoldingBanks["Service"]) => ({
  find: (company: CompanyId): Effect.Effect<Option.Option<Connector>> =>
    Effect.map(banks.find(company), Option.map(OneTimeConsentConnector.make))
})

export const mergeInto =
  (options: ReadonlyArray<RemoteBankOptions>) =>
  <A, E, R>(
    others: Layer.Layer<AccountHoldingBanks | Connectors | A, E, R>
  ): Layer.Layer<AccountHoldingBanks | Connectors | A, E | OutboundTarget.InvalidTargetError, R> =>
    Layer.effectContext(
      Effect.gen(function* () {
        const { banks, companies } = yield* make(options)
        const otherBanks = yield* AccountHoldingBanks
        return Context.make(Connectors, RemoteConnectors.merge(companies, yield* Connectors)).pipe(
          Context.add(AccountHoldingBanks, {
            find: (company) =>
              Effect.flatMap(banks.find(company), (found) =>
                Option.isSome(found) ? Effect.succeed(found) : otherBanks.find(company)
              )
          })
        )
      })
    ).pipe(Layer.provide(NodeDns.layer), Layer.provideMerge(others))
