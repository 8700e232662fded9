/** The simulated companies for tests. The login host is only a URL to which no requests are sent. */
import type { Connectors } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import type { BankConnectors } from "../banks/BankConnectors.ts"
import { LoginHost } from "../clientSide/LoginHost.ts"
import { layer as electronicId } from "../electronicId/ElectronicIdSandbox.ts"
import * as SandboxConnector from "../connector/SandboxConnector.ts"
import * as TestBankConnectors from "./TestBankConnectors.ts"

export const loginHostUrl = new URL("https://localhost:9443")

export const loginHostStub = Layer.succeed(LoginHost, { address: Effect.succeed(loginHostUrl) })

/** Creates the sandbox's connectors without files or servers. `readings` reads accounts under one-time consents. */
export const layerTestConnectorsWith = <E, R>(
  readings: Layer.Layer<BankConnectors, E, R>
): Layer.Layer<Connectors, E, R> =>
  SandboxConnector.layer.pipe(Layer.provide(electronicId), Layer.provide(loginHostStub), Layer.provide(readings))

/** Uses no files, servers or banks. */
export const layerTestConnectors = layerTestConnectorsWith(TestBankConnectors.layer)
