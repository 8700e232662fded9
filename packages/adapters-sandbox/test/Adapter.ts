/** The sandbox as tests put it together: the login host is only an address, because nothing is sent there. */
import { Effect, Layer } from "effect"
import { LoginHost } from "../src/clientSide/LoginHost.ts"
import { layer as electronicId } from "../src/electronicId/ElectronicIdSandbox.ts"
import { connectors } from "../src/Sandbox.ts"

export const address = new URL("https://localhost:9443")

export const somewhere = Layer.succeed(LoginHost, { address: Effect.succeed(address) })

export const sandbox = connectors.pipe(Layer.provide(electronicId), Layer.provide(somewhere))
