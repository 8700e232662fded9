/**
 * `sheaf connector check`: replays a connector's cassettes and tests the connector contract (docs/connector-kit.md).
 */
import { Effect, Option, Path } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { existsSync, readFileSync } from "node:fs"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { failWith } from "../../errors/OperatorError.ts"
import * as Output from "../Output.ts"
import * as Check from "./Check.ts"
import type { Finding } from "./Conformance.ts"
import * as ConnectorProcess from "./ConnectorProcess.ts"
import * as Interception from "./Interception.ts"
import { keepFlag, readKept, sourceFlag } from "./Sources.ts"

export const folderArgument = Argument.String("folder").pipe(
  Argument.withDefault("."),
  Argument.withDescription("The connector's folder. Its cassettes are in `cassettes`.")
)

export const commandFlag = Flag.String("command").pipe(
  Flag.optional,
  Flag.withDescription(
    "Command that starts the connector, such as 'node main.ts'. By default, the one of `sheaf connector new`."
  )
)

export const commandOf = (folder: string, command: Option.Option<string>) => {
  if (!existsSync(folder)) return failWith(`${folder} does not exist; name the connector's folder`)
  const [tool, ...words] = Option.match(command, {
    onNone: () => [],
    onSome: (text) => text.split(/\s+/).filter(Boolean)
  })
  const found: ConnectorProcess.Options["command"] | undefined =
    tool === undefined ? ConnectorProcess.defaultCommand(folder) : [tool, ...words]
  return found === undefined
    ? failWith(`--command is required: ${folder} contains neither main.ts nor connector.py`)
    : Effect.succeed(found)
}

export const attempt = <A>(run: () => Promise<A>) =>
  Effect.tryPromise({ try: run, catch: (error) => error }).pipe(
    Effect.catch((error) => failWith(error instanceof Error ? error.message : "the connector failed"))
  )

/** Returns an empty list if the folder has no configuration file. */
export const companiesIn = (folder: string): ReadonlyArray<string> => {
  try {
    return Array.from(
      readFileSync(`${folder}/sheaf.json`, "utf8").matchAll(/"company":\s*"([^"]+)"/g),
      ([, id = ""]) => id
    )
  } catch {
    return []
  }
}

const linesOf = ({ details = [], level, text }: Finding): ReadonlyArray<string> => [
  `  ${level.padEnd(5)} ${text}`,
  ...details.map((line) => `    ${line}`)
]

const reportLines = ({ calls, cassettes }: Check.CheckReport): ReadonlyArray<string> => [
  "the contract:",
  ...calls.flatMap(linesOf),
  ...cassettes.flatMap(({ findings, name }) => [`${name}:`, ...findings.flatMap(linesOf)]),
  ...(cassettes.length === 0 ? ["no cassettes; record one with sheaf connector record"] : [])
]

const countFaults = ({ calls, cassettes }: Check.CheckReport): number =>
  [...calls, ...cassettes.flatMap(({ findings }) => findings)].filter(({ level }) => level === "FAULT").length

export const checkCommand = Command.make(
  "check",
  { folder: folderArgument, command: commandFlag, source: sourceFlag, keep: keepFlag },
  Effect.fnUntraced(function* ({ command, folder, keep, source }) {
    const absolute = (yield* Path.Path).resolve(folder)
    const words = yield* commandOf(absolute, command)
    const interception = yield* Interception.make
    const connectable = { folder: absolute, command: words, interception }
    const keeps = yield* readKept(absolute, source, keep)
    const report = yield* attempt(() => Check.run(connectable, companiesIn(absolute), keeps))
    yield* Output.printLines(reportLines(report))
    const faults = countFaults(report)
    if (faults > 0) yield* failWith(`the connector has ${faults} ${faults === 1 ? "fault" : "faults"}`)
  }, Effect.scoped)
).pipe(
  Command.withDescription(
    "Replays the connector's cassettes without a network and without waiting, checks the protocol's rules, and prints a report."
  ),
  Command.provide(NodeCrypto.layer)
)
