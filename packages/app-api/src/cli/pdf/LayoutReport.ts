/** Shows what a layout reads from a document, for the layout's author (docs/pdf-layouts.md). */
import { FieldDiagnostics, Reader, ReadingDiagnostics, UploadOutcome } from "@sheaf/adapters-pdf"
import type { DocumentLine, FieldReading, Layout, LayoutReading } from "@sheaf/adapters-pdf"
import * as PdfContent from "@sheaf/domain/PdfContent"
import { Effect, FileSystem, Result } from "effect"
import * as FileErrors from "../../errors/FileErrors.ts"
import { failWith } from "../../errors/OperatorError.ts"

const readFile = Effect.fnUntraced(function* (file: string) {
  const fileSystem = yield* FileSystem.FileSystem
  const unreadable = ({ reason }: { readonly reason: { readonly _tag: string } }) =>
    failWith(`cannot read ${file}: ${FileErrors.reasonOf({ reason })}`)
  const bytes = yield* Effect.catchTag(fileSystem.readFile(file), "PlatformError", unreadable)
  const content = Buffer.from(bytes).toString("base64")
  if (!PdfContent.isPdf(content)) return yield* failWith(`${file} is not a PDF: it does not start with %PDF-`)
  if (PdfContent.isTooLarge(content)) return yield* failWith(`${file} is larger than 10 MiB`)
  return bytes
})

/**
 * Reads a PDF file with these layouts, under the same limits as the service. The result also contains the document's
 * lines.
 */
export const read = Effect.fnUntraced(function* (file: string, layouts: ReadonlyArray<Layout>) {
  const bytes = yield* readFile(file)
  const request = {
    callContext: { client: "", person: "" },
    name: file,
    size: bytes.byteLength,
    bytes: () => bytes,
    layouts,
    lines: true
  }
  return yield* Effect.catchTag(Reader.make(Reader.defaultLimits).read(request), "QueueFullError", () =>
    failWith("cannot start the reader process; try again")
  )
})

const unopened: Readonly<Record<Exclude<Reader.AttemptOutcome["type"], "READ">, string>> = {
  ENCRYPTED: "PDF_ENCRYPTED: the document needs a password",
  WITHOUT_TEXT: "PDF_WITHOUT_TEXT: the document contains no text; it may be a scan",
  DAMAGED: "PDF_NOT_SUPPORTED: the document is damaged",
  TOO_COSTLY: "PDF_NOT_SUPPORTED: reading the document exceeds the time or memory limit"
}

export const describeUnread = (outcome: Exclude<Reader.AttemptOutcome, { readonly type: "READ" }>): string => {
  const during = outcome.type === "TOO_COSTLY" ? outcome.during : undefined
  const field =
    during === undefined
      ? ""
      : ` in the field ${during.target} of ${during.layout}; simplify its pattern, for example with fewer * and +`
  return `FAILED_PDF_USER_INPUT, ${unopened[outcome.type]}${field}`
}

const fieldLines = (
  field: Layout["fields"][number],
  reading: FieldReading,
  lines: ReadonlyArray<DocumentLine>
): ReadonlyArray<string> => {
  const { required, target, text, value } = reading
  const fault = FieldDiagnostics.describe(field, reading)
  if (fault === undefined) {
    return [`  ${target} = ${JSON.stringify(value)}${text === undefined ? "" : `  from ${JSON.stringify(text)}`}`]
  }
  const hint = FieldDiagnostics.hint(field, reading, lines)
  return [`  ${target}${required ? " (required)" : ""}: ${fault}`, ...(hint === undefined ? [] : [`    ${hint}`])]
}

/** Lists the fields in the layout's order. With `isDraft`, they are shown even if the document is not recognized. */
export const linesOf = (
  layout: Layout,
  reading: LayoutReading,
  lines: ReadonlyArray<DocumentLine>,
  isDraft = false
): ReadonlyArray<string> => {
  const { absent, fields } = reading
  const missing = `${layout.id}: not recognized, missing words: ${absent.map((words) => JSON.stringify(words)).join(", ")}`
  if (absent.length > 0 && !isDraft) return [missing]
  return [
    absent.length > 0 ? missing : `${layout.id}: recognized`,
    ...layout.fields.flatMap((field, index) => {
      const found = fields[index]
      return found === undefined ? [] : fieldLines(field, found, lines)
    }),
    ...Result.match(UploadOutcome.recordOrError(reading), {
      onFailure: (fault) => [`  FAILED_PDF_PARSE, ${fault}: ${ReadingDiagnostics.describeFaults(reading).join("; ")}`],
      onSuccess: (record) => [
        absent.length > 0 ? "  would give this record:" : "  COMPLETED with this record:",
        JSON.stringify(record, null, 2)
      ]
    })
  ]
}
