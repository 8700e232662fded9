/** Connectors over HTTP, and the companies that they serve (docs/connectors.md; spec 2.5, 16). */
import * as NodeDns from "@effect/platform-node/NodeDns"
import { marketOf } from "@sheaf/domain/Company"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { Connectors } from "@sheaf/ports"
import type { ConnectedCompany, Connector } from "@sheaf/ports"
import { Array as Arr, Effect, Layer, Option } from "effect"
import type { Redacted, Scope } from "effect"
import type { HttpClient } from "effect/http"
import type { Dns } from "effect/net"
import * as ConnectorApi from "../../connector/ConnectorApi.ts"
import * as OutboundClient from "../OutboundClient.ts"
import { InvalidTargetError } from "../OutboundTarget.ts"
import type { OutboundTarget } from "../OutboundTarget.ts"
import * as CompanyBreaker from "./CompanyBreaker.ts"
import * as ConnectorCallError from "./ConnectorCallError.ts"
import * as IdentifiedLogin from "./IdentifiedLogin.ts"
import type { Identification } from "./IdentifiedLogin.ts"
import * as RemoteCompany from "./RemoteCompany.ts"
import * as RemoteConnector from "./RemoteConnector.ts"

export type { Identification } from "./IdentifiedLogin.ts"
export type { RemoteCompany } from "./RemoteCompany.ts"

/** A test server with the same protocol. It receives neither the company's secret nor its client certificate. */
export interface TestServer extends Pick<OutboundTarget, "allowPrivateAddresses" | "baseUrl"> {
  readonly secret?: Redacted.Redacted
}

export interface RemoteConnectorOptions extends Omit<OutboundTarget, "maxBytes"> {
  /** Sent as a bearer token, possibly in addition to a client certificate in `tls`. */
  readonly secret?: Redacted.Redacted
  readonly companies: readonly [RemoteCompany.RemoteCompany, ...Array<RemoteCompany.RemoteCompany>]
  /** The hosts to which the connector may send people's devices. Default: all public hosts. */
  readonly deviceHosts?: ReadonlyArray<string>
  /** The hosts whose pages the connector may show to people. Default: its own host. */
  readonly redirectHosts?: ReadonlyArray<string>
  /** The SESSION_METADATA attributes that the connector receives. Default: none. */
  readonly attributes?: ReadonlyArray<string>
  /** True if the connector receives the client's name and shows it to people. */
  readonly showsClient?: boolean
  /** If absent, the companies have no test environment. */
  readonly test?: TestServer
  /** The length of the first pause in calls after a company stops responding, in milliseconds. Default: 30,000. */
  readonly openMillis?: number
}

const sendsDevices = ({ loginMethods }: RemoteCompany.RemoteCompany): boolean =>
  loginMethods.some((method) => LoginMethod.describe(method).nativeOnly)

const identifyPeople = (
  company: RemoteCompany.RemoteCompany,
  showsClient: boolean,
  connector: Connector,
  identification: Identification
) => {
  const { companyDisplayName, loginMethods, requiresEndUserIp = false } = company
  return {
    company: { ...company, requiresEndUserIp: requiresEndUserIp || loginMethods.some(identification.needsAddress) },
    connector: IdentifiedLogin.over(connector, { companyDisplayName, requiresEndUserIp, showsClient }, identification),
    showsClient: true
  }
}

const connect = Effect.fnUntraced(function* (
  {
    attributes,
    companies,
    deviceHosts,
    openMillis,
    redirectHosts,
    secret,
    showsClient = false,
    test: _,
    ...target
  }: RemoteConnectorOptions,
  identification: Identification | undefined
) {
  const client = yield* OutboundClient.make({ ...target, maxBytes: ConnectorApi.maxResponseBytes })
  const devices = { deviceHosts, allowPrivateAddresses: target.allowPrivateAddresses }
  const pages = Effect.succeed({
    redirectHosts: redirectHosts ?? [new URL(target.baseUrl).host],
    allowPrivateAddresses: target.allowPrivateAddresses
  })
  const unlisted = deviceHosts === undefined ? companies.filter(sendsDevices) : []
  if (unlisted.length > 0) {
    yield* Effect.logWarning("connector without deviceHosts can send people's devices to any public host").pipe(
      Effect.annotateLogs({ companies: unlisted.map(({ company }) => company) })
    )
  }
  return yield* Effect.forEach(
    companies,
    Effect.fnUntraced(function* (company) {
      const market = marketOf(company.company)
      if (market === undefined)
        return yield* new InvalidTargetError({ message: `${company.company} has no market prefix` })
      const { callOutcomeOf } = ConnectorCallError
      const { guard, state } = yield* CompanyBreaker.make({
        company: company.company,
        openMillis,
        outcomeOf: callOutcomeOf
      })
      const connector = RemoteConnector.make({ client, devices, pages, secret }, guard)
      if (company.identifiedBySheaf === true && identification === undefined)
        return yield* new InvalidTargetError({ message: `nothing identifies the people of ${company.company}` })
      const made =
        company.identifiedBySheaf === true && identification !== undefined
          ? identifyPeople(company, showsClient, connector, identification)
          : { company, connector, showsClient }
      return [company.company, yield* RemoteCompany.make(made.company, market, { ...made, attributes, state })] as const
    })
  )
})

