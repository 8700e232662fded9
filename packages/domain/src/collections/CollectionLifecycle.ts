/** The lifecycle of a collection, which follows the table of {@link CollectionStatus} (decisions 4). */
import * as Lifecycle from "../Lifecycle.ts"
import { initial, table } from "./CollectionStatus.ts"
import type { CollectionStatus } from "./CollectionStatus.ts"

export type State = Lifecycle.State<CollectionStatus>

export type Event =
  /** A reported status. `informationChanged` is true if `extraInformation` differs. */
  | { readonly _tag: "Reported"; readonly status: CollectionStatus; readonly informationChanged: boolean }
  /** Accepted input. Its request disappears from `extraInformation`, and the status stays the same (decisions 5). */
  | { readonly _tag: "InputAccepted" }

export type Transition = Lifecycle.Transition<CollectionStatus>

/** The first state of every collection. */
export const begin: State = { status: initial, revision: 1 }

const reduce = Lifecycle.make(table)

export const transition = (state: State, event: Event): Transition =>
  reduce(
    state,
    event._tag === "InputAccepted"
      ? { status: state.status, changed: true }
      : { status: event.status, changed: event.informationChanged }
  )
