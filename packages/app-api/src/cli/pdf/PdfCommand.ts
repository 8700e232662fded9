/**
 * `sheaf pdf`: shows layout authors what their layouts read from a document (docs/pdf-layouts.md). Stores nothing.
 */
import { layoutsOf, ReadingDiagnostics } from "@sheaf/adapters-pdf"
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import * as LayoutFiles from "../../config/data/LayoutFiles.ts"
import * as Settings from "../../config/Settings.ts"
import { failWith } from "../../errors/OperatorError.ts"
import * as Output from "../Output.ts"
import * as LayoutReport from "./LayoutReport.ts"

const file = Argument.String("file").pipe(Argument.withDescription("PDF document to read."))

const tryOut = Command.make(
  "try",
  {
    file,
    company: Flag.String("company").pipe(
      Flag.optional,
      Flag.withDescription("Tries only the layouts of this company, as a collection does.")
    )
  },
  Effect.fnUntraced(function* ({ company, file }) {
    const { layouts } = yield* Settings.load(process.env)
    const tried = Option.match(company, { onNone: () => layouts, onSome: (id) => layoutsOf(id, layouts) })
    if (tried.length === 0) {
      return yield* failWith(`--company: no layout for ${JSON.stringify(Option.getOrElse(company, () => ""))}`)
    }
    const outcome = yield* LayoutReport.read(file, tried)
    if (outcome.type !== "READ") return yield* Console.log(LayoutReport.describeUnread(outcome))
    const lines = outcome.lines ?? []
    const reports = tried.flatMap((layout) => {
      const reading = outcome.readings.find((one) => one.layout === layout.id)
      return reading === undefined ? [] : LayoutReport.linesOf(layout, reading, lines)
    })
    yield* Output.printLines(reports)
    if (outcome.readings.every(({ absent }) => absent.length > 0)) {
      yield* Console.log("FAILED_PDF_USER_INPUT, PDF_UNKNOWN_LAYOUT: no layout recognizes the document")
    }
  })
).pipe(Command.withDescription("Prints what each layout of the service reads from a document, field by field."))

const learn = Command.make(
  "learn",
  {
    file,
    draft: Flag.String("draft").pipe(
      Flag.optional,
      Flag.withDescription("A layout to try, as a JSON file. Says for each field what it read, or why it failed.")
    )
  },
  Effect.fnUntraced(function* ({ draft, file }) {
    const layouts = Option.isNone(draft) ? [] : [yield* LayoutFiles.readLayout("--draft", draft.value)]
    const outcome = yield* LayoutReport.read(file, layouts)
    if (outcome.type !== "READ") return yield* failWith(LayoutReport.describeUnread(outcome))
    const lines = outcome.lines ?? []
    yield* Output.printLines(lines.map(ReadingDiagnostics.positionedLine))
    const reports = layouts.flatMap((layout, index) => {
      const reading = outcome.readings[index]
      return reading === undefined ? [] : LayoutReport.linesOf(layout, reading, lines, true)
    })
    if (reports.length > 0) yield* Output.printLines(reports)
  })
).pipe(
  Command.withDescription(
    "Prints the lines of a document as layouts see them: page, points from the top, and for each cell the points from the " +
      "left and the text. With a draft, also what the draft reads."
  )
)

export const makeCommand = (name: string) => Command.make(name).pipe(Command.withSubcommands([learn, tryOut]))
