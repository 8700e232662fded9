/** `sheaf pdf`: tries layouts on a document, for their authors (docs/pdf-layouts.md). Stores nothing. */
import {
  FieldDiagnostics,
  LayoutDiagnostics,
  layouts,
  layoutsOf,
  Reader,
  ReadingDiagnostics,
  UploadOutcome
} from "@sheaf/adapters-pdf"
import type { FieldReading, Layout, LayoutReading } from "@sheaf/adapters-pdf"
import * as PdfContent from "@sheaf/domain/PdfContent"
import { Console, Effect, FileSystem, Option, Result } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { failWith } from "../errors/OperatorError.ts"
import * as Output from "./Output.ts"
import * as FileErrors from "../errors/FileErrors.ts"

const read = Effect.fnUntraced(function* (file: string) {
  const fileSystem = yield* FileSystem.FileSystem
  const unreadable = ({ reason }: { readonly reason: { readonly _tag: string } }) =>
    failWith(`cannot read ${file}: ${FileErrors.reasonOf({ reason })}`)
  const bytes = yield* Effect.catchTag(fileSystem.readFile(file), "PlatformError", unreadable)
  const content = Buffer.from(bytes).toString("base64")
  if (!PdfContent.isPdf(content)) return yield* failWith(`${file} is not a PDF: it does not start with %PDF-`)
  if (PdfContent.isTooLarge(content)) return yield* failWith(`${file} is larger than 10 MiB`)
  return bytes
})

/** Formats a field: its value and the text that contained it, or what is wrong. */
const fieldLine = (field: Layout["fields"][number], reading: FieldReading): string => {
  const { required, target, text, value } = reading
  const fault = FieldDiagnostics.describe(field, reading)
  if (fault !== undefined) return `  ${target}${required ? " (required)" : ""}: ${fault}`
  return `  ${target} = ${JSON.stringify(value)}${text === undefined ? "" : `  from ${JSON.stringify(text)}`}`
}

/** Formats a reading, with fields in the layout's order. */
const reportOf = (layout: Layout, reading: LayoutReading): ReadonlyArray<string> => {
  const { absent, fields } = reading
  if (absent.length > 0) {
    return [`${layout.id}: not recognized, missing words: ${absent.map((words) => JSON.stringify(words)).join(", ")}`]
  }
  return [
    `${layout.id}: recognized`,
    ...layout.fields.flatMap((field, index) => {
      const found = fields[index]
      return found === undefined ? [] : [fieldLine(field, found)]
    }),
    ...Result.match(UploadOutcome.recordOrError(reading), {
      onFailure: (fault) => [`  FAILED_PDF_PARSE, ${fault}: ${ReadingDiagnostics.describeFaults(reading).join("; ")}`],
      onSuccess: (record) => ["  COMPLETED with this record:", JSON.stringify(record, null, 2)]
    })
  ]
}

const unopened: Readonly<Record<Exclude<Reader.AttemptOutcome["type"], "READ">, string>> = {
  ENCRYPTED: "PDF_ENCRYPTED: the document needs a password",
  WITHOUT_TEXT: "PDF_WITHOUT_TEXT: the document contains no text; it may be a scan",
  DAMAGED: "PDF_NOT_SUPPORTED: the document is damaged",
  TOO_COSTLY: "PDF_NOT_SUPPORTED: reading the document exceeds the time or memory limit"
}

const tryOut = Command.make(
  "try",
  {
    file: Argument.String("file").pipe(Argument.withDescription("PDF document to read.")),
    company: Flag.String("company").pipe(
      Flag.optional,
      Flag.withDescription("Tries only the layouts of this company, as a collection does.")
    ),
    lines: Flag.Boolean("lines").pipe(
      Flag.withDefault(false),
      Flag.withDescription("Prints the document's lines as the layouts see them, with cells separated by |.")
    )
  },
  Effect.fnUntraced(function* ({ company, file, lines }) {
    if (Option.isSome(company) && !layouts.some((layout) => layout.company === company.value)) {
      return yield* failWith(`--company: no layout for ${JSON.stringify(company.value)}`)
    }
    const tried = Option.match(company, { onNone: () => layouts, onSome: layoutsOf })
    const unsound = tried.flatMap((layout) =>
      LayoutDiagnostics.describeFaults(layout).map((fault) => `${layout.id}: ${fault}`)
    )
    if (unsound.length > 0) return yield* failWith(unsound.join("; "))
    const bytes = yield* read(file)
    const asked = {
      callContext: { client: "", person: "" },
      name: file,
      size: bytes.byteLength,
      bytes: () => bytes,
      lines: true
    }
    const reader = Reader.make(Reader.defaultLimits)
    const outcome = yield* Effect.catchTag(
      reader.read({ ...asked, ...(Option.isSome(company) && { company: company.value }) }),
      "QueueFullError",
      () => failWith("cannot start the reader process; try again")
    )
    if (outcome.type !== "READ") return yield* Console.log(`FAILED_PDF_USER_INPUT, ${unopened[outcome.type]}`)
    const found = outcome.lines ?? []
    if (lines) yield* Output.printLines(found)
    const reports = tried.flatMap((layout) => {
      const reading = outcome.readings.find((one) => one.layout === layout.id)
      return reading === undefined ? [] : reportOf(layout, reading)
    })
    yield* Output.printLines(reports)
    if (outcome.readings.every(({ absent }) => absent.length > 0)) {
      yield* Console.log("FAILED_PDF_USER_INPUT, PDF_UNKNOWN_LAYOUT: no layout recognizes the document")
    }
  })
).pipe(Command.withDescription("Prints what each layout reads from a document, field by field. Stores nothing."))

export const makeCommand = (name: string) => Command.make(name).pipe(Command.withSubcommands([tryOut]))
