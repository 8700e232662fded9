/** Collections for tests of the SQL adapter. */
import type { CollectionHead, NewCollection } from "@sheaf/ports"
import { now } from "./SampleConsent.ts"

/** Returns a new collection. */
export const make = (
  head: Pick<CollectionHead, "clientId" | "collectionId"> & Partial<CollectionHead>,
  more: Pick<NewCollection, "order" | "products">
): NewCollection => ({
  head: {
    company: "se-nordhem",
    market: "se",
    status: "RUNNING",
    revision: 1,
    createdAt: now,
    statusChangedAt: now,
    ...head
  },
  deadline: now + 600_000,
  ...more
})
