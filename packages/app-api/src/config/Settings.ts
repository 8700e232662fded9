/** Reads the whole configuration: environment variables, and the file that `SHEAF_CONFIG` names. */
import type {
  ConnectBrand,
  ElectronicIds,
  LongPollLimits,
  Rates,
  RemoteBanks,
  WebhookSenderHttp
} from "@sheaf/adapters-http"
import { Issuance } from "@sheaf/adapters-mtls"
import type { ServerIdentity } from "@sheaf/adapters-mtls"
import type { Layout, Reader } from "@sheaf/adapters-pdf"
import type { Retention, StartLimits, Timeouts } from "@sheaf/application"
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import { isLoopbackHost } from "@sheaf/domain/IpAddress"
import type { Environment } from "@sheaf/ports"
import { Config, ConfigProvider, Effect, Option, Path, Schema, SchemaIssue } from "effect"
import type { Redacted } from "effect"
import { hash } from "node:crypto"
import { failWith } from "../errors/OperatorError.ts"
import type { OperatorError } from "../errors/OperatorError.ts"
import type * as Installation from "./bundles/Installation.ts"
import * as BankSettings from "./BankSettings.ts"
import type { ConfigFile } from "./ConfigFile.ts"
import * as ConfigText from "./ConfigText.ts"
import * as ConnectSection from "./connect/ConnectSection.ts"
import * as DataSources from "./DataSources.ts"
import * as DatabaseUrl from "./DatabaseUrl.ts"
import * as Durations from "./Durations.ts"
import * as EnvironmentVariables from "./EnvironmentVariables.ts"
import * as LayoutFiles from "./data/LayoutFiles.ts"
import * as Mode from "./Mode.ts"
import * as SettingErrors from "./values/SettingErrors.ts"
import * as LimitSettings from "./LimitSettings.ts"
import * as OperatorKeys from "./OperatorKeys.ts"
import * as ElectronicIdSettings from "./ElectronicIdSettings.ts"
import * as OutboundSettings from "./OutboundSettings.ts"
import * as TextFile from "./values/TextFile.ts"

export interface LoginHostPort {
  readonly port: number
  readonly setting: string
  /** True if no port is configured. In that case, the service uses any free port if the default port is taken. */
  readonly fallback: boolean
}

export interface Settings {
  readonly mode: Mode.Mode
  /** The environment whose credentials the service issues and accepts. */
  readonly environment: Environment
  readonly host: string
  /**
   * SHA-256 of the variables, the file and its bundles' versions, without secrets. The audit log records it to show
   * whether the configuration has changed.
   */
  readonly digest: string
  readonly port: number
  /** The service's public URL, without a trailing slash. Defaults to the listener's URL. */
  readonly publicUrl: Option.Option<string>
  readonly dataDir: string
  /** The PostgreSQL database's URL. If absent, data is stored in the data folder. */
  readonly databaseUrl: Option.Option<Redacted.Redacted>
  readonly demo: boolean
  /** The operator's keys. If absent, the service creates its own, provided the mode allows it. */
  readonly keys: Option.Option<OperatorKeys.SealingSecrets>
  readonly timeouts: Timeouts.Timeouts
  readonly retention: Retention.Retention
  readonly publishesSuccessRates: boolean
  /** The maximum size of a request body, in bytes. */
  readonly bodyBytes: number
  readonly heldRequests: LongPollLimits.LongPollLimits
  readonly startLimits: StartLimits.StartLimits
  readonly rates: Rates.Rates
  /** The maximum number of a client's users who can share a `psuIpAddress` before a warning is logged. */
  readonly usersPerPersonAddress: number
  readonly layouts: ReadonlyArray<Layout>
  readonly uploads: Reader.ReaderLimits
  readonly transport: LimitSettings.TransportSettings
  /** How long the service keeps serving after a stop signal, in milliseconds. */
  readonly drain: number
  readonly electronicId: ReadonlyArray<ElectronicIds.ElectronicIdProvider>
  readonly connectors: ReadonlyArray<OutboundSettings.ConfiguredConnector>
  readonly banks: ReadonlyArray<RemoteBanks.RemoteBankOptions>
  readonly issuers: ReadonlyArray<OutboundSettings.ExternalTokenIssuer>
  readonly webhooks: WebhookSenderHttp.WebhookSenderOptions
  readonly connect: ConnectBrand
  /** None if mutual TLS is off. */
  readonly mutualTlsPort: Option.Option<number>
  /**
   * True on PostgreSQL if `mutualTlsPort` is the default port. If another node is already using that port, the service
   * then uses any free port instead.
   */
  readonly mutualTlsFallback: boolean
  /**
   * The server's certificate and key for mutual TLS. If absent, the service creates its own, provided the mode allows
   * it.
   */
  readonly serverFiles: Option.Option<ServerIdentity.ServerFiles>
  readonly proxies: ReadonlyArray<string>
  readonly allowedOrigins: ReadonlyArray<string>
  readonly certificateDays: number
  /** The announced end of each superseded version. */
  readonly sunsets: Readonly<Partial<Record<ApiVersion, Date>>>
  readonly loginHost: LoginHostPort
  readonly metrics: Option.Option<{ readonly host: string; readonly port: number }>
  /** The OpenTelemetry collector's URL, without a trailing slash. */
  readonly otlp: Option.Option<string>
}

