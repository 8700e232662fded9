/** The simulated companies as tests put them together: the login host is only an address, because nothing is sent there. */
import { Effect, Layer } from "effect"
import { LoginHost } from "../clientSide/LoginHost.ts"
import { layer as electronicId } from "../electronicId/ElectronicIdSandbox.ts"
import { connectors } from "../Sandbox.ts"

export const address = new URL("https://localhost:9443")

export const somewhere = Layer.succeed(LoginHost, { address: Effect.succeed(address) })

/** The companies, each anew with nothing to start or to keep. */
export const sandbox = connectors.pipe(Layer.provide(electronicId), Layer.provide(somewhere))
