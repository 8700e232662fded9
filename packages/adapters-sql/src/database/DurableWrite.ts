/** Units of work that consist of a single statement. */
import { withFullDurability } from "./Durability.ts"
import { mapToStoreError } from "./SqlErrors.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"
import type { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"

/**
 * Runs a statement with FULL durability. The statement must return the rows that it changes. Returns true if it changes
 * any.
 */
export const writeDurably = (units: UnitsOfWork["Service"], operation: string, change: Statement) =>
  units
    .run(function* () {
      return (yield* change).length > 0
    })
    .pipe(withFullDurability, mapToStoreError(operation))
