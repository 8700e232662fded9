/**
 * `sheaf connector new`: creates a connector that works immediately, against a small site that comes with it
 * (docs/connector-kit.md).
 */
import { CompanyId, marketOf } from "@sheaf/domain/Company"
import * as Market from "@sheaf/domain/Market"
import { AtomicFiles } from "@sheaf/ports"
import { Effect, FileSystem, Option, Path, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { randomBytes } from "node:crypto"
import { failWith } from "../../errors/OperatorError.ts"
import * as Output from "../Output.ts"
import * as Kit from "./Kit.ts"
import * as FileErrors from "../../errors/FileErrors.ts"

const flags = {
  name: Argument.String("name").pipe(
    Argument.withDescription("The company's id, which begins with its market: ee-acme.")
  ),
  language: Flag.Literals("language", Kit.languages).pipe(Flag.withDescription("The connector's language.")),
  output: Flag.String("output").pipe(
    Flag.optional,
    Flag.withDescription("Folder for the files; must be new or empty. By default, the name.")
  )
}

const fileMode = 0o644

/**
 * Maps the names of some template files to their real names. Under its real name, such a file would take effect inside
 * this repository.
 */
const names: Readonly<Record<string, string>> = { gitignore: ".gitignore", npmrc: ".npmrc" }

const starts: Readonly<Record<Kit.Language, ReadonlyArray<string>>> = {
  typescript: ["npm install", "npm test", "npm start"],
  python: ["python3 -m unittest", "CONNECTOR_SECRET=$(cat secret) python3 connector.py"]
}

const filesOf = (language: Kit.Language, company: string, market: string) => {
  const files: Record<string, string | Uint8Array> = {}
  for (const [name, text] of Object.entries(Kit.templateOf(language))) {
    files[names[name] ?? name] = text
      .replaceAll("COMPANY_URL", "\0")
      .replaceAll("COMPANY", company)
      .replaceAll("\0", "COMPANY_URL")
      .replaceAll("MARKET", market)
  }
  if (language === "typescript") files["sheaf-connector-0.0.0.tgz"] = Kit.packTypeScript()
  else files["sheaf_connector.py"] = Kit.readPython()
  return files
}

export const newCommand = Command.make(
  "new",
  flags,
  Effect.fnUntraced(function* ({ language, name, output }) {
    const market = Schema.is(CompanyId)(name) ? marketOf(name) : undefined
    if (market === undefined)
      return yield* failWith(
        `${JSON.stringify(name)} is no company id that begins with a market (${Market.all.join(", ")}), such as ee-acme`
      )
    const path = yield* Path.Path
    const fileSystem = yield* FileSystem.FileSystem
    const folder = path.resolve(Option.getOrElse(output, () => name))
    const write = Effect.gen(function* () {
      yield* AtomicFiles.makeFolder(folder)
      if ((yield* fileSystem.readDirectory(folder)).length > 0)
        return yield* failWith(`--output: ${folder} is not empty`)
      for (const [file, content] of Object.entries(filesOf(language, name, market))) {
        yield* AtomicFiles.writeNewFile(path.join(folder, file), content, fileMode)
      }
      yield* AtomicFiles.writeNewFile(path.join(folder, "secret"), `${randomBytes(32).toString("hex")}\n`)
    })
    yield* Effect.catchTag(write, "PlatformError", ({ reason }) =>
      failWith(`--output: cannot write to ${folder}: ${FileErrors.reasonOf({ reason })}`)
    )
    yield* Output.printLines([
      `Wrote ${folder}. In this folder, run:`,
      ...starts[language].map((line) => `  ${line}`),
      `Then start Sheaf with SHEAF_CONFIG=${path.join(folder, "sheaf.json")}. The user is mari, the password kuldnokk, the code 246810.`
    ])
  })
).pipe(Command.withDescription("Writes a connector with tests, a configuration file and a Dockerfile."))
