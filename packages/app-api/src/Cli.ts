/** Defines the `sheaf` command line. Without a command, it runs the service. */
import { Effect } from "effect"
import { Command } from "effect/cli"
import * as Output from "./cli/Output.ts"

/**
 * Compiles schemas to code on first use, which doubles the speed of data requests and polls. Must run before the first
 * schema is created. Commands that use each schema only once are faster without it.
 */
const compiling = () => import("effect/schema/SchemaJITCompiler/enable")

const loadServe = () => compiling().then(() => import("./cli/Serve.ts"))

/** Commands are loaded on demand, because loading all of them takes longer than running most of them. */
const commands = {
  serve: {
    description: "Runs the service. Environment variables configure it: see docs/configuration.md.",
    load: loadServe
  },
  init: { description: "Sets up a production service with one client.", load: () => import("./cli/init/Init.ts") },
  config: { description: "The service's configuration.", load: () => import("./cli/init/Config.ts") },
  doctor: {
    description: "What the service lacks to go live in a market.",
    load: () => import("./cli/doctor/Doctor.ts")
  },
  console: {
    description: "The operator's console, which a running service serves to this machine on METRICS_PORT.",
    load: () => import("./cli/ConsoleCommand.ts")
  },
  clients: { description: "Companies that integrate the service.", load: () => import("./cli/Clients.ts") },
  audit: { description: "The record of who did what.", load: () => import("./cli/Audit.ts") },
  keys: {
    description: "Clients' API keys, and the keys that seal stored data.",
    load: () => import("./cli/keys/Keys.ts")
  },
  users: {
    description: "Clients' users: export and erase the data of a person.",
    load: () => import("./cli/UserCommands.ts")
  },
  proof: {
    description: "The electronic ID's proof that a person has authenticated.",
    load: () => import("./cli/ProofCommand.ts")
  },
  nodes: { description: "Nodes that share a PostgreSQL database.", load: () => import("./cli/database/Nodes.ts") },
  backup: {
    description:
      "Writes a backup of the SQLite database to a new file, also while the service runs. Prints each table's name, rows " +
      "and checksum.",
    load: () => import("./cli/database/Backup.ts")
  },
  restore: {
    description: "Restores a backup into an empty data folder. Prints each change that it repeats.",
    load: () => import("./cli/database/Restore.ts")
  },
  "migrate-to-postgres": {
    description:
      "Moves a stopped service from SQLite in the data folder to the empty PostgreSQL database in DATABASE_URL. Prints " +
      "each table's name, rows and checksum. If the command is killed, run it again.",
    load: () => import("./cli/database/MigrateToPostgres.ts")
  },
  tokens: {
    description: "Users' bearer tokens, and receipts for permissions.",
    load: () => import("./cli/keys/TokenKeys.ts")
  },
  drift: {
    description: "Companies' records that changed their shape.",
    load: () => import("./cli/DriftCommand.ts")
  },
  webhooks: {
    description: "Addresses to which clients' events are delivered.",
    load: () => import("./cli/Webhooks.ts")
  },
  certs: { description: "Client certificates for mutual TLS.", load: () => import("./cli/Certs.ts") },
  connector: {
    description: "Connectors: make, record and check them.",
    load: () => import("./cli/connector/ConnectorCommand.ts")
  },
  bundle: {
    description: "Signed bundles of data: bank profiles, PDF layouts, cassettes and logos.",
    load: () => import("./cli/BundleCommand.ts")
  },
  pdf: { description: "Layouts for uploaded documents.", load: () => import("./cli/pdf/PdfCommand.ts") },
  sandbox: {
    description:
      "Serves the simulated companies, banks and electronic ID in the protocols of real ones, until it receives a stop signal.",
    load: () => compiling().then(() => import("./cli/standalone/SandboxCommand.ts"))
  },
  bank: {
    description: "Banks that speak NextGenPSD2.",
    load: () => compiling().then(() => import("./cli/standalone/BankCommand.ts"))
  }
}

type Loaded = ReturnType<Awaited<ReturnType<(typeof commands)[keyof typeof commands]["load"]>>["makeCommand"]>

type Any<C> = Command.Command<string, never, {}, Command.Error<C>, Command.Services<C>>

/**
 * This flag prints a shell completion script. The script contains the flags of every command, so all commands must be
 * loaded.
 */
const completions = "--completions"

/**
 * Loads only the commands in `words`. The other commands appear only in help texts, which need just their names and
 * descriptions.
 */
export const loadCommand = async (words: ReadonlyArray<string>) => {
  const isNeeded = (name: string) => words.includes(name) || words.some((word) => word.startsWith(completions))
  const [first, ...others] = await Promise.all(
    Object.entries(commands).map(async ([name, { description, load }]) => {
      const command: Any<Loaded> = isNeeded(name) ? (await load()).makeCommand(name) : Command.make(name)
      return Command.withDescription(command, description)
    })
  )
  const serve = Effect.flatMap(Effect.promise(loadServe), (loaded) => loaded.serve)
  const sheaf = Command.make("sheaf", {}, () => serve).pipe(
    Command.withDescription("A collection and consent service.")
  )
  const whole = first === undefined ? sheaf : Command.withSubcommands(sheaf, [first, ...others])
  return Command.provide(whole, Output.layer)
}
