/** `sheaf init`: sets up a production service with one client, its key and its certificate (spec 14.1). */
import { AuthorityFiles, ClientEnrollment, Issuance, ServerLeaf } from "@sheaf/adapters-mtls"
import { KeyRing } from "@sheaf/adapters-security"
import { ApiKeys, AtomicFiles } from "@sheaf/ports"
import { Effect, FileSystem, Option, Path, Redacted } from "effect"
import type { Terminal } from "effect"
import { Command } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Base64 } from "effect/encoding"
import { isIP } from "node:net"
import * as ConfigText from "../../config/ConfigText.ts"
import * as SettingErrors from "../../config/values/SettingErrors.ts"
import * as Production from "../../config/Production.ts"
import * as TextFile from "../../config/values/TextFile.ts"
import type * as DataFolder from "../../config/DataFolder.ts"
import { failWith } from "../../errors/OperatorError.ts"
import * as CommandServices from "../CommandServices.ts"
import * as Clients from "../Clients.ts"
import * as KeyFolder from "../KeyFolder.ts"
import * as Output from "../Output.ts"
import * as Answers from "./Answers.ts"
import * as EnvironmentFile from "./EnvironmentFile.ts"
import * as FileErrors from "../../errors/FileErrors.ts"

const pathsOf = Effect.fnUntraced(function* ({ dataDir, folder }: Answers.Answers) {
  const path = yield* Path.Path
  const at = (...names: ReadonlyArray<string>) => path.join(folder, ...names)
  return {
    environment: at("sheaf.env"),
    config: at("config.json"),
    keys: at("keys"),
    pepper: at("pepper"),
    dataDir,
    certificates: path.join(dataDir, "certs"),
    serverKey: at("server.key"),
    server: at("server.pem"),
    client: at("client"),
    clientKey: at("client", "client.key"),
    clientCertificate: at("client", "client.pem"),
    authority: at("client", "ca.pem"),
    apiKey: at("client", "api-key")
  }
})

type Paths = Effect.Success<ReturnType<typeof pathsOf>>

const requireNew = Effect.fnUntraced(function* (flag: string, folder: string) {
  const fileSystem = yield* FileSystem.FileSystem
  if (!EnvironmentFile.isLiteral(folder))
    return yield* failWith(`${flag}: expected ${EnvironmentFile.allowedCharacters}, not ${folder}`)
  if (!(yield* fileSystem.exists(folder))) return
  const names = yield* Effect.orElseSucceed(fileSystem.readDirectory(folder), () => [""])
  if (names.length > 0) yield* failWith(`${flag}: ${folder} is not empty; nothing was written`)
})

const readConfig = Effect.fnUntraced(function* (path: string) {
  const content = yield* TextFile.read("--config", path)
  const { errors, file } = ConfigText.parseConfig(content)
  return errors.length === 0 ? file : yield* failWith(`--config: ${errors.join("; ")}`)
})

/** Normalizes the URL. For example, encodes an international host name in ASCII, and removes trailing slashes. */
const publicUrlOf = Effect.fnUntraced(function* (text: string) {
  // Without this check, the parser would drop line breaks and some other characters.
  const url = /[\s\p{C}]/u.test(text) ? null : URL.parse(text)
  if (url?.protocol !== "https:") return yield* failWith("--public-url: expected an https address")
  const address = url.href.replace(/\/+$/, "")
  return EnvironmentFile.isLiteral(address)
    ? address
    : yield* failWith(`--public-url: expected an address of ${EnvironmentFile.allowedCharacters}, not ${address}`)
})

const variablesOf = ({ environment, publicUrl }: Answers.Answers, paths: Paths) => ({
  SHEAF_MODE: "production",
  SHEAF_ENVIRONMENT: environment,
  SHEAF_PUBLIC_URL: publicUrl,
  SHEAF_DATA_DIR: paths.dataDir,
  SHEAF_CONFIG: paths.config,
  SHEAF_KEYS_FILE: paths.keys,
  SHEAF_PEPPER_FILE: paths.pepper
})

