/** The lifecycle of a collection, based on the table in {@link CollectionStatus} (spec 2.5). */
import * as Lifecycle from "../shared/Lifecycle.ts"
import { initialStatus, statusTable } from "./CollectionStatus.ts"
import type { CollectionStatus } from "./CollectionStatus.ts"

export type State = Lifecycle.State<Lifecycle.LifecycleStatus<CollectionStatus>>

export const initialState: State = { status: Lifecycle.brandStatus(initialStatus), revision: 1 }

export const transition = Lifecycle.makeReducer(statusTable)
