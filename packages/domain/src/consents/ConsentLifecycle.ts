/** The lifecycle of a consent (decisions 9), by the table of {@link ConsentStatus}. */
import * as Lifecycle from "../Lifecycle.ts"
import { initial, table } from "./ConsentStatus.ts"
import type { ConsentStatus } from "./ConsentStatus.ts"

export type State = Lifecycle.State<ConsentStatus>

/** Somebody (the bank, the user, the clock) reports the status of the consent. */
export interface Event {
  readonly status: ConsentStatus
  /** Whether something else that the client sees differs, such as `authInstructions`. */
  readonly instructionsChanged: boolean
}

export type Transition = Lifecycle.Transition<ConsentStatus>

/** The state in which every consent begins. */
export const begin: State = { status: initial, revision: 1 }

const reduce = Lifecycle.make(table)

/** Returns the state after an event. */
export const transition = (state: State, { instructionsChanged, status }: Event): Transition =>
  reduce(state, { status, changed: instructionsChanged })
