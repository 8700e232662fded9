/** Gathers what `sheaf init` needs to know, from flags or by asking at the terminal. */
import { Authority } from "@sheaf/adapters-mtls"
import type { Environment } from "@sheaf/ports"
import { Effect, Option, Path } from "effect"
import { Flag, Prompt } from "effect/cli"
import { failWith } from "../../errors/OperatorError.ts"

export const flags = {
  folder: Flag.String("folder").pipe(
    Flag.withDescription("New folder for the configuration and the keys, such as /etc/sheaf."),
    Flag.optional
  ),
  dataDir: Flag.String("data-dir").pipe(
    Flag.withDescription("New folder for the data, such as /var/lib/sheaf. Default: the folder data in --folder."),
    Flag.optional
  ),
  publicUrl: Flag.String("public-url").pipe(
    Flag.withDescription("https address at which people and clients reach the service."),
    Flag.optional
  ),
  config: Flag.String("config").pipe(
    Flag.withDescription("Configuration file with the section connectors, which init copies and completes."),
    Flag.optional
  ),
  client: Flag.String("client").pipe(Flag.withDescription("Name of the first client."), Flag.optional),
  csr: Flag.String("csr").pipe(
    Flag.withDescription("The client's certificate request. Default: init creates the client's key, too."),
    Flag.optional
  ),
  environment: Flag.Literals("environment", Authority.environments).pipe(
    Flag.withDescription("Environment of the service."),
    Flag.withDefault("production" as const)
  )
}

interface Flags {
  readonly folder: Option.Option<string>
  readonly dataDir: Option.Option<string>
  readonly publicUrl: Option.Option<string>
  readonly config: Option.Option<string>
  readonly client: Option.Option<string>
  readonly csr: Option.Option<string>
  readonly environment: Environment
}

const questions = {
  folder: ["--folder", "New folder for the configuration and the keys"],
  publicUrl: ["--public-url", "https address at which people and clients reach the service"],
  config: ["--config", "Configuration file with the section connectors"],
  client: ["--client", "Name of the first client"]
} as const

/** At a terminal, asks for missing answers. Elsewhere, fails and lists the missing flags. */
export const readAnswers = Effect.fnUntraced(function* (given: Flags) {
  const path = yield* Path.Path
  const names = ["folder", "publicUrl", "config", "client"] as const
  const missing = names.filter((name) => Option.isNone(given[name]))
  if (missing.length > 0 && !process.stdin.isTTY) {
    return yield* failWith(
      `set ${missing.map((name) => questions[name][0]).join(", ")}, or run sheaf init in a terminal`
    )
  }
  const answer = (name: (typeof names)[number]) => {
    const flag = given[name]
    return Option.isSome(flag)
      ? Effect.succeed(flag.value)
      : Effect.catchTag(Prompt.run(Prompt.String({ message: questions[name][1] })), "QuitError", () =>
          failWith("stopped before the last question; nothing was written")
        )
  }
  const folder = path.resolve(yield* answer("folder"))
  return {
    folder,
    dataDir: path.resolve(Option.getOrElse(given.dataDir, () => path.join(folder, "data"))),
    publicUrl: yield* answer("publicUrl"),
    config: yield* answer("config"),
    client: yield* answer("client"),
    csr: given.csr,
    environment: given.environment
  }
})

export type Answers = Effect.Success<ReturnType<typeof readAnswers>>
