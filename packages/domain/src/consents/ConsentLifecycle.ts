/** The lifecycle of a consent, which follows the table of {@link ConsentStatus} (decisions 9). */
import * as Lifecycle from "../Lifecycle.ts"
import { initial, table } from "./ConsentStatus.ts"
import type { ConsentStatus } from "./ConsentStatus.ts"

export type State = Lifecycle.State<ConsentStatus>

/** A status that the bank, the user or the clock reports. */
export interface Event {
  readonly status: ConsentStatus
  /** True if anything else that clients see has changed, such as `authInstructions`. */
  readonly instructionsChanged: boolean
}

export type Transition = Lifecycle.Transition<ConsentStatus>

/** The first state of every consent. */
export const begin: State = { status: initial, revision: 1 }

const reduce = Lifecycle.make(table)

export const transition = (state: State, { instructionsChanged, status }: Event): Transition =>
  reduce(state, { status, changed: instructionsChanged })
