/** The options, lists and exit codes that the commands of the workshop share. */
import { Console, Effect } from "effect"
import { Argument, Flag } from "effect/cli"
import type { CliError } from "effect/cli"

export interface Choice {
  readonly name: string
  readonly summary: string
}

export const formatChoices = (all: ReadonlyArray<Choice>): string => {
  const width = Math.max(...all.map(({ name }) => name.length))
  return all.map(({ name, summary }) => `${name.padEnd(width)}  ${summary}`).join("\n")
}

/** Keeps the order of `all`. Without names, returns all choices. */
const chosen = <A extends Choice>(what: string, all: ReadonlyArray<A>, names: ReadonlyArray<string>) => {
  const unknown = names.filter((given) => !all.some(({ name }) => name === given))
  if (unknown.length > 0) throw new Error(`unknown ${what} ${unknown.join(", ")}; see --list`)
  return all.filter(({ name }) => names.length === 0 || names.includes(name))
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const choiceArgument = <A extends Choice>(what: string, all: ReadonlyArray<A>) =>
  Argument.String(what).pipe(
    Argument.withDescription(`The names of the ${what}s to run. By default, all. --list names them.`),
    Argument.variadic(),
    Argument.mapTryCatch((names) => chosen(what, all, names), messageOf)
  )

export const booleanFlag = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false))

export const listFlag = booleanFlag("list", "Lists the choices, and runs nothing.")

export const shortFlag = booleanFlag("short", "Runs for a short time, and allows for busy machines such as CI.")

export const positiveIntFlag = (name: string, usual: number, description: string) =>
  Flag.Int(name).pipe(
    Flag.withDescription(`${description} By default, ${usual}.`),
    Flag.withDefault(usual),
    Flag.filter(
      (value) => value > 0,
      (value) => `--${name} ${value}: expected a whole number above zero`
    )
  )

/** By default, each run has a new seed. */
export const seedFlag = Flag.Int("seed").pipe(
  Flag.withDescription("Repeats the random choices of an earlier run."),
  Flag.withDefault(Effect.sync(() => Date.now() % 1_000_000))
)

/** The program returns false if the service broke a promise; the exit code is then 1. */
export const runAndSetExitCode = (program: () => Promise<boolean>): Effect.Effect<void> =>
  Effect.promise(async () => {
    if (!(await program())) process.exitCode = 1
  })

export const listChoicesOrRun = (isListed: boolean, all: ReadonlyArray<Choice>, program: () => Promise<boolean>) =>
  isListed ? Console.log(formatChoices(all)) : runAndSetExitCode(program)

/** Sets the exit code to 2 if the arguments are wrong. The library has already printed the error. */
export const exitOnUsageError = <A, R>(command: Effect.Effect<A, CliError.CliError, R>) =>
  Effect.catch(command, () =>
    Effect.sync(() => {
      process.exitCode = 2
    })
  )
