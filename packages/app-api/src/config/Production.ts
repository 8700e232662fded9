/** Checks that the requirements of production mode are met (spec 14.1). */
import { Networks } from "@sheaf/adapters-http"
import { AuthorityFiles, ServerIdentity } from "@sheaf/adapters-mtls"
import { isLoopbackHost } from "@sheaf/domain/IpAddress"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { AtomicFiles } from "@sheaf/ports"
import { Clock, Effect, FileSystem, Option, Path, Redacted } from "effect"
import { X509Certificate } from "node:crypto"
import * as DataFolder from "./DataFolder.ts"
import * as BankSettings from "./BankSettings.ts"
import * as SettingErrors from "./values/SettingErrors.ts"
import * as Mode from "./Mode.ts"
import * as Settings from "./Settings.ts"
import * as TextFile from "./values/TextFile.ts"
import * as FileErrors from "../errors/FileErrors.ts"

const keyFaults = ({ keys }: Settings.Settings): ReadonlyArray<string> => {
  if (Option.isNone(keys)) {
    return [
      "SHEAF_KEYS and SHEAF_PEPPER: set the sealing keys and the pepper, as variables, as files (SHEAF_KEYS_FILE and " +
        "SHEAF_PEPPER_FILE), or with SHEAF_KEYS_COMMAND"
    ]
  }
  const { olderPeppers, pepper, ring } = keys.value
  const isSame = (one: Redacted.Redacted<Uint8Array>, other: Redacted.Redacted<Uint8Array>) =>
    Buffer.compare(Redacted.value(one), Redacted.value(other)) === 0
  const repeated = ring.all.filter((key, index) =>
    ring.all.slice(0, index).some(({ bytes }) => isSame(bytes, key.bytes))
  )
  return [
    ...(ring.all.some(({ id }) => id === Mode.generatedKeyId)
      ? [`SHEAF_KEYS: Sheaf created the key ${Mode.generatedKeyId} in another mode: create new keys for production`]
      : []),
    ...repeated.map(({ id }) => `SHEAF_KEYS: the key ${id} has the same bytes as an earlier key`),
    ...(ring.all.some(({ bytes }) => [pepper, ...olderPeppers].some((each) => isSame(bytes, each)))
      ? ["SHEAF_PEPPER: the pepper must differ from the sealing keys"]
      : [])
  ]
}

const addressFaults = ({ publicUrl }: Settings.Settings): ReadonlyArray<string> => {
  if (Option.isNone(publicUrl))
    return ["SHEAF_PUBLIC_URL: set the https address at which people and clients reach Sheaf"]
  return publicUrl.value.startsWith("https:") ? [] : ["SHEAF_PUBLIC_URL: expected an https address"]
}

const otherModeFaults = ({ file, given }: Settings.ParsedSettings): ReadonlyArray<string> => [
  ...(Option.contains(given.demo, "on") ? ["SHEAF_DEMO=on: production mode has no demonstration key"] : []),
  ...(Option.isSome(given.loginHostPort) ? ["LOGIN_HOST_PORT: production mode has no login host"] : []),
  ...(file.connectors ?? []).flatMap(({ cassettes = [] }, index) =>
    cassettes.length === 0
      ? []
      : [`SHEAF_CONFIG: connectors.${index}.cassettes: production mode plays no cassettes; remove the setting`]
  ),
  ...Mode.sectionFaults(file)
]

const companyFaults = ({ file, isValid }: Settings.ParsedSettings): ReadonlyArray<string> => {
  const { banks = [], connectors = [] } = file
  if (!isValid("banks", "connectors")) return []
  if (banks.length + connectors.length === 0) {
    return ["SHEAF_CONFIG: connectors: expected at least one company, here or in banks"]
  }
  return connectors.flatMap(({ companies }, entry) =>
    companies.flatMap(({ loginMethods }, company) =>
      loginMethods
        .filter((method) => LoginMethod.describe(method).environment !== "REAL")
        .map(
          (method) =>
            `SHEAF_CONFIG: connectors.${entry}.companies.${company}.loginMethods: production mode has no ${method}`
        )
    )
  )
}

/** The plain listener is not encrypted, so only this machine or a proxy that terminates TLS may use it. */
const listenerFaults = ({ host, proxies }: Settings.Settings): ReadonlyArray<string> =>
  isLoopbackHost(host) || proxies.length > 0
    ? []
    : [
        `HOST=${host}: other machines can reach the plain HTTP listener: list the proxies that terminate TLS in the ` +
          "section proxies of SHEAF_CONFIG, or listen on 127.0.0.1"
      ]

/**
 * Returns the addresses that may use plain HTTP for more than health checks. In production, these are only this machine
 * and the proxies, so a client that mistakenly sends credentials unencrypted is rejected at its first request.
 */
export const plainHttpNetworks = ({ mode, proxies }: Pick<Settings.Settings, "mode" | "proxies">): Networks.Networks =>
  mode.isProduction ? Networks.of(["127.0.0.0/8", "::1", ...proxies]) : { has: () => true }

