/** `sheaf connector record`: records one login as a scrubbed cassette (docs/connector-kit.md). */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Reader, ReadingDiagnostics } from "@sheaf/adapters-pdf"
import * as LoginMethods from "@sheaf/domain/LoginMethod"
import { AtomicFiles } from "@sheaf/ports"
import { Console, Effect, Option, Path, Terminal } from "effect"
import { Command, Flag } from "effect/cli"
import { existsSync } from "node:fs"
import { failWith } from "../../errors/OperatorError.ts"
import * as Output from "../Output.ts"
import { attempt, commandFlag, commandOf, companiesIn, folderArgument } from "./CheckCommand.ts"
import * as Har from "./Har.ts"
import * as Interception from "./Interception.ts"
import { loginTypes } from "./Login.ts"
import * as Record from "./Record.ts"
import { keepFlag, readSources, readText, sourceFlag } from "./Sources.ts"
import * as FileErrors from "../../errors/FileErrors.ts"

const flags = {
  folder: folderArgument,
  overwrite: Flag.Boolean("overwrite").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Replaces a cassette of this name.")
  ),
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
  source: sourceFlag,
  keep: keepFlag,
  har: Flag.String("har").pipe(
    Flag.optional,
    Flag.withDescription("Archive (HAR) of a browser to scrub, in place of a login.")
  ),
  command: commandFlag
}

const readPdf = (bytes: Uint8Array) => {
  const asked = {
    callContext: { client: "", person: "" },
    name: "document",
    size: bytes.length,
    bytes: () => bytes,
    layouts: [],
    lines: true
  }
  return Effect.runPromise(
    Reader.make(Reader.defaultLimits)
      .read(asked)
      .pipe(
        Effect.map((outcome) =>
          outcome.type === "READ" ? outcome.lines?.map(ReadingDiagnostics.lineText) : undefined
        ),
        Effect.orElseSucceed(() => undefined)
      )
  )
}

const reportLines = (
  file: string,
  { counts, kept, notes }: Record.RecordingResult["report"]
): ReadonlyArray<string> => [
  `Wrote ${file}.`,
  `Replaced: ${Object.entries(counts)
    .map(([kind, count]) => `${count} × ${kind}`)
    .join(", ")}`,
  `Kept, because the connector's source has them: ${kept.length === 0 ? "nothing" : kept.join(" · ")}`,
  ...notes.map((note) => `Look at this: ${note}.`),
  "Read the cassette before you give it to others."
]

type Flags = Command.Command.Config.Infer<typeof flags>

const recordLogin = Effect.fnUntraced(function* (
  { command, loginMethod, loginType }: Pick<Flags, "command" | "loginMethod" | "loginType">,
  company: string,
  folder: string,
  options: Pick<Record.Options, "keep" | "readPdf" | "sources">
) {
  const words = yield* commandOf(folder, command)
  const interception = yield* Interception.make
  const hasOwnSite = ["company-site.ts", "company_site.py"].some((file) => existsSync(`${folder}/${file}`))
  if (hasOwnSite && process.env["COMPANY_URL"] === undefined) {
    yield* Console.log("COMPANY_URL is not set, so the connector can use only its own small site.")
  }
  const context = yield* Effect.context<Terminal.Terminal>()
  const run = Effect.runPromiseWith(context)
  const ask = (question: string) =>
    run(
      Effect.andThen(
        Console.log(question),
        Effect.flatMap(Terminal.Terminal, ({ readLine }) => readLine)
      ).pipe(
        Effect.catchCause(() =>
          Effect.fail(new Error(`the input ended at "${question}"; enter a line for each question`))
        )
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
  return yield* attempt(() => Record.run({ ...options, folder, command: words, login, interception }))
}, Effect.scoped)

export const recordCommand = Command.make(
  "record",
  flags,
  Effect.fnUntraced(function* ({ company: wanted, folder: given, har, keep, name, overwrite, source, ...flags }) {
    if (process.env["SHEAF_MODE"] === "production") {
      return yield* failWith("SHEAF_MODE=production: record a login only where no customers' data is")
    }
    if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(name))
      return yield* failWith("--name: expected lower-case letters, digits and hyphens")
    const path = yield* Path.Path
    const folder = path.resolve(given)
    const file = path.join(folder, "cassettes", `${name}.json`)
    if (!overwrite && existsSync(file)) {
      return yield* failWith(`--name: ${file} exists; choose another name, compare it first, or add --overwrite`)
    }
    const company = Option.getOrElse(wanted, () => companiesIn(folder)[0])
    if (company === undefined) return yield* failWith("--company is required, because the folder has no sheaf.json")
    const options = { ...(yield* readSources(folder, source, keep)), readPdf }
    const { report, text, unplayable } = Option.isSome(har)
      ? yield* Har.decode(yield* readText("har", har.value, Har.maxHarBytes)).pipe(
          Effect.catch(() => failWith(`--har: ${har.value} is no HTTP archive (HAR 1.2)`)),
          Effect.flatMap((archive) => attempt(() => Record.importExchanges(company, Har.exchangesOf(archive), options)))
        )
      : yield* recordLogin(flags, company, folder, options)
    const write = Effect.andThen(AtomicFiles.makeFolder(path.dirname(file)), AtomicFiles.writeAtomically(file, text))
    yield* Effect.catchTag(write, "PlatformError", ({ reason }) =>
      failWith(`cannot write ${file}: ${FileErrors.reasonOf({ reason })}`)
    )
    yield* Output.printLines(reportLines(file, report))
    if (unplayable !== undefined) yield* failWith(unplayable)
  })
).pipe(
  Command.withDescription(
    "Runs one login through a recording proxy, replaces every personal value in memory, and writes the cassette. Not in " +
      "production mode."
  ),
  Command.provide(NodeCrypto.layer)
)
