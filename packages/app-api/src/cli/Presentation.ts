/**
 * Where what the command line says of itself goes. Standard output is for what a command prints, which is mostly on its way
 * into a file or a pipe (decisions 15): what is wrong with a command is said, with its help, on standard error.
 */
import { Console, Effect } from "effect"
import { CliOutput } from "effect/cli"

/** With help that nobody asked for, the command was not carried out. */
const isOfError = (event: CliOutput.Presenter.Event): boolean =>
  event._tag === "InvalidInvocation" || (event._tag === "Help" && event.reason === "Implicit")

/** The console of which both outputs are standard error. */
const onStandardError = Effect.updateService(Console.Console, (console) => ({
  ...console,
  log: (...values: ReadonlyArray<unknown>) => console.error(...values)
}))

export const layer = CliOutput.layerPresenter({
  present: (event) => {
    const presented = CliOutput.defaultPresenter.present(event)
    return isOfError(event) ? onStandardError(presented) : presented
  }
})
