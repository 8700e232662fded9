/** `sheaf connector record`: one login as a scrubbed cassette (docs/connector-kit.md). */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Authority, ServerLeaf } from "@sheaf/adapters-mtls"
import { Reader } from "@sheaf/adapters-pdf"
import * as LoginMethods from "@sheaf/domain/LoginMethod"
import { AtomicFiles } from "@sheaf/ports"
import { Console, Effect, FileSystem, Option, Path, Redacted, Terminal } from "effect"
import { Command, Flag } from "effect/cli"
import { isIP } from "node:net"
import { failWith } from "../../errors/OperatorError.ts"
import * as Output from "../Output.ts"
import type { KeyPair } from "./CompanyProxy.ts"
import { attempt, commandFlag, commandOf, companiesIn, folderArgument } from "./CheckCommand.ts"
import * as Har from "./Har.ts"
import { loginTypes } from "./Login.ts"
import * as Record from "./Record.ts"

const flags = {
  folder: folderArgument,
  name: Flag.String("name").pipe(Flag.withDefault("login"), Flag.withDescription("Name of the cassette.")),
  company: Flag.String("company").pipe(
    Flag.optional,
    Flag.withDescription("The company. By default, the first one in the folder's sheaf.json.")
  ),
  loginMethod: Flag.Literals("login-method", LoginMethods.LoginMethod.literals).pipe(
    Flag.withDefault("USERNAME_AND_PASSWORD"),
    Flag.withDescription("The login method.")
  ),
  loginType: Flag.Literals("login-type", loginTypes).pipe(
    Flag.withDefault("USERNAME_PASSWORD"),
    Flag.withDescription("The type of the login's credentials, which the command asks for.")
  ),
  source: Flag.String("source").pipe(
    Flag.optional,
    Flag.withDescription(
      "Files of the connector, separated by commas, whose phrases the cassette keeps. By default, connector.ts or connector.py."
    )
  ),
  keep: Flag.String("keep").pipe(Flag.optional, Flag.withDescription("File with more phrases to keep, one a line.")),
  har: Flag.String("har").pipe(
    Flag.optional,
    Flag.withDescription("Archive (HAR) of a browser to scrub, in place of a login.")
  ),
  command: commandFlag
}

const validDays = 2

/** Makes certificates by an authority whose key exists only in this process. */
const makeAuthority = Effect.gen(function* () {
  const pair = yield* Authority.make("test")
  const authority = yield* Effect.orDie(Authority.open("test", pair))
  const context = yield* Effect.context<Effect.Services<ReturnType<typeof ServerLeaf.make>>>()
  const known = new Map<string, Promise<KeyPair>>()
  const certify = (host: string) => {
    const made =
      known.get(host) ??
      Effect.runPromiseWith(context)(
        Effect.map(
          ServerLeaf.make(authority, [{ type: isIP(host) === 0 ? "dns" : "ip", value: host }], validDays),
          ({ certificate, key }) => ({ certificate, key: Redacted.value(key) })
        )
      )
    known.set(host, made)
    return made
  }
  return { certificate: pair.certificate, certify }
})

/** Reads a PDF's lines as the layouts see them. */
const readPdf = (bytes: Uint8Array) => {
  const asked = {
    callContext: { client: "", person: "" },
    name: "document",
    size: bytes.length,
    bytes: () => bytes,
    lines: true
  }
  return Effect.runPromise(
    Reader.make(Reader.defaultLimits)
      .read(asked)
      .pipe(
        Effect.map((outcome) => (outcome.type === "READ" ? outcome.lines : undefined)),
        Effect.orElseSucceed(() => undefined)
      )
  )
}

const readText = Effect.fnUntraced(function* (flag: string, file: string, maxBytes: number) {
  const fileSystem = yield* FileSystem.FileSystem
  const unreadable = ({ reason }: { readonly reason: { readonly _tag: string } }) =>
    failWith(`--${flag}: cannot read ${file}: ${reason._tag}`)
  const { size } = yield* Effect.catchTag(fileSystem.stat(file), "PlatformError", unreadable)
  if (size > maxBytes) return yield* failWith(`--${flag}: ${file} is longer than ${maxBytes} bytes`)
  return yield* Effect.catchTag(fileSystem.readFileString(file), "PlatformError", unreadable)
})

const maxSourceBytes = 1024 * 1024

