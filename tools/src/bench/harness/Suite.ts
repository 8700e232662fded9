/** Runs the parts of the benchmark and reports each. Parts that measure time run one after the other. */
import type { Effort } from "./Effort.ts"
import * as Report from "../Report.ts"
import type { Figure } from "../Report.ts"
import { Skipped } from "./Skipped.ts"

/** A named benchmark that the command line can select. */
export interface Part {
  readonly name: string
  /** A line for `--list`. */
  readonly summary: string
  /**
   * True for a part that counts instead of measuring time. Load cannot change its figures, so it runs together with the
   * other parts.
   */
  readonly counts?: boolean
  /** True for a part that takes long. A run includes it only if the command line names it, or with `--smoke`. */
  readonly onRequest?: boolean
  readonly run: (effort: Effort) => Promise<ReadonlyArray<Figure>>
}

export type Format = "markdown" | "text"

export interface Options {
  readonly effort: Effort
  readonly format: Format
  readonly print: (text: string) => void
}

/** Rejects parts that measured nothing. */
const expectFigures = (figures: ReadonlyArray<Figure>): void => {
  if (figures.length === 0) throw new Error("the part reported no figure")
  const [lost] = figures.filter(({ value }) => !Number.isFinite(value))
  if (lost !== undefined) throw new Error(`"${lost.name}" is ${lost.value}`)
}

const report = (figures: ReadonlyArray<Figure>, { effort, format }: Options): string => {
  // The figures of a smoke run mean nothing, so they are not shown.
  if (effort === "smoke") return `${figures.length} figures`
  return format === "markdown" ? `\n${Report.markdown(figures)}\n` : `\n${Report.table(figures)}\n`
}

/**
 * Runs all parts, even if one of them fails. A part that this machine cannot run is skipped. Returns the names of the parts
 * that failed.
 */
export const run = async (parts: ReadonlyArray<Part>, options: Options): Promise<ReadonlyArray<string>> => {
  const { effort, format, print } = options
  const failed: Array<string> = []
  const runOf = async (part: Part): Promise<void> => {
    const began = performance.now()
    const title = () => `${part.name}, ${((performance.now() - began) / 1000).toFixed(1)} s`
    const heading = () => (format === "markdown" ? `**${title()}**\n` : `${title()}:`)
    try {
      const figures = await part.run(effort)
      expectFigures(figures)
      print(`${heading()} ${report(figures, options)}`)
    } catch (error) {
      if (error instanceof Skipped) {
        print(`${heading()} skipped: ${error.message}${effort === "smoke" ? "" : "\n"}`)
        return
      }
      failed.push(part.name)
      print(`${heading()} FAILED\n${error instanceof Error ? error.stack : String(error)}\n`)
    }
  }
  const counting = parts.filter((part) => part.counts === true).map(runOf)
  for (const part of parts) if (part.counts !== true) await runOf(part)
  await Promise.all(counting)
  return failed
}
