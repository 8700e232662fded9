/** Data files: JSON that ships with the code, and that a test holds to its schema. */
import type { Schema } from "effect"

/**
 * Takes the content of a data file as what its schema describes, without decoding it: every start of the service would pay
 * for that again. `test/DataFiles.test.ts` decodes every file, and refuses members that its schema does not know.
 */
export const read = <A>(_schema: Schema.Schema<A>, content: unknown): A =>
  // The test above proves it, as the compiler does for data in the code.
  content as A
