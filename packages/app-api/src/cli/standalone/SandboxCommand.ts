/**
 * `sheaf sandbox`: runs simulated companies, banks and an electronic ID on one port, with the protocols of real
 * companies and providers (docs/sandbox.md).
 */
import { ConnectorServer } from "@sheaf/adapters-http"
import type { HttpApp } from "@sheaf/adapters-http"
import * as Sandbox from "@sheaf/adapters-sandbox"
import { formatConfigFile, layerBankConnectors } from "@sheaf/sandbox-site"
import { isLoopbackHost } from "@sheaf/domain/IpAddress"
import { ElectronicId } from "@sheaf/ports"
import { Console, Context, Effect, Layer, Option, Path } from "effect"
import { Command, Flag } from "effect/cli"
import { HttpMiddleware, HttpServer, HttpServerRequest } from "effect/http"
import * as Settings from "../../config/Settings.ts"
import * as TextFile from "../../config/values/TextFile.ts"
import * as DataFolder from "../../config/DataFolder.ts"
import * as Output from "../Output.ts"
import * as ListenErrors from "../../errors/ListenErrors.ts"
import { failWith } from "../../errors/OperatorError.ts"
import * as ListenerFlags from "./ListenerFlags.ts"

const flags = {
  host: Flag.String("host").pipe(
    Flag.withDefault("127.0.0.1"),
    Flag.withDescription("Address to listen on. If other machines can reach it, --secret-file is required.")
  ),
  port: ListenerFlags.portFlag("port").pipe(
    Flag.withDefault(8090),
    Flag.withDescription("Port to listen on; 0 picks a free one.")
  ),
  loginHostPort: ListenerFlags.portFlag("login-host-port").pipe(
    Flag.optional,
    Flag.withDescription("Port of the login host; 0 picks a free one. Default: 8445, or a free port if 8445 is taken.")
  ),
  secretFile: Flag.String("secret-file").pipe(
    Flag.optional,
    Flag.withDescription(
      "File with the secret that callers of the companies must send. It protects only the companies, not the banks, " +
        "the electronic-ID provider and the login host. Without it, calls need no secret."
    )
  ),
  printConfig: Flag.Boolean("print-config").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Prints a configuration file for a service that uses the connector, then exits.")
  )
}

const providerPath = "/electronic-id"

interface OrderPlace {
  readonly folder: string
  readonly address: string
}

const companies = (options: ConnectorServer.Options, loginHost: Sandbox.LoginHostOptions, orders: OrderPlace) =>
  Effect.map(
    Layer.build(
      Sandbox.layer({ loginHost, readings: layerBankConnectors }).pipe(
        Layer.provideMerge(Sandbox.ElectronicIdSandbox.layerWithPages(orders.folder, Effect.succeed(orders.address)))
      )
    ),
    (context) => ({
      connector: Effect.provideContext(ConnectorServer.make(options), context),
      pages: Context.get(context, Sandbox.OrderPageServer.OrderPages),
      provider: Sandbox.ProviderServer.make(Context.get(context, ElectronicId))
    })
  ).pipe(
    Effect.catchTag("LoginHostError", ({ cause }) =>
      ListenErrors.failToListen(`--host ${loginHost.host} --login-host-port ${loginHost.port}`, cause)
    )
  )

const routed = (
  connector: HttpApp.HttpHandler,
  provider: HttpApp.HttpHandler,
  pages: HttpApp.HttpHandler,
  banks: HttpApp.HttpHandler
): HttpApp.HttpHandler =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const { url } = request
    if (url.startsWith("/v1/") || url === "/health") return connector
    if (url.startsWith(Sandbox.OrderPageServer.pathPrefix)) return pages
    if (!url.startsWith(`${providerPath}/`)) return banks
    const inner = request.modify({ url: url.slice(providerPath.length) })
    return Effect.provideService(provider, HttpServerRequest.HttpServerRequest, inner)
  })

const greeting = (address: string, section: ReadonlyArray<string>) => [
  `The sandbox is listening on ${address}.`,
  "A service uses its companies with this configuration file:",
  ...section,
  `Each bank is also below ${address}/{company}/, and the electronic-ID provider is at ${address}${providerPath}/.`
]

export const makeCommand = (name: string) =>
  Command.make(
    name,
    flags,
    Effect.fnUntraced(function* ({ host, loginHostPort, port: wanted, printConfig, secretFile }) {
      if (Option.isNone(secretFile) && !isLoopbackHost(host)) {
        return yield* failWith(`--host ${host} is reachable from other machines: set --secret-file`)
      }
      const path = yield* Path.Path
      const section = (url: string) =>
        formatConfigFile({
          url,
          ...(Option.isSome(secretFile) && { secretFile: path.resolve(secretFile.value) })
        }).split("\n")
      if (printConfig) {
        if (wanted !== 0) return yield* Output.printLines(section(ListenerFlags.urlOf(host, wanted)))
        return yield* failWith("--print-config needs a fixed port: set --port to a value other than 0")
      }
      const secret = Option.isSome(secretFile)
        ? { secret: yield* TextFile.readBearerSecret("--secret-file", secretFile.value) }
        : {}
      const { bankConsents, connectorLoginHost, orders } = yield* DataFolder.prepare(yield* Settings.load(process.env))
      const loginHost = {
        host,
        port: Option.getOrElse(loginHostPort, () => 8445),
        fallback: Option.isNone(loginHostPort),
        folder: connectorLoginHost
      }
      const served = Layer.effectDiscard(
        Effect.gen(function* () {
          const { address } = yield* HttpServer.HttpServer
          const listening = ListenerFlags.urlOf(host, "port" in address ? address.port : wanted)
          const place = { folder: orders, address: listening }
          const { connector, pages, provider } = yield* companies(secret, loginHost, place)
          const banks = yield* Sandbox.BankServer.make({ folder: bankConsents, address: new URL(listening) })
          yield* HttpServer.serveEffect(routed(yield* connector, provider, pages, banks))
          yield* Output.printLines(greeting(listening, section(listening)))
        })
      ).pipe(
        Layer.provide(Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true)),
        Layer.provide(ListenerFlags.layerListener(host, wanted))
      )
      return yield* Effect.onInterrupt(Layer.launch(served), () => Console.log("The sandbox has stopped."))
    })
  )