const text = (name: string) => Config.option(Config.NonEmptyString(name))

/** Port 0 means any free port. */
const Port = Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 0, maximum: 65_535 }))

const variables = {
  host: Config.NonEmptyString("HOST").pipe(Config.withDefault(EnvironmentVariables.defaults.host)),
  port: Config.schema(Port, "PORT").pipe(Config.withDefault(EnvironmentVariables.defaults.port)),
  mutualTlsPort: Config.option(Config.schema(Schema.Union([Schema.Literal("off"), Port]), "MTLS_PORT")),
  loginHostPort: Config.option(Config.schema(Port, "LOGIN_HOST_PORT")),
  mode: Mode.config,
  environment: Config.option(Config.Literals(["test", "production"], "SHEAF_ENVIRONMENT")),
  dataDir: Config.NonEmptyString("SHEAF_DATA_DIR").pipe(Config.withDefault(EnvironmentVariables.defaults.dataDir)),
  demo: Config.option(Config.Literals(["on", "off"], "SHEAF_DEMO")),
  publicUrl: text("SHEAF_PUBLIC_URL"),
  metricsHost: Config.NonEmptyString("METRICS_HOST").pipe(
    Config.withDefault(EnvironmentVariables.defaults.metricsHost)
  ),
  metricsPort: Config.option(Config.schema(Port, "METRICS_PORT")),
  otlpEndpoint: text("OTEL_EXPORTER_OTLP_ENDPOINT"),
  configFile: text("SHEAF_CONFIG")
}

export type GivenVariables = { readonly [Name in keyof typeof variables]: Config.Success<(typeof variables)[Name]> }

/** All known names that begin with `SHEAF_`. Any other such name is rejected as a misspelling. */
const names = Object.keys(EnvironmentVariables.all).filter((name) => name.startsWith("SHEAF_"))

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

export type Variables = Readonly<Record<string, string | undefined>>

const refuseVariable = (variables: Variables, { cause }: Config.ConfigError) => {
  if (cause._tag !== "SchemaError") return failWith(cause.message)
  const name = String(formatIssue(cause.issue).issues[0]?.path?.[0])
  const expectation = EnvironmentVariables.all[name]?.format
  return failWith(
    expectation === undefined ? `cannot read ${name}` : `${name}=${variables[name] ?? ""}: expected ${expectation}`
  )
}

const refuseUnknownNames = (variables: Variables) => {
  const unknown = Object.keys(variables).filter((name) => name.startsWith("SHEAF_") && !names.includes(name))
  return unknown.length === 0
    ? Effect.void
    : failWith(`unknown setting ${unknown.join(", ")}; expected one of ${names.join(", ")}`)
}

const noFile: ConfigText.ParsedConfig = { file: {}, errors: [], isValid: () => true }

const readFile = (path: Option.Option<string>) =>
  Option.isNone(path)
    ? Effect.succeed(noFile)
    : Effect.gen(function* () {
        return ConfigText.parseConfig(yield* TextFile.read("SHEAF_CONFIG", path.value))
      })

