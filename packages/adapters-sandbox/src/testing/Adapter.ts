/** The simulated companies in tests. The login host is only an address; tests send no requests to it. */
import { Effect, Layer } from "effect"
import { LoginHost } from "../clientSide/LoginHost.ts"
import { layer as electronicId } from "../electronicId/ElectronicIdSandbox.ts"
import { connectors } from "../Sandbox.ts"

export const address = new URL("https://localhost:9443")

export const somewhere = Layer.succeed(LoginHost, { address: Effect.succeed(address) })

/** The companies, without files or servers. */
export const sandbox = connectors.pipe(Layer.provide(electronicId), Layer.provide(somewhere))
