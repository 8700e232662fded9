/**
 * Connectors that collect accounts at the simulated banks under one-time consents (spec 2.1, 16). The sandbox's
 * companies handle only the login. The composition provides the connectors for real banks, which reach the simulated
 * banks over the banks' protocols.
 */
import type { CompanyId } from "@sheaf/domain/Company"
import type { Connector } from "@sheaf/ports"
import { Context, Effect, Layer } from "effect"
import type { Option } from "effect"

export class BankConnectors extends Context.Service<
  BankConnectors,
  { readonly find: (company: CompanyId) => Effect.Effect<Option.Option<Connector>> }
>()("@sheaf/adapters-sandbox/BankConnectors") {}

/** Connectors for no bank, so all one-time consents are rejected. */
export const layerNone: Layer.Layer<BankConnectors> = Layer.succeed(BankConnectors, { find: () => Effect.succeedNone })
