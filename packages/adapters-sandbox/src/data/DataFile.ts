/** JSON data files that ship with the code. A test checks each file against its schema. */
import type { Schema } from "effect"

/**
 * Returns the content of a data file, typed by its schema. Decoding would slow down every startup, so only
 * `test/DataFiles.test.ts` decodes the files. That test also rejects unknown members.
 */
export const read = <A>(_schema: Schema.Schema<A>, content: unknown): A =>
  // The test named above proves the type.
  content as A
