/** Reads the JSON data files that ship with the code. */
import type { Schema } from "effect"

/**
 * Returns a data file's content, typed by its schema but not decoded, because decoding would slow down every start.
 * Instead, `test/DataFiles.test.ts` checks each file against its schema and rejects unknown members.
 */
export const read = <A>(_schema: Schema.Schema<A>, content: unknown): A =>
  // `test/DataFiles.test.ts` guarantees the type.
  content as A