const writeSecrets = Effect.fnUntraced(function* (paths: Paths) {
  const random = yield* SecureRandom.SecureRandom
  const name = `key-${Base64.encode(yield* random.randomBytes(6)).replaceAll(/[+/]/g, "0")}`
  const ring = KeyRing.formatKey(name, yield* random.randomBytes(32))
  yield* AtomicFiles.writeNewFile(paths.keys, `${Redacted.value(ring)}\n`)
  yield* AtomicFiles.writeNewFile(paths.pepper, `${Base64.encode(yield* random.randomBytes(32))}\n`)
  yield* CommandServices.printNote(`Created the sealing key ${name} and the pepper: ${paths.keys}, ${paths.pepper}`)
})

const hostOf = (publicUrl: string) => {
  const { hostname } = new URL(publicUrl)
  const value = hostname.replace(/^\[|\]$/g, "")
  return { type: isIP(value) === 0 ? ("dns" as const) : ("ip" as const), value }
}

const writeCertificates = Effect.fnUntraced(function* (
  { environment, publicUrl }: Answers.Answers,
  paths: Paths,
  hasOwnCertificate: boolean
) {
  yield* AuthorityFiles.createMissing(paths.certificates)
  yield* CommandServices.printNote(`Created the authorities for clients' certificates: ${paths.certificates}`)
  const authority = yield* AuthorityFiles.open(paths.certificates, environment)
  if (!hasOwnCertificate) {
    const names = [hostOf(publicUrl), ...ServerLeaf.loopbackNames]
    const server = yield* ServerLeaf.make(authority, names, Issuance.maxValidityDays)
    yield* AtomicFiles.writeNewFile(paths.serverKey, Redacted.value(server.key))
    yield* AtomicFiles.writeNewFile(paths.server, server.certificate)
    yield* CommandServices.printNote(
      `Created the server's certificate for mutual TLS, valid for ${Issuance.maxValidityDays} days: ${paths.server}. Clients ` +
        `trust it with ${paths.authority}. Replace it before it expires.`
    )
  }
  return authority
})

const addClient = Effect.fnUntraced(function* ({ client, environment }: Answers.Answers) {
  const clientId = yield* Clients.add("--client", { name: client, environment, requiresMutualTls: true })
  const key = yield* Effect.orDie((yield* ApiKeys).issue(clientId, {}))
  return { clientId, key }
})

const writeClient = Effect.fnUntraced(function* (
  answers: Answers.Answers,
  paths: Paths,
  authority: Effect.Success<ReturnType<typeof writeCertificates>>
) {
  const { clientId, key } = yield* addClient(answers)
  const made = Option.isSome(answers.csr)
    ? { request: yield* TextFile.read("--csr", answers.csr.value) }
    : yield* ClientEnrollment.makeKeyAndRequest(answers.environment, clientId)
  const order = { request: Buffer.from(made.request), clientId, days: Issuance.defaultValidityDays }
  const { certificate } = yield* Issuance.issue(authority, order).pipe(
    Effect.catchTags({
      CertificateRequestError: ({ message }) => failWith(`--csr: ${message}`),
      UnknownClient: Effect.die
    })
  )
  yield* AtomicFiles.makeFolder(paths.client)
  if ("key" in made) yield* AtomicFiles.writeNewFile(paths.clientKey, Redacted.value(made.key))
  yield* AtomicFiles.writeNewFile(paths.clientCertificate, certificate)
  yield* AtomicFiles.writeNewFile(paths.authority, authority.certificate)
  yield* AtomicFiles.writeNewFile(paths.apiKey, `${Redacted.value(key)}\n`)
  yield* CommandServices.printNote(
    `Added the client ${answers.client} with the id ${clientId}, an API key, and a certificate for ${Issuance.defaultValidityDays} ` +
      `days: ${paths.client}. The client must use mutual TLS.`
  )
  return clientId
})

/** Lists each file only once, even if the folders are nested. */
const filesIn = Effect.fnUntraced(function* (...folders: ReadonlyArray<string>) {
  const fileSystem = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const files = new Set<string>()
  for (const folder of folders) {
    for (const name of yield* fileSystem.readDirectory(folder, { recursive: true })) {
      const file = path.join(folder, name)
      if ((yield* fileSystem.stat(file)).type === "File") files.add(file)
    }
  }
  return Array.from(files).toSorted()
})

