/** Everything that can be configured, read in one place: the environment, and the one file that it may name. */
import type { ElectronicIdHttp, RemoteConnectors } from "@sheaf/adapters-http"
import { Issuance } from "@sheaf/adapters-mtls"
import type { ServerIdentity } from "@sheaf/adapters-mtls"
import { KeyRing } from "@sheaf/adapters-security"
import type { Timeouts, Upkeep } from "@sheaf/application"
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import { Config, ConfigProvider, Effect, Option, Path, Redacted, Schema, SchemaIssue } from "effect"
import { isIP } from "node:net"
import type { ConfigFile } from "./ConfigFile.ts"
import * as ConfigText from "./ConfigText.ts"
import * as Durations from "./Durations.ts"
import * as OutboundSettings from "./OutboundSettings.ts"
import { refuse } from "./SettingsError.ts"
import * as TextFile from "./TextFile.ts"

export { SettingsError } from "./SettingsError.ts"

/** The keys of an operator; absent in the sandbox, which makes its own. */
export interface OperatorKeys {
  readonly ring: KeyRing.KeyRing
  readonly pepper: Redacted.Redacted<Uint8Array>
}

export interface Settings {
  readonly host: string
  readonly port: number
  /** Where people and clients reach the service, without a slash at the end; absent where that is where it listens. */
  readonly publicUrl: Option.Option<string>
  readonly dataDir: string
  readonly demo: boolean
  readonly keys: Option.Option<OperatorKeys>
  readonly timeouts: Timeouts.Timeouts
  readonly retention: Upkeep.Retention
  /** The largest body of a request. */
  readonly bodyBytes: number
  /** How long the service goes on answering after it was told to stop, in milliseconds. */
  readonly drain: number
  /** The provider of electronic identification; absent where the sandbox plays one. */
  readonly electronicId: Option.Option<ElectronicIdHttp.ElectronicIdHttpOptions>
  /** Connectors over HTTP, with the companies that they collect from. */
  readonly connectors: ReadonlyArray<RemoteConnectors.RemoteConnectorOptions>
  readonly issuers: ReadonlyArray<OutboundSettings.Issuer>
  /** The port of mutual TLS; absent where it is switched off. */
  readonly mutualTlsPort: Option.Option<number>
  /** The certificate of the server of mutual TLS and its key; absent where the sandbox makes its own. */
  readonly serverFiles: Option.Option<ServerIdentity.ServerFiles>
  /** Proxies whose `Client-Cert` is believed. */
  readonly proxies: ReadonlyArray<string>
  /** For how long a client's certificate is good, in days. */
  readonly certificateDays: number
  /** When replaced versions are to end, as clients are told, as far as that is decided. */
  readonly sunsets: Readonly<Partial<Record<ApiVersion, Date>>>
  /** The port of the sandbox's host for logins by clients. */
  readonly loginHostPort: number
}

/** Every name that begins with `SHEAF_`; any other is refused, since it is most likely a misspelt one of these. */
const names = [
  "SHEAF_MODE",
  "SHEAF_DATA_DIR",
  "SHEAF_KEYS",
  "SHEAF_KEYS_FILE",
  "SHEAF_PEPPER",
  "SHEAF_PEPPER_FILE",
  "SHEAF_PUBLIC_URL",
  "SHEAF_DEMO",
  "SHEAF_CONFIG"
]

const text = (name: string) => Config.option(Config.NonEmptyString(name))

/** Zero takes any free port. */
const Port = Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 0, maximum: 65_535 }))

const Environment = Config.all({
  host: Config.NonEmptyString("HOST").pipe(Config.withDefault("127.0.0.1")),
  port: Config.schema(Port, "PORT").pipe(Config.withDefault(8080)),
  mutualTlsPort: Config.option(Config.schema(Schema.Union([Schema.Literal("off"), Port]), "MTLS_PORT")),
  mode: Config.Literals(["sandbox", "production"], "SHEAF_MODE").pipe(Config.withDefault("sandbox" as const)),
  dataDir: Config.NonEmptyString("SHEAF_DATA_DIR").pipe(Config.withDefault(".sheaf")),
  demo: Config.option(Config.Literals(["on", "off"], "SHEAF_DEMO")),
  publicUrl: text("SHEAF_PUBLIC_URL"),
  configFile: text("SHEAF_CONFIG"),
  databaseUrl: Config.option(Config.Redacted("DATABASE_URL"))
})

