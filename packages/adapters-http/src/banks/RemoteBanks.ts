/** The banks that Sheaf reaches over NextGenPSD2, among other companies (docs/banks.md; decisions 21). */
import * as NodeDns from "@effect/platform-node/NodeDns"
import { marketOf } from "@sheaf/domain/Company"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { AccountHoldingBanks, Connectors, PublicAddress } from "@sheaf/ports"
import type { AccountHoldingBank } from "@sheaf/ports"
import { Context, Effect, Layer, Option } from "effect"
import type { Scope } from "effect"
import type { HttpClient } from "effect/http"
import type { Dns } from "effect/net"
import * as CompanyGuard from "../outbound/companies/CompanyGuard.ts"
import * as RemoteCompany from "../outbound/companies/RemoteCompany.ts"
import * as RemoteConnectors from "../outbound/companies/RemoteConnectors.ts"
import * as OutboundClient from "../outbound/OutboundClient.ts"
import * as OutboundTarget from "../outbound/OutboundTarget.ts"
import * as BankFault from "./BankFault.ts"
import type { BankNames } from "./AccountMapping.ts"
import type { BankConnection } from "./BankCalls.ts"
import * as OneTimeConnector from "./OneTimeConnector.ts"
import * as RemoteBank from "./RemoteBank.ts"
import * as RequestSignature from "./RequestSignature.ts"

/** The way in which a bank asks its customers: on its own page, or in its own app (decoupled). */
export type ScaApproach = "REDIRECT" | "DECOUPLED"

/** A bank, without the details of the connection to it. */
export interface DescribedBank extends BankNames, Pick<RemoteBank.RemoteBankSettings, "frequencyPerDay" | "psuIdType"> {
  readonly approaches: ReadonlyArray<ScaApproach>
  /** The hosts of the bank's pages, apart from the host of its base address. */
  readonly redirectHosts?: ReadonlyArray<string>
}

/** A bank as its operator describes it. */
export interface RemoteBankOptions extends DescribedBank, Omit<OutboundTarget.OutboundTarget, "maximumBytes"> {
  readonly maximumConsentValidityDays?: number
  /** The seal that signs requests. */
  readonly seal?: RequestSignature.Seal
  /** The first pause after the bank stops responding, in milliseconds. 30,000 by default. */
  readonly openMillis?: number
}

/** The largest response, in bytes: a page of transactions. */
const maximumBytes = 8 * 1024 * 1024

const authorizations = { REDIRECT: "REDIRECT", DECOUPLED: "ELECTRONIC_ID" } as const satisfies Record<
  ScaApproach,
  AccountHoldingBank["authorizations"][number]
>

const bankOf = (
  { approaches, company, companyDisplayName, frequencyPerDay, psuIdType, redirectHosts = [] }: DescribedBank,
  connection: BankConnection,
  allowPrivateAddresses: boolean,
  guard: CompanyGuard.Guard<BankFault.SentBankFault>
): AccountHoldingBank =>
  RemoteBank.make(
    {
      connection,
      names: { company, companyDisplayName },
      pages: { base: connection.base, redirectHosts, allowPrivateAddresses },
      authorizations: approaches.map((approach) => authorizations[approach]),
      frequencyPerDay,
      ...(psuIdType !== undefined && { psuIdType })
    },
    guard
  )

/**
 * The login methods of collections under a one-time consent. With DECOUPLED, the electronic ID on any device. With
 * REDIRECT, the email address, because the person logs in on the bank's page and Sheaf needs no credentials.
 */
const loginMethods: Readonly<Record<ScaApproach, ReadonlyArray<LoginMethod.LoginMethod>>> = {
  DECOUPLED: LoginMethod.all.filter((method) => {
    const { electronicId, environment, nativeOnly } = LoginMethod.describe(method)
    return electronicId && !nativeOnly && environment === "REAL"
  }),
  REDIRECT: ["EMAIL"]
}

/** The path to which a bank's page redirects a person during a collection. */
const returnPath = "/collections/return"

