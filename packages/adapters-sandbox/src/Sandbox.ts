/** The sandbox as adapters: simulated companies behind the port of connectors, and the catalogue of their scenarios (decisions 16). */
import { Connectors, Scenarios } from "@sheaf/ports"
import type { ConnectedCompany } from "@sheaf/ports"
import { Effect, Layer, Option } from "effect"
import { availabilityOf, companies, supportedOf } from "./companies/Companies.ts"
import * as SandboxConnector from "./SandboxConnector.ts"
import { catalogue } from "./scenarios/Catalogue.ts"

const connectors = Layer.effect(
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

/** The simulated companies and the catalogue of what they can be made to do. */
export const layer: Layer.Layer<Connectors | Scenarios> = Layer.merge(connectors, scenarios)
