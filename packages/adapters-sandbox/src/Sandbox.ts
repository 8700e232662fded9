/** The sandbox as adapters: simulated companies and banks behind their ports, and the catalogue of their scenarios (decisions 16). */
import { Connectors, Scenarios } from "@sheaf/ports"
import type { AccountHoldingBanks, ConnectedCompany, ElectronicId } from "@sheaf/ports"
import { Effect, Layer, Option } from "effect"
import { join } from "node:path"
import * as ConsentFiles from "./banks/ConsentFiles.ts"
import * as SandboxBanks from "./banks/SandboxBanks.ts"
import * as LoginHost from "./clientSide/LoginHost.ts"
import { availabilityOf, companies, supportedOf } from "./companies/Companies.ts"
import * as SandboxConnector from "./connector/SandboxConnector.ts"
import { catalogue } from "./scenarios/Catalogue.ts"
import { consentCatalogue } from "./scenarios/ConsentTable.ts"

/** What is told of each simulated company. */
export const descriptions: ReadonlyArray<Omit<ConnectedCompany, "connector">> = companies.map((company) => ({
  availability: availabilityOf(company),
  supported: supportedOf(company)
}))

/** The simulated companies, whose sites are wherever the login host is. */
export const connectors: Layer.Layer<Connectors, never, ElectronicId | LoginHost.LoginHost> = Layer.effect(
  Connectors,
  Effect.map(SandboxConnector.make, (connector) => {
    const all: ReadonlyArray<ConnectedCompany> = descriptions.map((told) => ({ ...told, connector }))
    const byId = new Map(all.map((connected) => [connected.availability.company, connected]))
    return { all: Effect.succeed(all), find: (id) => Effect.succeed(Option.fromUndefinedOr(byId.get(id))) }
  })
)

const scenarios = Layer.succeed(Scenarios, { all: catalogue, consents: consentCatalogue })

export interface SandboxOptions {
  /** Where clients execute the requests of the client-side login method (spec 2.7), and where the pages of the banks are. */
  readonly loginHost: LoginHost.LoginHostOptions
  /** The folder in which the banks keep consents; without it, `consents` in that of the login host. */
  readonly consentsFolder?: string
}

/**
 * The simulated companies and banks, the catalogue of what they can be made to do, and the login host, which starts in
 * the background. Electronic IDs are checked by whichever provider stands behind the port.
 */
export const layer = ({
  consentsFolder,
  loginHost
}: SandboxOptions): Layer.Layer<Connectors | AccountHoldingBanks | Scenarios, never, ElectronicId> => {
  const folder = consentsFolder ?? join(loginHost.folder, "consents")
  const sites = Layer.provideMerge(LoginHost.layer(loginHost), ConsentFiles.layer({ folder }))
  return Layer.mergeAll(connectors, SandboxBanks.layer, scenarios).pipe(Layer.provide(sites))
}
