/** The lifecycle of a consent, based on the table in {@link ConsentStatus} (spec 3.4). */
import * as Lifecycle from "../shared/Lifecycle.ts"
import { initialStatus, statusTable } from "./ConsentStatus.ts"
import type { ConsentStatus } from "./ConsentStatus.ts"

export type State = Lifecycle.State<Lifecycle.LifecycleStatus<ConsentStatus>>

export const initialState: State = { status: Lifecycle.brandStatus(initialStatus), revision: 1 }

export const transition = Lifecycle.makeReducer(statusTable)
