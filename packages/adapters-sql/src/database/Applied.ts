/** Units of one statement. */
import { promised } from "./Durability.ts"
import { asStoreError } from "./SqlFailure.ts"
import type { Statement } from "../units/Statement.ts"
import type { Units } from "../units/Units.ts"

/**
 * Runs a statement with FULL durability. The statement must return the rows that it changes. Returns true if it changed any.
 */
export const applied = (units: Units["Service"], operation: string, change: Statement) =>
  units
    .run(function* () {
      return (yield* change).length > 0
    })
    .pipe(promised, asStoreError(operation))
