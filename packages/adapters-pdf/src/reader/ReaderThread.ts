/** The thread of the reader process that reads the document (ReaderProcess). */
import { parentPort, workerData } from "node:worker_threads"
import { interpret } from "../layout/Interpreter.ts"
import { prepare } from "../layout/Sections.ts"
import { layouts, layoutsOf } from "../layouts/Layouts.ts"
import type { ReadingOptions } from "./Attempt.ts"
import { read } from "./PdfText.ts"
import type { ReaderAnswer } from "./ReaderAnswer.ts"

export interface ThreadInput extends ReadingOptions {
  readonly bytes: Uint8Array
}

for (const name of ["fetch", "WebSocket", "EventSource"]) Reflect.deleteProperty(globalThis, name)

/** The separator of cells in printed lines. */
const gap = "  |  "

const tell = async (work: ThreadInput): Promise<ReaderAnswer> => {
  const { bytes, company } = work
  const lines = await read(bytes)
  if (typeof lines === "string") return { type: lines }
  const prepared = prepare(lines)
  return {
    type: "READ",
    readings: (company === undefined ? layouts : layoutsOf(company)).map((layout) => interpret(layout, prepared)),
    ...(work.lines === true && { lines: lines.map(({ cells }) => cells.map(({ text }) => text).join(gap)) })
  }
}

// Only ReaderProcess starts this thread.
parentPort?.postMessage(await tell(workerData as ThreadInput))