/** What variables are to be, where they are to be more than some text. None of these is a secret. */
const expectations: Readonly<Record<string, string>> = {
  PORT: "a whole number from 0 to 65535",
  MTLS_PORT: "a whole number from 0 to 65535, or off",
  SHEAF_MODE: "sandbox",
  SHEAF_DEMO: "on or off"
}

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

const refuseVariable = (variables: Variables, { cause }: Config.ConfigError) => {
  if (cause._tag !== "SchemaError") return refuse(cause.message)
  const name = String(formatIssue(cause.issue).issues[0]?.path?.[0])
  const expectation = expectations[name]
  return refuse(
    expectation === undefined ? `${name} cannot be read` : `${name}=${variables[name] ?? ""}: expected ${expectation}`
  )
}

const refuseUnknownNames = (variables: Variables) => {
  const unknown = Object.keys(variables).filter((name) => name.startsWith("SHEAF_") && !names.includes(name))
  return unknown.length === 0
    ? Effect.void
    : refuse(`unknown setting ${unknown.join(", ")}; known are ${names.join(", ")}`)
}

/** A secret, given as `NAME` or in the file that `NAME_FILE` names. */
const secret = Effect.fnUntraced(function* (name: string) {
  const [direct, file] = yield* Config.all([Config.option(Config.Redacted(name)), text(`${name}_FILE`)])
  if (Option.isSome(direct) && Option.isSome(file)) return yield* refuse(`give ${name} or ${name}_FILE, not both`)
  if (Option.isNone(file)) return direct
  const content = yield* TextFile.read(`${name}_FILE`, file.value)
  return Option.some(Redacted.make(content.trim()))
})

type Named = readonly [name: string, text: Redacted.Redacted]

/** Reads keys and pepper. Fails with the name of the one that has not its form. */
export const parseKeys = Effect.fnUntraced(function* (ring: Named, pepper: Named) {
  const parsed = <A>(
    [name, text]: Named,
    parse: (text: Redacted.Redacted) => Effect.Effect<A, KeyRing.KeyFormatError>
  ) => Effect.catch(parse(text), ({ message }) => refuse(`${name}: ${message}`))
  const keys: OperatorKeys = {
    ring: yield* parsed(ring, KeyRing.parse),
    pepper: yield* parsed(pepper, KeyRing.parseSecret)
  }
  return keys
})

const operatorKeys = Effect.gen(function* () {
  const keys = yield* secret("SHEAF_KEYS")
  const pepper = yield* secret("SHEAF_PEPPER")
  if (Option.isNone(keys) && Option.isNone(pepper)) return Option.none<OperatorKeys>()
  if (Option.isNone(keys) || Option.isNone(pepper)) return yield* refuse("SHEAF_KEYS and SHEAF_PEPPER go together")
  return Option.some(yield* parseKeys(["SHEAF_KEYS", keys.value], ["SHEAF_PEPPER", pepper.value]))
})

const defaults: ConfigFile = {}

const readFile = Effect.fnUntraced(function* (path: Option.Option<string>) {
  if (Option.isNone(path)) return defaults
  const content = yield* TextFile.read("SHEAF_CONFIG", path.value)
  const file = yield* Effect.catch(Effect.fromResult(ConfigText.read(content)), (faults) =>
    refuse(`SHEAF_CONFIG: ${faults}`)
  )
  const misfits = Durations.misfits(file)
  return misfits.length === 0 ? file : yield* refuse(`SHEAF_CONFIG: ${misfits.join("; ")}`)
})

