/** JSON data files that ship with the code. Tests check each against its schema. */
import type { Schema } from "effect"

/**
 * Returns a data file's content, with the type of its schema. Decoding would slow down every start, so
 * `test/DataFiles.test.ts` does it, and rejects unknown members, too.
 */
export const read = <A>(_schema: Schema.Schema<A>, content: unknown): A =>
  // The test named above guarantees the type.
  content as A
