/** The sandbox as adapters: simulated companies behind the port of connectors, and the catalogue of their scenarios (decisions 16). */
import { Connectors, Scenarios } from "@sheaf/ports"
import type { ConnectedCompany, ElectronicId } from "@sheaf/ports"
import { Effect, Layer, Option } from "effect"
import * as LoginHost from "./clientSide/LoginHost.ts"
import { availabilityOf, companies, supportedOf } from "./companies/Companies.ts"
import * as SandboxConnector from "./SandboxConnector.ts"
import { catalogue } from "./scenarios/Catalogue.ts"

/** The simulated companies, whose sites are wherever the login host is. */
export const connectors: Layer.Layer<Connectors, never, ElectronicId | LoginHost.LoginHost> = Layer.effect(
  Connectors,
  Effect.map(SandboxConnector.make, (connector) => {
    const all: ReadonlyArray<ConnectedCompany> = companies.map((company) => ({
      availability: availabilityOf(company),
      supported: supportedOf(company),
      connector
    }))
    const byId = new Map(all.map((connected) => [connected.availability.company, connected]))
    return { all: Effect.succeed(all), find: (id) => Effect.succeed(Option.fromUndefinedOr(byId.get(id))) }
  })
)

const scenarios = Layer.succeed(Scenarios, { all: catalogue })

export interface SandboxOptions {
  /** Where clients execute the requests of the client-side login method (spec 2.7). */
  readonly loginHost: LoginHost.LoginHostOptions
}

/**
 * The simulated companies, the catalogue of what they can be made to do, and the login host, which starts in the
 * background. Electronic IDs are checked by whichever provider stands behind the port.
 */
export const layer = ({ loginHost }: SandboxOptions): Layer.Layer<Connectors | Scenarios, never, ElectronicId> =>
  Layer.merge(Layer.provide(connectors, LoginHost.layer(loginHost)), scenarios)