/** Returns the test connector, whose companies offer the test variants of their login methods. */
const testsOf = ({
  attributes,
  companies,
  deviceHosts,
  openMillis,
  showsClient,
  test,
  timeoutMillis
}: RemoteConnectorOptions): ReadonlyArray<RemoteConnectorOptions> =>
  test === undefined
    ? []
    : [
        {
          ...test,
          timeoutMillis,
          companies: Arr.map(companies, (company) => ({
            ...company,
            loginMethods: LoginMethod.testVariantsOf(company.loginMethods)
          })),
          ...(attributes && { attributes }),
          ...(deviceHosts && { deviceHosts }),
          ...(showsClient !== undefined && { showsClient }),
          ...(openMillis !== undefined && { openMillis })
        }
      ]

type CompaniesById = ReadonlyMap<string, Effect.Effect<ConnectedCompany>>

/** Returns the connectors of these companies and test environments. */
export const of = (companies: CompaniesById, tests: CompaniesById = new Map()): Connectors["Service"] => ({
  all: Effect.suspend(() => Effect.all([...companies.values()])),
  find: (id) => Effect.transposeOption(Option.fromUndefinedOr(companies.get(id))),
  findTest: (id) => Effect.transposeOption(Option.fromUndefinedOr(tests.get(id)))
})

/** `identification` is used for companies whose customers Sheaf identifies itself. */
export const make = Effect.fnUntraced(function* (
  connectors: ReadonlyArray<RemoteConnectorOptions>,
  identification?: Identification
): Effect.fn.Return<Connectors["Service"], InvalidTargetError, Dns.Dns | Scope.Scope> {
  const connectAll = (options: ReadonlyArray<RemoteConnectorOptions>) =>
    Effect.map(
      Effect.forEach(options, (each) => connect(each, identification)),
      (connected) => new Map(connected.flat())
    )
  const companies = yield* connectAll(connectors)
  return of(companies, yield* connectAll(connectors.flatMap(testsOf)))
})

export const layer = (
  connectors: ReadonlyArray<RemoteConnectorOptions>,
  identification?: Identification
): Layer.Layer<Connectors, InvalidTargetError> =>
  Layer.effect(Connectors, make(connectors, identification)).pipe(Layer.provide(NodeDns.layer))

export interface InProcessConnectorOptions {
  readonly transport: HttpClient.HttpClient
  readonly companies: ReadonlyArray<Omit<ConnectedCompany, "connector">>
  readonly pagesAt: Effect.Effect<string>
  readonly identification?: Identification
}

/**
 * If the login has type `PAGE`, the in-process connector may send people to a page that sends them back. For other
 * logins, it never does.
 */
const pageUse: NonNullable<Connector["pageUse"]> = (login) => (login.type === "PAGE" ? "OPTIONAL" : "NONE")

/**
 * Creates the companies behind an in-process connector. They have no circuit breaker and are always available, because
 * one person's scenario must not affect another's.
 */
export const makeInProcess = ({
  companies,
  identification,
  pagesAt,
  transport
}: InProcessConnectorOptions): Connectors["Service"] => {
  const client = OutboundClient.makeInProcess(transport, ConnectorApi.maxResponseBytes)
  const devices = { allowPrivateAddresses: true }
  const pages = Effect.map(pagesAt, (address) => ({
    redirectHosts: [new URL(address).host],
    allowPrivateAddresses: true
  }))
  const connector = RemoteConnector.make({ client, devices, pages, pageUse, secret: undefined }, (_, call) => call)
  const all = companies.map((company): ConnectedCompany => {
    if (identification === undefined) return { ...company, connector, showsClient: true }
    const { companyDisplayName, loginMethods } = company.availability
    const asked = { companyDisplayName, showsClient: true, requiresEndUserIp: false }
    return {
      ...company,
      connector: IdentifiedLogin.over(connector, asked, identification),
      requiresEndUserIp: loginMethods.some(identification.needsAddress),
      showsClient: true
    }
  })
  return of(new Map(all.map((connected) => [connected.availability.company, Effect.succeed(connected)])))
}

/** Combines two sets of connectors. If both sets contain a company, the connector in `first` is used. */
export const merge = (first: Connectors["Service"], others: Connectors["Service"]): Connectors["Service"] => ({
  all: Effect.zipWith(first.all, others.all, (ours, theirs) => {
    const ids = new Set(ours.map(({ availability }) => availability.company))
    return [...ours, ...theirs.filter(({ availability }) => !ids.has(availability.company))]
  }),
  find: (id) =>
    Effect.flatMap(first.find(id), (found) => (Option.isSome(found) ? Effect.succeed(found) : others.find(id))),
  findTest: (id) =>
    Effect.flatMap(first.findTest(id), (found) => (Option.isSome(found) ? Effect.succeed(found) : others.findTest(id)))
})

export const mergeInto =
  (connectors: ReadonlyArray<RemoteConnectorOptions>, identification?: Identification) =>
  <A, E, R>(others: Layer.Layer<Connectors | A, E, R>): Layer.Layer<Connectors | A, E | InvalidTargetError, R> =>
    Layer.effect(Connectors, Effect.zipWith(make(connectors, identification), Connectors, merge)).pipe(
      Layer.provide(NodeDns.layer),
      Layer.provideMerge(others)
    )
