/**
 * Prints command-line errors and their help to stderr. Standard output is for results, which may go to files and pipes
 * (spec 5.3).
 */
import { Console, Effect } from "effect"
import { CliOutput } from "effect/cli"

/**
 * Help that the user did not ask for (`Implicit`) counts as an error, because the library prints it only if the command
 * was invalid.
 */
const isError = (event: CliOutput.Presenter.Event): boolean =>
  event._tag === "InvalidInvocation" || (event._tag === "Help" && event.reason === "Implicit")

const onStandardError = Effect.updateService(Console.Console, (console) => ({
  ...console,
  log: (...values: ReadonlyArray<unknown>) => console.error(...values)
}))

export const layer = CliOutput.layerPresenter({
  present: (event) => {
    const presented = CliOutput.defaultPresenter.present(event)
    return isError(event) ? onStandardError(presented) : presented
  }
})