/** Returns true if paths can be appended to the URL. Even an empty query would prevent that. */
const isBase = ({ href, password, protocol, username }: URL): boolean =>
  (protocol === "https:" || protocol === "http:") && username === "" && password === "" && !/[?#]/.test(href)

const parseUrl = Option.liftThrowable((text: string) => new URL(text))

/** Removes trailing slashes, so that paths can be appended. */
const baseUrlOf = (name: string) => (text: string) =>
  Option.match(Option.filter(parseUrl(text), isBase), {
    onNone: () => failWith(`${name}: expected an https or http address without credentials, query or fragment`),
    onSome: ({ href }) => Effect.succeed(href.replace(/\/+$/, ""))
  })

/** Each version ends at 00:00 UTC on the configured day. */
const sunsetsOf = ({ versions: { sunset = {} } = {} }: ConfigFile): Settings["sunsets"] =>
  Object.fromEntries(Object.entries(sunset).map(([version, day]) => [version, new Date(`${day}T00:00:00Z`)]))

/** Returns all ports except `PORT`. If `PORT` is 0, the others default to 0 too. */
const otherPorts = Effect.fnUntraced(function* (
  file: ConfigFile,
  { loginHostPort, mode, mutualTlsPort, port }: GivenVariables
) {
  const { name: settingInFile, port: inFile } = Mode.loginHostSetting(file)
  if (Option.isSome(loginHostPort) && inFile !== undefined) {
    return yield* failWith(`set LOGIN_HOST_PORT or ${settingInFile} in SHEAF_CONFIG, not both`)
  }
  const defaultTo = (usual: number) => (port === 0 ? 0 : usual)
  const mutualTls = Option.getOrElse(mutualTlsPort, () => defaultTo(EnvironmentVariables.defaults.mutualTlsPort))
  const loginHost: LoginHostPort = {
    port: Option.getOrElse(loginHostPort, () => inFile ?? defaultTo(EnvironmentVariables.defaults.loginHostPort)),
    setting: inFile === undefined ? "LOGIN_HOST_PORT" : settingInFile,
    fallback: Option.isNone(loginHostPort) && inFile === undefined
  }
  const ports = [
    ["PORT", port] as const,
    ["MTLS_PORT", mutualTls] as const,
    ...(mode.simulatesCompanies ? [[loginHost.setting, loginHost.port] as const] : [])
  ]
  for (const [index, [name, taken]] of ports.entries()) {
    const other = ports.slice(0, index).find(([, earlier]) => earlier === taken && taken !== 0)
    if (other !== undefined) return yield* failWith(`${other[0]} and ${name} are both ${taken}: use different ports`)
  }
  return { mutualTlsPort: mutualTls === "off" ? Option.none<number>() : Option.some(mutualTls), loginHost }
})

const serverFilesOf = ({ tls: { certFile, keyFile } = {} }: ConfigFile): Settings["serverFiles"] =>
  certFile === undefined || keyFile === undefined ? Option.none() : Option.some({ certificate: certFile, key: keyFile })

const webhooksOf = ({ webhooks }: ConfigFile, { host, mode }: GivenVariables): Settings["webhooks"] => ({
  allowPrivateAddresses: webhooks?.allowPrivateAddresses ?? (mode.allowsLocalAddresses && isLoopbackHost(host))
})

const plainSettingsOf = ({ allowedOrigins = [], companies, proxies = [], tls }: ConfigFile) => ({
  publishesSuccessRates: companies?.publishSuccessRates ?? false,
  proxies,
  allowedOrigins,
  certificateDays: tls?.certificateDays ?? Issuance.defaultValidityDays
})

const noPorts = {
  mutualTlsPort: Option.none<number>(),
  loginHost: { port: 0, setting: "LOGIN_HOST_PORT", fallback: true }
}

export interface ParsedSettings {
  readonly settings: Settings
  readonly given: GivenVariables
  readonly file: ConfigFile
  readonly bundles: Installation.BundleSettings
  readonly isValid: (...sections: ReadonlyArray<keyof ConfigFile>) => boolean
  readonly errors: SettingErrors.SettingErrors
}

const environmentOf = ({ environment, mode: { environments, name } }: GivenVariables) => {
  const wanted = Option.getOrElse(environment, () => environments[0])
  return environments.includes(wanted)
    ? Effect.succeed(wanted)
    : failWith(
        `SHEAF_ENVIRONMENT=${wanted}: the environment of a ${name} is always ${environments[0]}; set SHEAF_MODE=${wanted}`
      )
}

/**
 * Returns true if the service is reachable from other machines although its mode creates its own keys. This is an
 * error: a reachable service needs keys from the operator and must not have a demonstration client.
 */
const isReachable = ({ host, mode }: GivenVariables): boolean => mode.createsKeys && !isLoopbackHost(host)

const needsOwnKeys = "is reachable from other machines: set SHEAF_KEYS and SHEAF_PEPPER, and SHEAF_DEMO=off"

type ReadVariable = <A>(config: Config.Config<A>, otherwise: NoInfer<A>) => Effect.Effect<A>

const givenFrom = Effect.fnUntraced(function* (variable: ReadVariable) {
  const given: GivenVariables = {
    host: yield* variable(variables.host, EnvironmentVariables.defaults.host),
    port: yield* variable(variables.port, 0),
    mutualTlsPort: yield* variable(variables.mutualTlsPort, Option.none()),
    loginHostPort: yield* variable(variables.loginHostPort, Option.none()),
    mode: yield* variable(variables.mode, Mode.byDefault),
    environment: yield* variable(variables.environment, Option.none()),
    dataDir: yield* variable(variables.dataDir, EnvironmentVariables.defaults.dataDir),
    demo: yield* variable(variables.demo, Option.none()),
    publicUrl: yield* variable(variables.publicUrl, Option.none()),
    metricsHost: yield* variable(variables.metricsHost, EnvironmentVariables.defaults.metricsHost),
    metricsPort: yield* variable(variables.metricsPort, Option.none()),
    otlpEndpoint: yield* variable(variables.otlpEndpoint, Option.none()),
    configFile: yield* variable(variables.configFile, Option.none())
  }
  return given
})

/** Describes each broken rule. An invalid section is treated as absent, so its rules do not apply. */
const issuesOf = (file: ConfigFile, errors: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...errors,
  ...Durations.issuesOf(file),
  ...(errors.length > 0 ? [] : ElectronicIdSettings.issuesOf(file))
]

/** A configuration without bundles keeps the digest that it had before Sheaf supported bundles. */
const digestOf = (variables: object, file: ConfigFile, versions: ReadonlyArray<object>): string =>
  hash("sha256", JSON.stringify([variables, file, ...(versions.length > 0 ? [versions] : [])]), "base64url")

const noBrand = { name: "Sheaf" }

const readFrom = Effect.fnUntraced(function* (environmentVariables: Variables) {
  const path = yield* Path.Path
  const errors = SettingErrors.make()
  const collect = <A, R>(
    part: SettingErrors.SettingPart,
    effect: Effect.Effect<A, Config.ConfigError | OperatorError, R>,
    otherwise: NoInfer<A>
  ) =>
    errors.collect(
      part,
      Effect.catchTag(effect, "ConfigError", (error) => refuseVariable(environmentVariables, error)),
      otherwise
    )
  const variable: ReadVariable = (config, otherwise) => collect("variables", config, otherwise)
  yield* collect("variables", refuseUnknownNames(environmentVariables), undefined)
  const given = yield* givenFrom(variable)
  const { host, mode, port } = given
  const demo = mode.simulatesCompanies && !Option.contains(given.demo, "off")
  const environment = yield* collect("variables", environmentOf(given), "test" as const)
  const keys = yield* collect("keys", OperatorKeys.read, Option.none())
  if (isReachable(given) && errors.isValid("keys") && (Option.isNone(keys) || demo)) {
    yield* Effect.sync(() => errors.add("variables", `HOST=${host} ${needsOwnKeys}`))
  }
  const publicUrl = yield* collect(
    "publicUrl",
    Effect.transposeOption(Option.map(given.publicUrl, baseUrlOf("SHEAF_PUBLIC_URL"))),
    Option.none()
  )
  const { file, ...reading } = yield* collect("file", readFile(given.configFile), { ...noFile, isValid: () => false })
  for (const issue of issuesOf(file, reading.errors)) errors.add("file", `SHEAF_CONFIG: ${issue}`)
  const { bundles, files, versions } = yield* DataSources.of(file, given.configFile)
  const databaseUrl = yield* collect("database", DatabaseUrl.read, Option.none())
  const settings: Settings = {
    mode,
    environment,
    host,
    port,
    publicUrl,
    dataDir: path.resolve(given.dataDir),
    databaseUrl,
    mutualTlsFallback: Option.isSome(databaseUrl) && Option.isNone(given.mutualTlsPort),
    demo,
    keys,
    timeouts: Durations.timeoutsOf(file),
    retention: Durations.retentionOf(file),
    ...LimitSettings.limitsOf(file, mode),
    layouts: yield* collect("file", LayoutFiles.read("SHEAF_CONFIG: pdf.layouts", file.pdf?.layouts ?? [], files), []),
    electronicId: yield* collect("file", ElectronicIdSettings.providersOf(file.electronicId), []),
    connectors: yield* collect("file", OutboundSettings.connectorsOf(file, files), []),
    banks: yield* collect("file", BankSettings.banksOf(file, files), []),
    issuers: yield* collect("file", OutboundSettings.issuersOf(file, publicUrl), []),
    webhooks: webhooksOf(file, given),
    connect: yield* collect("file", ConnectSection.brandOf(ElectronicIdSettings.connectSectionOf(file)), noBrand),
    serverFiles: serverFilesOf(file),
    ...plainSettingsOf(file),
    sunsets: sunsetsOf(file),
    digest: digestOf({ ...given, mode: mode.name }, file, versions),
    metrics: Option.map(given.metricsPort, (metricsPort) => ({ host: given.metricsHost, port: metricsPort })),
    otlp: yield* collect(
      "variables",
      Effect.transposeOption(Option.map(given.otlpEndpoint, baseUrlOf("OTEL_EXPORTER_OTLP_ENDPOINT"))),
      Option.none()
    ),
    ...(yield* collect("ports", otherPorts(file, given), noPorts))
  }
  const isValid: ParsedSettings["isValid"] = (...sections) => sections.every(reading.isValid)
  return { settings, given, errors, file, bundles, isValid }
})

export const read = (variables: Variables) =>
  Effect.provideService(readFrom(variables), ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(variables))

export const load = Effect.fnUntraced(function* (variables: Variables) {
  const { errors, settings } = yield* read(variables)
  const messages = errors.messages()
  return messages.length === 0 ? settings : yield* SettingErrors.toError(messages)
})
