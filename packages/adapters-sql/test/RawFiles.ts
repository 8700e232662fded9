/** The database as who steals its files sees it. */
import { Effect } from "effect"
import { existsSync, readFileSync } from "node:fs"
import * as Database from "./Database.ts"

/** The bytes of the database, its write-ahead log and the index of that log. */
export const read = Effect.gen(function* () {
  const path = yield* Database.DatabaseFile
  const files = ["", "-wal", "-shm", "-journal"].map((suffix) => `${path}${suffix}`).filter((file) => existsSync(file))
  return Buffer.concat(files.map((file) => readFileSync(file)))
})

/** Base64 of a text at each of its three alignments, without the characters that depend on what is around it. */
const base64Forms = (text: string): ReadonlyArray<string> =>
  [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]).toString("base64")
    return encoded.slice(shift === 0 ? 0 : 4, -4)
  })

const escaped = (text: string): string =>
  Array.from(text, (character) =>
    character.charCodeAt(0) < 128 ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
  ).join("")

/** The forms in which a text could lie about: in two encodings, as JSON with and without escapes, in base64, as hex. */
const formsOf = (text: string): ReadonlyArray<Buffer> => [
  Buffer.from(text),
  Buffer.from(text, "utf16le"),
  Buffer.from(JSON.stringify(text).slice(1, -1)),
  Buffer.from(escaped(JSON.stringify(text).slice(1, -1))),
  Buffer.from(Buffer.from(text).toString("hex")),
  ...base64Forms(text).map((form) => Buffer.from(form)),
  ...base64Forms(text).map((form) => Buffer.from(form.replaceAll("+", "-").replaceAll("/", "_")))
]

/** Whether the bytes hold a text in any of its forms. */
export const holds = (bytes: Buffer, text: string): boolean => formsOf(text).some((form) => bytes.includes(form))
