/** The columns that a recorded step changes. */
import { isFinal } from "@sheaf/domain/CollectionStatus"
import type { Advance } from "@sheaf/ports"
import { Effect } from "effect"
import * as Row from "./CollectionRow.ts"
import * as Shapes from "./CollectionShapes.ts"
import { unlessEmpty } from "../sealed/SealedColumns.ts"
import type { SealedColumns, SealedRow } from "../sealed/SealedColumns.ts"

const sessionOf = ({ once, session: text }: Advance): Shapes.StoredSession | undefined =>
  text === undefined ? undefined : { text, ...(once !== undefined && { once }) }

/** Seals a change. `step` is the number of steps taken, including this change. */
export const make = Effect.fnUntraced(function* (sealed: SealedColumns, at: SealedRow, step: number, change: Advance) {
  const ended = isFinal(change.status)
  const status: string = change.status
  return {
    status,
    revision: change.revision,
    status_changed_at: change.statusChangedAt,
    ended_at: ended ? change.at : null,
    authenticate_until: change.authenticateUntil ?? null,
    due_at: change.pending?.until ?? change.dueAt ?? change.at,
    step,
    shown: yield* sealed.sealOptional(Shapes.shown, at, unlessEmpty(change.shown)),
    session: yield* sealed.sealOptional(Shapes.session, at, sessionOf(change)),
    pending: yield* sealed.sealOptional(Shapes.pending, at, change.pending?.question),
    input: null,
    leftovers: null,
    visit: yield* sealed.sealOptional(Shapes.visit, at, change.visit),
    identified: change.identified ? 1 : 0,
    ...(ended ? Row.erasedAtEnd : Row.pendingColumns(change.pending))
  }
})