/** Whether everything that is served has an address that begins with this one. An empty query is one, too. */
const isBase = ({ href, password, protocol, username }: URL): boolean =>
  (protocol === "https:" || protocol === "http:") && username === "" && password === "" && !/[?#]/.test(href)

const parseUrl = Option.liftThrowable((text: string) => new URL(text))

/** The address as the service writes it: without the slash at the end that people may write. */
const publicUrlOf = (text: Option.Option<string>) =>
  Option.match(text, {
    onNone: () => Effect.succeedNone,
    onSome: (given) =>
      parseUrl(given).pipe(
        Option.filter(isBase),
        Option.match({
          onNone: () =>
            refuse("SHEAF_PUBLIC_URL: expected an https or http address without credentials, query and fragment"),
          onSome: ({ href }) => Effect.succeedSome(href.replace(/\/+$/, ""))
        })
      )
  })

/** A day begins at midnight, UTC. */
const sunsetsOf = ({ versions: { sunset = {} } = {} }: ConfigFile): Settings["sunsets"] =>
  Object.fromEntries(Object.entries(sunset).map(([version, day]) => [version, new Date(`${day}T00:00:00Z`)]))

const mutualTlsPortDefault = 8443
const loginHostPortDefault = 8444

/** The ports beside PORT. Who lets the service take any free one wants the same of its other listeners. */
const otherPorts = Effect.fnUntraced(function* (
  { sandbox = {} }: ConfigFile,
  port: number,
  asked: Option.Option<number | "off">
) {
  const otherwise = (usual: number) => (port === 0 ? 0 : usual)
  const mutualTls = Option.getOrElse(asked, () => otherwise(mutualTlsPortDefault))
  const mutualTlsPort = mutualTls === "off" ? Option.none<number>() : Option.some(mutualTls)
  const loginHostPort = sandbox.loginHostPort ?? otherwise(loginHostPortDefault)
  const name = `SHEAF_CONFIG: sandbox.loginHostPort (${loginHostPort})`
  if (mutualTls === port && port !== 0) return yield* refuse(`MTLS_PORT (${port}) is PORT, too`)
  if (loginHostPort === port && port !== 0) return yield* refuse(`${name} is PORT, too`)
  if (loginHostPort === mutualTls && mutualTls !== 0) return yield* refuse(`${name} is MTLS_PORT, too`)
  return { mutualTlsPort, loginHostPort }
})

/** A pair, as the file has been checked for. */
const serverFilesOf = ({ tls: { certFile, keyFile } = {} }: ConfigFile): Settings["serverFiles"] =>
  certFile === undefined || keyFile === undefined ? Option.none() : Option.some({ certificate: certFile, key: keyFile })

/** Whether only this machine can reach an address. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."))

/** The largest body of a request (decisions 14). */
const bodyBytesDefault = 256 * 1024

type Variables = Readonly<Record<string, string | undefined>>

const provide = (variables: Variables) =>
  Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(variables))

/** Reads and checks the whole configuration, out of these environment variables. */
export const load = Effect.fnUntraced(
  function* (variables: Variables) {
    const path = yield* Path.Path
    yield* refuseUnknownNames(variables)
    const environment = yield* Environment
    if (Option.isSome(environment.databaseUrl)) {
      return yield* refuse("DATABASE_URL is set, but this release keeps its data in SQLite only; unset it")
    }
    if (environment.mode === "production") {
      return yield* refuse("SHEAF_MODE=production is not part of this release: it has the sandbox only")
    }
    const keys = yield* operatorKeys
    const demo = Option.getOrElse(environment.demo, () => "on")
    if (!isLoopback(environment.host) && (Option.isNone(keys) || demo === "on")) {
      return yield* refuse(
        `HOST=${environment.host} can be reached from other machines: set SHEAF_KEYS and SHEAF_PEPPER, and SHEAF_DEMO=off`
      )
    }
    const publicUrl = yield* publicUrlOf(environment.publicUrl)
    const file = yield* readFile(environment.configFile)
    const settings: Settings = {
      host: environment.host,
      port: environment.port,
      publicUrl,
      dataDir: path.resolve(environment.dataDir),
      demo: demo === "on",
      keys,
      timeouts: Durations.timeoutsOf(file),
      retention: Durations.retentionOf(file),
      bodyBytes: file.limits?.bodyBytes ?? bodyBytesDefault,
      drain: (file.limits?.drainSeconds ?? 0) * 1000,
      electronicId: yield* OutboundSettings.electronicIdOf(file),
      connectors: yield* OutboundSettings.connectorsOf(file),
      issuers: yield* OutboundSettings.issuersOf(file, publicUrl),
      serverFiles: serverFilesOf(file),
      proxies: file.proxies ?? [],
      certificateDays: file.tls?.certificateDays ?? Issuance.daysDefault,
      sunsets: sunsetsOf(file),
      ...(yield* otherPorts(file, environment.port, environment.mutualTlsPort))
    }
    return settings
  },
  (effect, variables) =>
    effect.pipe(
      Effect.catchTag("ConfigError", (error) => refuseVariable(variables, error)),
      provide(variables)
    )
)