const readSources = Effect.fnUntraced(function* (
  folder: string,
  source: Option.Option<string>,
  keep: Option.Option<string>
) {
  const path = yield* Path.Path
  const fileSystem = yield* FileSystem.FileSystem
  const files = Option.match(source, {
    onNone: () => ["connector.ts", "connector.py"],
    onSome: (names) => names.split(",")
  })
  const sources: Array<string> = []
  for (const file of files) {
    const absolute = path.join(folder, file)
    if (Option.isNone(source) && !(yield* Effect.orDie(fileSystem.exists(absolute)))) continue
    sources.push(yield* readText("source", absolute, maxSourceBytes))
  }
  const kept = Option.isSome(keep)
    ? (yield* readText("keep", keep.value, maxSourceBytes)).split(/\r?\n/).filter(Boolean)
    : []
  return { sources, keep: kept }
})

const reportLines = (file: string, { counts, kept, notes }: Record.Recorded["report"]): ReadonlyArray<string> => [
  `Wrote ${file}.`,
  `Replaced: ${Object.entries(counts)
    .map(([kind, count]) => `${count} × ${kind}`)
    .join(", ")}`,
  `Kept, because the connector's source has them: ${kept.length === 0 ? "nothing" : kept.join(" · ")}`,
  ...notes.map((note) => `Look at this: ${note}.`),
  "Read the cassette before you give it to others."
]

type Flags = Command.Command.Config.Infer<typeof flags>

/** Runs the login at the terminal. */
const recordLogin = Effect.fnUntraced(function* (
  { command, loginMethod, loginType }: Pick<Flags, "command" | "loginMethod" | "loginType">,
  company: string,
  folder: string,
  options: Pick<Record.Options, "keep" | "readPdf" | "sources">
) {
  const words = yield* commandOf(folder, command)
  const fileSystem = yield* FileSystem.FileSystem
  const { certificate, certify } = yield* makeAuthority
  // Only the public part of the authority is in a file.
  const authorityFile = yield* fileSystem.makeTempFileScoped({ prefix: "sheaf-record-" })
  yield* fileSystem.writeFileString(authorityFile, certificate)
  const context = yield* Effect.context<Terminal.Terminal>()
  const run = Effect.runPromiseWith(context)
  const ask = (question: string) =>
    run(
      Effect.andThen(
        Console.log(question),
        Effect.flatMap(Terminal.Terminal, ({ readLine }) => readLine)
      )
    )
  const login = {
    company,
    loginMethod,
    loginType,
    products: ["INSURANCE", "WEALTH"],
    ask,
    say: (line: string) => void run(Console.log(line)),
    sleep: (millis: number) => run(Effect.sleep(millis))
  }
  return yield* attempt(() => Record.run({ ...options, folder, command: words, login, certify, authorityFile }))
}, Effect.scoped)

export const recordCommand = Command.make(
  "record",
  flags,
  Effect.fnUntraced(function* ({ company: wanted, folder: given, har, keep, name, source, ...flags }) {
    if (process.env["SHEAF_MODE"] === "production") {
      return yield* failWith("SHEAF_MODE=production: record a login only where no customers' data is")
    }
    if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(name))
      return yield* failWith("--name: expected lower-case letters, digits and hyphens")
    const path = yield* Path.Path
    const folder = path.resolve(given)
    const company = Option.getOrElse(wanted, () => companiesIn(folder)[0])
    if (company === undefined) return yield* failWith("--company is required, because the folder has no sheaf.json")
    const options = { ...(yield* readSources(folder, source, keep)), readPdf }
    const { report, text } = Option.isSome(har)
      ? yield* Har.decode(yield* readText("har", har.value, Har.maxHarBytes)).pipe(
          Effect.catch(() => failWith(`--har: ${har.value} is no HTTP archive (HAR 1.2)`)),
          Effect.flatMap((archive) => attempt(() => Record.importExchanges(company, Har.exchangesOf(archive), options)))
        )
      : yield* recordLogin(flags, company, folder, options)
    const file = path.join(folder, "cassettes", `${name}.json`)
    const write = Effect.andThen(AtomicFiles.makeFolder(path.dirname(file)), AtomicFiles.writeAtomically(file, text))
    yield* Effect.catchTag(write, "PlatformError", ({ reason }) => failWith(`cannot write ${file}: ${reason._tag}`))
    yield* Output.printLines(reportLines(file, report))
  })
).pipe(
  Command.withDescription(
    "Runs one login through a recording proxy, replaces every personal value in memory, and writes the cassette. Not in " +
      "production mode."
  ),
  Command.provide(NodeCrypto.layer)
)
