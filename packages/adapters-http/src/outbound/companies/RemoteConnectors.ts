/** Companies whose connectors are behind HTTP: the port to them, alone or beside other companies (docs/connectors.md; decisions 9). */
import * as NodeDns from "@effect/platform-node/NodeDns"
import { marketOf } from "@sheaf/domain/Company"
import type { CompanyId } from "@sheaf/domain/Company"
import { Connectors } from "@sheaf/ports"
import type { ConnectedCompany } from "@sheaf/ports"
import { Effect, Layer, Option } from "effect"
import type { Redacted, Scope } from "effect"
import type { Dns } from "effect/net"
import * as ConnectorApi from "../../connector/ConnectorApi.ts"
import * as OutboundClient from "../OutboundClient.ts"
import { InvalidTarget } from "../OutboundTarget.ts"
import type { OutboundTarget } from "../OutboundTarget.ts"
import * as RemoteCompany from "./RemoteCompany.ts"

export type { RemoteCompany } from "./RemoteCompany.ts"

/** A connector, and the companies that it serves. */
export interface RemoteConnectorOptions extends Omit<OutboundTarget, "maximumBytes"> {
  /** What the connector knows us by, as a bearer; beside or in place of the certificate that `tls` may show. */
  readonly secret?: Redacted.Redacted
  readonly companies: readonly [RemoteCompany.RemoteCompany, ...Array<RemoteCompany.RemoteCompany>]
  /** How long a company is left alone at first when it gives no answers, in milliseconds; 30,000 unless set. */
  readonly openMillis?: number
}

type Entry = readonly [id: CompanyId, company: Effect.Effect<ConnectedCompany>]

const connect = Effect.fnUntraced(function* ({ companies, openMillis, secret, ...target }: RemoteConnectorOptions) {
  const client = yield* OutboundClient.make({ ...target, maximumBytes: ConnectorApi.longestAnswer })
  return yield* Effect.forEach(
    companies,
    Effect.fnUntraced(function* (company) {
      const market = marketOf(company.company)
      if (market === undefined) return yield* new InvalidTarget({ message: `${company.company} is of no market` })
      const calling: RemoteCompany.Calling = {
        client,
        ...(secret !== undefined && { secret }),
        ...(openMillis !== undefined && { openMillis })
      }
      const entry: Entry = [company.company, yield* RemoteCompany.make(company, market, calling)]
      return entry
    })
  )
})

/** The companies of these connectors, each of which is asked for by one connector. */
export const make = Effect.fnUntraced(function* (
  connectors: ReadonlyArray<RemoteConnectorOptions>
): Effect.fn.Return<Connectors["Service"], InvalidTarget, Dns.Dns | Scope.Scope> {
  const companies = new Map((yield* Effect.forEach(connectors, connect)).flat())
  return {
    all: Effect.suspend(() => Effect.all([...companies.values()])),
    find: (id) => Effect.transposeOption(Option.fromUndefinedOr(companies.get(id)))
  }
})

/** The companies of these connectors alone. */
export const layer = (connectors: ReadonlyArray<RemoteConnectorOptions>): Layer.Layer<Connectors, InvalidTarget> =>
  Layer.effect(Connectors, make(connectors)).pipe(Layer.provide(NodeDns.layer))

/** The first ones, and those of the others that are not among them. */
const before = (first: Connectors["Service"], others: Connectors["Service"]): Connectors["Service"] => ({
  all: Effect.zipWith(first.all, others.all, (ours, theirs) => {
    const ids = new Set(ours.map(({ availability }) => availability.company))
    return [...ours, ...theirs.filter(({ availability }) => !ids.has(availability.company))]
  }),
  find: (id) =>
    Effect.flatMap(first.find(id), (found) => (Option.isSome(found) ? Effect.succeed(found) : others.find(id)))
})

/** The same adapters, with the companies of these connectors among theirs: each takes the place of one with its id. */
export const besides =
  (connectors: ReadonlyArray<RemoteConnectorOptions>) =>
  <A, E, R>(others: Layer.Layer<Connectors | A, E, R>): Layer.Layer<Connectors | A, E | InvalidTarget, R> =>
    Layer.effect(
      Connectors,
      Effect.gen(function* () {
        return before(yield* make(connectors), yield* Connectors)
      })
    ).pipe(Layer.provide(NodeDns.layer), Layer.provideMerge(others))
