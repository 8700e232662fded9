/** Collections for tests of the SQL adapter. */
import type { CollectionIdentity, NewCollection } from "@sheaf/ports"
import { now } from "./SampleConsent.ts"

/** Returns a new collection. */
export const make = (
  identity: Pick<CollectionIdentity, "clientId" | "collectionId"> & Partial<CollectionIdentity>,
  more: Pick<NewCollection, "order" | "products">
): NewCollection => ({
  identity: {
    company: "se-nordhem",
    market: "se",
    status: "RUNNING",
    revision: 1,
    createdAt: now,
    statusChangedAt: now,
    ...identity
  },
  deadline: now + 600_000,
  ...more
})
