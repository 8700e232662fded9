/** The simulated companies in tests. The login host is only an address; tests send no requests to it. */
import type { Connectors } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import type { BankReadings } from "../banks/BankReadings.ts"
import { LoginHost } from "../clientSide/LoginHost.ts"
import { layer as electronicId } from "../electronicId/ElectronicIdSandbox.ts"
import { connectors } from "../Sandbox.ts"
import * as DrawnReadings from "./DrawnReadings.ts"

export const address = new URL("https://localhost:9443")

export const somewhere = Layer.succeed(LoginHost, { address: Effect.succeed(address) })

/** The companies, without files or servers. `readings` collects accounts under one-time consents. */
export const sandboxWith = <E, R>(readings: Layer.Layer<BankReadings, E, R>): Layer.Layer<Connectors, E, R> =>
  connectors.pipe(Layer.provide(electronicId), Layer.provide(somewhere), Layer.provide(readings))

/** The companies, without files, servers or banks. */
export const sandbox = sandboxWith(DrawnReadings.layer)
