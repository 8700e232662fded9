/** `sheaf connector`: connectors over HTTP that run apart from the service (docs/connectors.md). */
import { ConnectorServer } from "@sheaf/adapters-http"
import * as Sandbox from "@sheaf/adapters-sandbox"
import { isLoopbackHost } from "@sheaf/domain/IpAddress"
import { Console, Effect, Layer, Option, Path } from "effect"
import { Command, Flag } from "effect/cli"
import { HttpServer } from "effect/http"
import * as Settings from "../../config/Settings.ts"
import * as TextFile from "../../config/TextFile.ts"
import * as DataFolder from "../../DataFolder.ts"
import * as Output from "../Output.ts"
import * as ListenFailure from "../../ListenFailure.ts"
import { refuse } from "../../OperatorError.ts"
import * as SandboxAdapters from "../../sandbox/SandboxAdapters.ts"
import * as ListenerFlags from "./ListenerFlags.ts"
import * as SandboxSection from "./SandboxSection.ts"

const flags = {
  host: Flag.String("host").pipe(
    Flag.withDefault("127.0.0.1"),
    Flag.withDescription("Address to listen on. If other machines can reach it, --secret-file is required.")
  ),
  port: ListenerFlags.port("port").pipe(
    Flag.withDefault(8090),
    Flag.withDescription("Port to listen on; 0 picks a free one.")
  ),
  loginHostPort: ListenerFlags.port("login-host-port").pipe(
    Flag.optional,
    Flag.withDescription("Port of the login host; 0 picks a free one. Default: 8445, or a free port if 8445 is taken.")
  ),
  secretFile: Flag.String("secret-file").pipe(
    Flag.optional,
    Flag.withDescription("File with the secret that callers must send. Without it, calls need no secret.")
  ),
  printConfig: Flag.Boolean("print-config").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Prints a configuration file for a service that uses the connector, then exits.")
  )
}

const companies = (host: string, port: Option.Option<number>, folder: string) => {
  const loginHost = { host, port: Option.getOrElse(port, () => 8445), fallback: Option.isNone(port), folder }
  return Sandbox.layer({ loginHost, readings: SandboxAdapters.readings }).pipe(
    Layer.provide(Sandbox.ElectronicIdSandbox.layer),
    Layer.catchTag("LoginHostError", ({ cause }) =>
      Layer.effectContext(ListenFailure.refuseListen(`--host ${host} --login-host-port ${loginHost.port}`, cause))
    )
  )
}

const greeting = (address: string, section: ReadonlyArray<string>) => [
  `The sandbox connector is listening on ${address}.`,
  "A service uses it with this configuration file:",
  ...section
]

const sandbox = Command.make(
  "sandbox",
  flags,
  Effect.fnUntraced(function* ({ host, loginHostPort, port: wanted, printConfig, secretFile }) {
    if (Option.isNone(secretFile) && !isLoopbackHost(host)) {
      return yield* refuse(`--host ${host} is reachable from other machines: set --secret-file`)
    }
    const path = yield* Path.Path
    const section = (url: string) =>
      SandboxSection.print({
        url,
        ...(Option.isSome(secretFile) && { secretFile: path.resolve(secretFile.value) })
      }).split("\n")
    if (printConfig) {
      if (wanted !== 0) return yield* Output.printLines(section(ListenerFlags.addressOf(host, wanted)))
      return yield* refuse("--print-config needs a fixed port: set --port to a value other than 0")
    }
    const secret = Option.isSome(secretFile)
      ? { secret: yield* TextFile.readBearer("--secret-file", secretFile.value) }
      : {}
    const { connectorLoginHost: folder } = yield* DataFolder.prepare(yield* Settings.load(process.env))
    const announce = Layer.effectDiscard(
      Effect.flatMap(HttpServer.HttpServer, ({ address }) => {
        const listening = ListenerFlags.addressOf(host, "port" in address ? address.port : wanted)
        return Output.printLines(greeting(listening, section(listening)))
      })
    )
    const served = announce.pipe(
      Layer.provideMerge(ConnectorServer.serve(secret)),
      Layer.provide(companies(host, loginHostPort, folder)),
      Layer.provide(ListenerFlags.listener(host, wanted))
    )
    return yield* Effect.onInterrupt(Layer.launch(served), () => Console.log("The connector has stopped."))
  })
).pipe(
  Command.withDescription("Serves the sandbox's companies as a connector over HTTP, until it receives a stop signal.")
)

export const named = (name: string) => Command.make(name).pipe(Command.withSubcommands([sandbox]))
