/** `sheaf connector`: connectors over HTTP that run without a service (docs/connectors.md). */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { ConnectorServer } from "@sheaf/adapters-http"
import * as Sandbox from "@sheaf/adapters-sandbox"
import { Console, Effect, Layer, Option, Path } from "effect"
import { Command, Flag } from "effect/cli"
import { HttpServer } from "effect/http"
import { NetAddress } from "effect/net"
import * as ConnectorSecret from "../config/ConnectorSecret.ts"
import * as DataFolder from "../DataFolder.ts"
import * as Listener from "../Listener.ts"
import * as ListenFailure from "../ListenFailure.ts"
import * as Settings from "../config/Settings.ts"
import * as Administration from "./Administration.ts"
import * as SandboxSection from "./SandboxSection.ts"

/** How long calls that are being answered may take when the connector stops. */
const graceful = "2 seconds"

const port = (name: string) =>
  Flag.Int(name).pipe(
    Flag.filter(
      (value) => value >= 0 && value <= 65_535,
      () => "a whole number from 0 to 65535"
    )
  )

const flags = {
  host: Flag.String("host").pipe(
    Flag.withDefault("127.0.0.1"),
    Flag.withDescription("The address to listen on. Other machines can reach another one: that takes --secret-file.")
  ),
  port: port("port").pipe(Flag.withDefault(8090), Flag.withDescription("The port to listen on; 0 takes any free one.")),
  loginHostPort: port("login-host-port").pipe(
    Flag.withDefault(8445),
    Flag.withDescription("The port of the host against which clients log in themselves; 0 takes any free one.")
  ),
  secretFile: Flag.String("secret-file").pipe(
    Flag.optional,
    Flag.withDescription("The file with the secret that callers have to show. Without it, everybody may call.")
  ),
  printConfig: Flag.Boolean("print-config").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Prints what a configuration file of Sheaf needs to use the connector, and nothing else.")
  )
}

const wildcards = ["0.0.0.0", "::"]

/** Where this machine finds what listens there. */
const addressOf = (host: string, listening: number): string =>
  `http://${wildcards.includes(host) ? "127.0.0.1" : NetAddress.formatUrlHostString(host)}:${listening}`

/** The companies, their electronic ID and their host for logins. */
const companies = (loginHost: Sandbox.LoginHostOptions) =>
  Sandbox.layer({ loginHost }).pipe(Layer.provide(Sandbox.ElectronicIdSandbox.layer))

const listener = (host: string, wanted: number) =>
  NodeHttpServer.layer(() => Listener.make(), { host, port: wanted, gracefulShutdownTimeout: graceful }).pipe(
    Layer.catchTag("ServeError", ({ cause }) =>
      Layer.effectContext(Administration.refuse(`--host ${host} --port ${wanted} ${ListenFailure.reasonOf(cause)}`))
    )
  )

const greeting = (address: string, section: string): string =>
  [
    `The companies of the sandbox listen on ${address}, as a connector.`,
    "A service collects from them with this in its configuration file:",
    section
  ].join("\n")

const sandbox = Command.make(
  "sandbox",
  flags,
  Effect.fnUntraced(function* ({ host, loginHostPort, port: wanted, printConfig, secretFile }) {
    if (Option.isNone(secretFile) && !Settings.isLoopback(host)) {
      return yield* Administration.refuse(`--host ${host} can be reached from other machines: name a --secret-file`)
    }
    const path = yield* Path.Path
    const section = (url: string) =>
      SandboxSection.print({ url, ...(Option.isSome(secretFile) && { secretFile: path.resolve(secretFile.value) }) })
    if (printConfig) {
      if (wanted !== 0) return yield* Console.log(section(addressOf(host, wanted)))
      return yield* Administration.refuse(
        "--print-config: any free port is not known before; name another --port than 0"
      )
    }
    const secret = Option.isSome(secretFile)
      ? { secret: yield* ConnectorSecret.read("--secret-file", secretFile.value) }
      : {}
    const { connectorLoginHost: folder } = yield* DataFolder.prepare(yield* Settings.load(process.env))
    const announce = Layer.effectDiscard(
      Effect.flatMap(HttpServer.HttpServer, ({ address }) => {
        const listening = addressOf(host, "port" in address ? address.port : wanted)
        return Console.log(greeting(listening, section(listening)))
      })
    )
    const served = announce.pipe(
      Layer.provideMerge(ConnectorServer.serve(secret)),
      Layer.provide(companies({ host, port: loginHostPort, folder })),
      Layer.provide(listener(host, wanted))
    )
    return yield* Effect.onInterrupt(Layer.launch(served), () => Console.log("The connector has stopped."))
  })
).pipe(
  Command.withDescription("Serves the companies of the sandbox as a connector over HTTP, until it is told to stop.")
)

export const command = Command.make("connector").pipe(
  Command.withDescription("Connectors over HTTP."),
  Command.withSubcommands([sandbox])
)
