/** The sandbox's adapters: simulated companies and banks, and the catalog of their scenarios (spec 12). */
import type { Connectors, BankProfile, ElectronicId } from "@sheaf/ports"
import { Layer } from "effect"
import { join } from "node:path"
import { banks, profileOf } from "./banks/Bank.ts"
import * as BankConnectors from "./banks/BankConnectors.ts"
import * as ConsentFileStore from "./banks/ConsentFileStore.ts"
import * as AuthorizationStore from "./banks/oauth/AuthorizationStore.ts"
import * as BankClient from "./banks/server/BankClient.ts"
import * as LoginHost from "./clientSide/LoginHost.ts"
import type { PageLoginOrders } from "./electronicId/ElectronicIdSandbox.ts"
import * as SandboxConnector from "./connector/SandboxConnector.ts"
import { scenarioCatalog } from "./Catalog.ts"
import { consentCatalog } from "./banks/ConsentTable.ts"
import { Scenarios } from "./scenarios/Scenarios.ts"

export const bankDescriptions: ReadonlyArray<{
  readonly company: string
  readonly companyDisplayName: string
  readonly profile: BankProfile.ResolvedProfile
}> = Array.from(banks.values(), (each) => ({
  company: each.id,
  companyDisplayName: each.displayName,
  profile: profileOf(each)
}))

const scenarios = Layer.succeed(Scenarios, { all: scenarioCatalog, consents: consentCatalog })

export interface SandboxOptions {
  /** Serves the companies' sites (spec 2.7) and the banks' pages. */
  readonly loginHost: LoginHost.LoginHostOptions
  /** The folder for consents. Default: `consents` in the login host's folder. */
  readonly consentsFolder?: string
  /** The connectors for one-time consents at the banks. Without them, the banks reject such consents. */
  readonly readings?: Layer.Layer<BankConnectors.BankConnectors, never, BankClient.BankClient>
}

export const layer = ({
  consentsFolder,
  loginHost,
  readings = BankConnectors.layerNone
}: SandboxOptions): Layer.Layer<
  Connectors | BankClient.BankClient | Scenarios,
  LoginHost.LoginHostError,
  ElectronicId | PageLoginOrders
> => {
  const folder = consentsFolder ?? join(loginHost.folder, "consents")
  const stores = Layer.merge(ConsentFileStore.layer({ folder }), AuthorizationStore.layer)
  const sites = Layer.provideMerge(LoginHost.layer(loginHost), stores)
  const companies = SandboxConnector.layer.pipe(Layer.provide(readings), Layer.provideMerge(BankClient.layer))
  return Layer.merge(companies, scenarios).pipe(Layer.provide(sites))
}
