/**
 * Connectors that collect accounts at the simulated banks under one-time consents (spec 2.1, 16). The sandbox's own
 * connectors handle only the login. For the accounts, the composition root supplies the same connectors that serve real
 * banks. They call the simulated banks over the banks' protocols.
 */
import type { CompanyId } from "@sheaf/domain/Company"
import type { Connector } from "@sheaf/ports"
import { Context, Effect, Layer } from "effect"
import type { Option } from "effect"

export class BankConnectors extends Context.Service<
  BankConnectors,
  { readonly find: (company: CompanyId) => Effect.Effect<Option.Option<Connector>> }
>()("@sheaf/adapters-sandbox/BankConnectors") {}

/** Without connectors, the banks reject all one-time consents. */
export const layerNone: Layer.Layer<BankConnectors> = Layer.succeed(BankConnectors, { find: () => Effect.succeedNone })
