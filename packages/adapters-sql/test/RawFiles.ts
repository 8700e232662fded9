/** Reads the database's raw files the way a thief would. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync, readFileSync } from "node:fs"
import * as Database from "./Database.ts"

export const read = Effect.gen(function* () {
  const path = yield* Database.DatabaseFile
  const files = ["", "-wal", "-shm", "-journal"].map((suffix) => `${path}${suffix}`).filter((file) => existsSync(file))
  return Buffer.concat(files.map((file) => readFileSync(file)))
})

/**
 * Encodes a string as base64 at each of the three byte alignments, and omits the characters that depend on adjacent
 * bytes.
 */
const base64Forms = (text: string): ReadonlyArray<string> =>
  [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]).toString("base64")
    return encoded.slice(shift === 0 ? 0 : 4, -4)
  })

const escaped = (text: string): string =>
  Array.from(text, (character) =>
    character.charCodeAt(0) < 128 ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
  ).join("")

const formsOf = (text: string): ReadonlyArray<Buffer> => [
  Buffer.from(text),
  Buffer.from(text, "utf16le"),
  Buffer.from(JSON.stringify(text).slice(1, -1)),
  Buffer.from(escaped(JSON.stringify(text).slice(1, -1))),
  Buffer.from(Buffer.from(text).toString("hex")),
  ...base64Forms(text).map((form) => Buffer.from(form)),
  ...base64Forms(text).map((form) => Buffer.from(form.replaceAll("+", "-").replaceAll("/", "_")))
]

export const holds = (bytes: Buffer, text: string): boolean => formsOf(text).some((form) => bytes.includes(form))

/**
 * Fails if the log or the database contains a secret. Also searches for strings that must be there, to prove that the
 * search works.
 */
export const expectNone = Effect.fnUntraced(function* (
  secrets: Readonly<Record<string, string>>,
  known: ReadonlyArray<string>
) {
  const sql = yield* SqlClient.SqlClient
  const search = Effect.map(read, (bytes) => {
    for (const text of known) assert.isTrue(holds(bytes, text), text)
    for (const [what, secret] of Object.entries(secrets)) assert.isFalse(holds(bytes, secret), what)
  })
  yield* search
  yield* sql`PRAGMA wal_checkpoint(TRUNCATE)`
  yield* search
})
