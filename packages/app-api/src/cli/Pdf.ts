/** `sheaf pdf`: tries layouts on a document, for whoever writes one (docs/pdf-layouts.md). Nothing is kept. */
import { FieldFault, LayoutFaults, layouts, layoutsOf, Reader, ReadingFaults, Verdict } from "@sheaf/adapters-pdf"
import type { FieldReading, Layout, Reading } from "@sheaf/adapters-pdf"
import * as PdfContent from "@sheaf/domain/PdfContent"
import { Console, Effect, FileSystem, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import * as Administration from "./Administration.ts"

const read = Effect.fnUntraced(function* (file: string) {
  const fileSystem = yield* FileSystem.FileSystem
  const unreadable = ({ reason }: { readonly reason: { readonly _tag: string } }) =>
    Administration.refuse(`${file} cannot be read: ${reason._tag}`)
  const bytes = yield* Effect.catchTag(fileSystem.readFile(file), "PlatformError", unreadable)
  const fault = PdfContent.check(Buffer.from(bytes).toString("base64"))
  if (fault === "NOT_A_PDF") return yield* Administration.refuse(`${file} is no PDF: it does not begin with %PDF-`)
  if (fault === "BODY_TOO_LARGE") return yield* Administration.refuse(`${file} has more than 10 MiB`)
  return bytes
})

/** One field: what was found and what it was taken for, or why there is none. */
const fieldLine = (field: Layout["fields"][number], reading: FieldReading): string => {
  const { required, target, text, value } = reading
  const fault = FieldFault.wordsOf(field, reading)
  if (fault !== undefined) return `  ${target}${required ? " (required)" : ""}: ${fault}`
  return `  ${target} = ${JSON.stringify(value)}${text === undefined ? "" : `  from ${JSON.stringify(text)}`}`
}

/** A reading has the fields of its layout, in their order. */
const reportOf = (layout: Layout, reading: Reading): ReadonlyArray<string> => {
  const { absent, fields } = reading
  if (absent.length > 0) {
    return [
      `${layout.id}: not recognised, these words are absent: ${absent.map((words) => JSON.stringify(words)).join(", ")}`
    ]
  }
  const faults = ReadingFaults.of(reading)
  return [
    `${layout.id}: recognised`,
    ...layout.fields.flatMap((field, index) => {
      const found = fields[index]
      return found === undefined ? [] : [fieldLine(field, found)]
    }),
    ...(faults.length > 0
      ? [`  FAILED_PDF_PARSE: ${faults.join("; ")}`]
      : ["  COMPLETED, with this record:", JSON.stringify(Verdict.recordOf(reading), null, 2)])
  ]
}

const unopened: Readonly<Record<Exclude<Reader.AttemptOutcome["type"], "READ">, string>> = {
  ENCRYPTED: "it opens with a password only",
  DAMAGED: "it cannot be opened",
  TOO_COSTLY: "reading it takes more time or memory than it may"
}

const tryOut = Command.make(
  "try",
  {
    file: Argument.String("file").pipe(Argument.withDescription("The document, a PDF.")),
    company: Flag.String("company").pipe(
      Flag.optional,
      Flag.withDescription("Tries the layouts of this company only, as a collection does.")
    ),
    lines: Flag.Boolean("lines").pipe(
      Flag.withDefault(false),
      Flag.withDescription("Prints the lines of the document as layouts see them, with | between their cells.")
    )
  },
  Effect.fnUntraced(function* ({ company, file, lines }) {
    if (Option.isSome(company) && !layouts.some((layout) => layout.company === company.value)) {
      return yield* Administration.refuse(`--company: no layout is of ${JSON.stringify(company.value)}`)
    }
    const tried = Option.match(company, { onNone: () => layouts, onSome: layoutsOf })
    const unsound = tried.flatMap((layout) => LayoutFaults.of(layout).map((fault) => `${layout.id}: ${fault}`))
    if (unsound.length > 0) return yield* Administration.refuse(unsound.join("; "))
    const bytes = yield* read(file)
    const asked = { name: file, size: bytes.byteLength, bytes: () => bytes, lines: true }
    const reader = Reader.make(Reader.defaults)
    const outcome = yield* Effect.catchTag(
      reader.read({ ...asked, ...(Option.isSome(company) && { company: company.value }) }),
      "Busy",
      () => Administration.refuse("no process is to be had to read it in")
    )
    if (outcome.type !== "READ") return yield* Console.log(`FAILED_PDF_USER_INPUT: ${unopened[outcome.type]}`)
    const found = outcome.lines ?? []
    if (lines) yield* Console.log(found.join("\n"))
    if (found.length === 0) yield* Console.log("There is no text in it; it may be a picture.")
    const reports = tried.flatMap((layout) => {
      const reading = outcome.readings.find((one) => one.layout === layout.id)
      return reading === undefined ? [] : reportOf(layout, reading)
    })
    yield* Console.log(reports.join("\n"))
    if (outcome.readings.every(({ absent }) => absent.length > 0)) {
      yield* Console.log("FAILED_PDF_USER_INPUT: no layout knows it")
    }
  })
).pipe(Command.withDescription("Prints what each layout makes of a document, value by value. Nothing of it is kept."))

export const command = Command.make("pdf").pipe(
  Command.withDescription("Uploaded documents."),
  Command.withSubcommands([tryOut])
)