/** If anything fails, removes the folders that it has created. */
const setUp = Effect.fnUntraced(function* (answers: Answers.Answers, paths: Paths) {
  const file = yield* readConfig(answers.config)
  yield* KeyFolder.make("--folder", answers.folder)
  yield* KeyFolder.make("--data-dir", paths.dataDir)
  yield* writeSecrets(paths)
  const hasOwnCertificate = file.tls?.certFile !== undefined
  const files = { certFile: paths.server, keyFile: paths.serverKey }
  const config = { ...file, tls: { ...file.tls, ...(!hasOwnCertificate && files) } }
  yield* AtomicFiles.writeNewFile(paths.config, `${JSON.stringify(config, undefined, 2)}\n`)
  const variables = variablesOf(answers, paths)
  yield* AtomicFiles.writeNewFile(paths.environment, EnvironmentFile.format(variables))
  yield* CommandServices.printNote(`Wrote the configuration: ${paths.environment}, ${paths.config}`)
  const authority = yield* writeCertificates(answers, paths, hasOwnCertificate)
  const { messages } = yield* Production.readStartupSettings(variables)
  if (messages.length > 0) return yield* SettingErrors.toError(messages)
  return yield* Effect.provide(writeClient(answers, paths, authority), CommandServices.layerFor(variables))
})

/** Returns the command that the person used to start `sheaf`, which npm reveals in an environment variable. */
const program = (npmCommand = process.env["npm_command"]): string =>
  npmCommand === "exec" ? "npx @sheaf/server" : npmCommand === "run-script" ? "npm run sheaf --" : "sheaf"

const nextSteps = (paths: Paths) => [
  "The service is ready. Back up the keys, the pepper and the authorities, each apart from the database. Start the service:",
  "",
  `  set -a; . ${paths.environment}; set +a`,
  `  ${program()} serve`
]

const init = Effect.fnUntraced(function* (given: Answers.Answers) {
  const answers = { ...given, publicUrl: yield* publicUrlOf(given.publicUrl) }
  const { dataDir, folder } = answers
  const fileSystem = yield* FileSystem.FileSystem
  const paths = yield* pathsOf(answers)
  if (`${folder}/`.startsWith(`${dataDir}/`)) {
    yield* failWith(
      "--data-dir: the service writes to this folder, so it cannot contain the folder of the configuration and the keys"
    )
  }
  yield* requireNew("--folder", folder)
  yield* requireNew("--data-dir", dataDir)
  const { clientId, files } = yield* setUp(answers, paths).pipe(
    Effect.bindTo("clientId"),
    Effect.bind("files", () => filesIn(folder, dataDir)),
    Effect.catchTags({
      AuthorityError: ({ message }) => failWith(message),
      PlatformError: ({ reason }) =>
        failWith(`cannot write to ${folder} or ${dataDir}: ${FileErrors.reasonOf({ reason })}`)
    }),
    Effect.onError(() =>
      Effect.forEach(
        [folder, dataDir],
        (made) =>
          fileSystem
            .remove(made, { recursive: true })
            .pipe(Effect.andThen(CommandServices.printNote(`Removed ${made}, because init failed.`)), Effect.ignore),
        { discard: true }
      )
    )
  )
  yield* CommandServices.printRow("client", clientId)
  yield* Output.printErrorLines(["Files, which only you can read:", ...files.map((file) => `  ${file}`), ""])
  yield* Output.printErrorLines(nextSteps(paths))
})

const run = (
  given: Parameters<typeof Answers.readAnswers>[0]
): Effect.Effect<void, DataFolder.DataFolderError, FileSystem.FileSystem | Path.Path | Terminal.Terminal> =>
  Effect.flatMap(Answers.readAnswers(given), init).pipe(Effect.provide(NodeCrypto.layer))

export const makeCommand = (name: string) =>
  Command.make(name, Answers.flags, run).pipe(
    Command.withDescription(
      "Sets up a production service in a new folder: keys, configuration, authorities, and one client with an API key and a " +
        "certificate. Prints the client's id, and every file that it wrote. In a terminal, asks for missing flags. Never overwrites " +
        "anything."
    )
  )