const folderFaults = Effect.fnUntraced(
  function* ({ dataDir }: Settings.Settings) {
    const fileSystem = yield* FileSystem.FileSystem
    if (!(yield* fileSystem.exists(dataDir))) return []
    const { type } = yield* fileSystem.stat(dataDir)
    if (type !== "Directory") return [`SHEAF_DATA_DIR: ${dataDir} is not a folder`]
    const path = yield* Path.Path
    const { keys, loginHost } = yield* DataFolder.of({ dataDir })
    const created = yield* Effect.filter([keys, loginHost], (file) => fileSystem.exists(file))
    return [
      ...((yield* AtomicFiles.isAccessibleByOthers(dataDir))
        ? [`SHEAF_DATA_DIR: other users can access ${dataDir}: run ${TextFile.shellCommand("chmod 700", dataDir)}`]
        : []),
      ...(created.length > 0
        ? [
            `SHEAF_DATA_DIR: ${dataDir} belongs to a service in another mode, because it contains ` +
              `${created.map((file) => path.basename(file)).join(" and ")}: use a new folder`
          ]
        : [])
    ]
  },
  Effect.catchTag("PlatformError", ({ reason }) =>
    Effect.succeed([`SHEAF_DATA_DIR: cannot read the folder: ${FileErrors.reasonOf({ reason })}`])
  )
)

export const missingCertificateMessage =
  "MTLS_PORT: mutual TLS needs the server's certificate: set tls.certFile and tls.keyFile in SHEAF_CONFIG, or MTLS_PORT=off"

const expired = Effect.fnUntraced(function* (file: string, certificate: string) {
  const { validToDate } = new X509Certificate(certificate)
  return validToDate.getTime() < (yield* Clock.currentTimeMillis)
    ? [`${file} expired on ${validToDate.toISOString()}`]
    : []
})

const messageOf = ({ message }: { readonly message: string }) => Effect.succeed([message])

const certificateFaults = Effect.fnUntraced(function* ({
  environment,
  mutualTlsPort,
  serverFiles,
  ...settings
}: Settings.Settings) {
  if (Option.isNone(mutualTlsPort)) return []
  const { certificates } = yield* DataFolder.of(settings)
  const ofAuthority = yield* AuthorityFiles.readRootCertificate(certificates, environment).pipe(
    Effect.as<ReadonlyArray<string>>([]),
    Effect.catchTag("AuthorityError", messageOf),
    Effect.catchTag("PlatformError", ({ reason }) =>
      Effect.succeed([`cannot read the certificates in ${certificates}: ${FileErrors.reasonOf({ reason })}`])
    )
  )
  if (Option.isNone(serverFiles)) return [...ofAuthority, missingCertificateMessage]
  const files = serverFiles.value
  const ofServer = yield* ServerIdentity.read(files, "").pipe(
    Effect.tap(TextFile.requirePrivate("SHEAF_CONFIG: tls.keyFile", files.key)),
    Effect.flatMap(({ certificate }) => expired(files.certificate, certificate)),
    Effect.catchTags({ ServerFilesError: messageOf, OperatorError: messageOf })
  )
  return [...ofAuthority, ...ofServer]
})

const faultsOf = Effect.fnUntraced(function* (reading: Settings.ParsedSettings) {
  const { errors, settings } = reading
  const whenSound = (part: SettingErrors.SettingPart, messages: () => ReadonlyArray<string>) =>
    errors.isValid(part) ? messages() : []
  return [
    ...whenSound("keys", () => keyFaults(settings)),
    ...whenSound("publicUrl", () => addressFaults(settings)),
    ...companyFaults(reading),
    ...(reading.isValid("proxies") ? listenerFaults(settings) : []),
    ...otherModeFaults(reading),
    ...(yield* folderFaults(settings)),
    ...(reading.isValid("tls") && errors.isValid("ports") ? yield* certificateFaults(settings) : [])
  ]
})

/**
 * Reads the settings at startup. Returns them with a message for each invalid setting and each unmet requirement of
 * production mode. Warnings do not prevent the start.
 */
export const readStartupSettings = Effect.fnUntraced(function* (variables: Settings.Variables) {
  const reading = yield* Settings.read(variables)
  const { errors, settings } = reading
  const unmet = settings.mode.isProduction ? yield* faultsOf(reading) : []
  const warnings = errors.isValid("file")
    ? [
        ...(yield* BankSettings.warnings(reading.file, settings.publicUrl)),
        ...(yield* BankSettings.validityWarnings(settings.banks))
      ]
    : []
  return { settings, file: reading.file, warnings, messages: [...errors.messages(), ...unmet] }
})

/** Returns the settings for startup. If there are error messages, fails with all of them. */
export const loadStartupSettings = Effect.fnUntraced(function* (variables: Settings.Variables) {
  const { messages, settings } = yield* readStartupSettings(variables)
  return messages.length === 0 ? settings : yield* SettingErrors.toError(messages)
})
