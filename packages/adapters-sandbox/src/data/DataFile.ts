/** JSON data files that ship with the code. Tests check each against its schema. */
import type { Schema } from "effect"

/**
 * Returns the content of a data file, with the type of its schema. It is not decoded, which would slow down every
 * start: `test/DataFiles.test.ts` does this. The test also rejects unknown members.
 */
export const read = <A>(_schema: Schema.Schema<A>, content: unknown): A =>
  // The test named above makes sure of the type.
  content as A
