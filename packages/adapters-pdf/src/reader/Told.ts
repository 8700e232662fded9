/** What the process that reads documents tells the service. */
import type { Reading } from "../layout/Interpreter.ts"
import type { Unreadable } from "./PdfText.ts"

export type Told =
  | { readonly type: "READ"; readonly readings: ReadonlyArray<Reading>; readonly lines: ReadonlyArray<string> }
  | { readonly type: Unreadable }