const connect = Effect.fnUntraced(function* (options: RemoteBankOptions, returnUrl: Effect.Effect<string>) {
  const { allowPrivateAddresses = false, approaches, company, companyDisplayName } = options
  const { maximumConsentValidityDays, openMillis, seal } = options
  const market = marketOf(company)
  if (market === undefined) {
    return yield* new OutboundTarget.InvalidTarget({ message: `${company} has no market prefix` })
  }
  const base = yield* Effect.fromResult(OutboundTarget.baseOf(options))
  const client = yield* OutboundClient.make({ ...options, maximumBytes })
  const connection = { client, base, ...(seal !== undefined && { sign: RequestSignature.make(seal) }) }
  const { guard, standing } = yield* CompanyGuard.make({ company, openMillis, outcomeOf: BankFault.outcomeOf })
  const bank = bankOf(options, connection, allowPrivateAddresses, guard)
  const described: RemoteCompany.RemoteCompany = {
    company,
    companyDisplayName,
    insurance: [],
    wealth: [],
    psd2Ais: { balances: true, transactions: true },
    loginMethods: approaches.flatMap((approach) => loginMethods[approach]),
    ...(maximumConsentValidityDays !== undefined && { maximumConsentValidityDays })
  }
  const connector = OneTimeConnector.make({ bank, returnUrl })
  return { company, bank, current: yield* RemoteCompany.make(described, market, { connector, standing }) }
})

/** Creates banks, each with its company. During collections, their pages redirect people to `returnUrl`. */
export const make = Effect.fnUntraced(function* (
  options: ReadonlyArray<RemoteBankOptions>,
  returnUrl: Effect.Effect<string>
): Effect.fn.Return<
  { readonly banks: AccountHoldingBanks["Service"]; readonly companies: Connectors["Service"] },
  OutboundTarget.InvalidTarget,
  Dns.Dns | Scope.Scope
> {
  const connected = yield* Effect.forEach(options, (each) => connect(each, returnUrl))
  const banks = new Map(connected.map(({ bank, company }) => [company, bank]))
  const companies = new Map(connected.map(({ company, current }) => [company, current]))
  return {
    banks: { find: (company) => Effect.succeed(Option.fromUndefinedOr(banks.get(company))) },
    companies: {
      all: Effect.suspend(() => Effect.all([...companies.values()])),
      find: (company) => Effect.transposeOption(Option.fromUndefinedOr(companies.get(company)))
    }
  }
})

/** The timeout of a call to a bank inside this process, in milliseconds. */
const innerTimeoutMillis = 10_000

/**
 * Creates banks inside this process, such as the sandbox's. `transport` reaches each bank below a path with its
 * identifier. No circuit breaker pauses calls, because one person's scenario must not affect other people's.
 */
export const inside = Effect.fnUntraced(function* (
  transport: HttpClient.HttpClient,
  described: ReadonlyArray<DescribedBank>
): Effect.fn.Return<AccountHoldingBanks["Service"]> {
  const made = yield* Effect.forEach(described, (each) => {
    const base = new URL(`http://localhost/${each.company}/`)
    return Effect.map(
      OutboundClient.over(transport, base, { maximumBytes, timeoutMillis: innerTimeoutMillis }),
      (client) => [each.company, bankOf(each, { client, base }, true, (_, call) => call)] as const
    )
  })
  const banks = new Map(made)
  return { find: (company) => Effect.succeed(Option.fromUndefinedOr(banks.get(company))) }
})

/** Adds these banks to `others`. They replace other companies and banks with the same ids. */
export const besides =
  (options: ReadonlyArray<RemoteBankOptions>) =>
  <A, E, R>(
    others: Layer.Layer<AccountHoldingBanks | Connectors | A, E, R>
  ): Layer.Layer<AccountHoldingBanks | Connectors | A, E | OutboundTarget.InvalidTarget, R | PublicAddress> =>
    Layer.effectContext(
      Effect.gen(function* () {
        const { base } = yield* PublicAddress
        const { banks, companies } = yield* make(
          options,
          Effect.map(base, (address) => `${address}${returnPath}`)
        )
        const otherBanks = yield* AccountHoldingBanks
        return Context.make(Connectors, RemoteConnectors.before(companies, yield* Connectors)).pipe(
          Context.add(AccountHoldingBanks, {
            find: (company) =>
              Effect.flatMap(banks.find(company), (found) =>
                Option.isSome(found) ? Effect.succeed(found) : otherBanks.find(company)
              )
          })
        )
      })
    ).pipe(Layer.provide(NodeDns.layer), Layer.provideMerge(others))
