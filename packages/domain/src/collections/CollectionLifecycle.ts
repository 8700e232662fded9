/** The lifecycle of a collection, based on the table in {@link CollectionStatus} (spec 2.5). */
import * as Lifecycle from "../Lifecycle.ts"
import { initial, table } from "./CollectionStatus.ts"
import type { CollectionStatus } from "./CollectionStatus.ts"

export type State = Lifecycle.State<Lifecycle.LifecycleStatus<CollectionStatus>>

/** The first state of every collection. */
export const initialState: State = { status: Lifecycle.brandStatus(initial), revision: 1 }

export const transition = Lifecycle.make(table)
