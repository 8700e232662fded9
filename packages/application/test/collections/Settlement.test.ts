/** The end of a collection that is given up unread, by its lifecycle (decisions 4). */
import { assert, describe, it } from "@effect/vitest"
import { CollectionStatus, isFinal } from "@sheaf/domain/CollectionStatus"
import type { CollectionOutline } from "@sheaf/ports"
import { abandoned } from "../../src/collections/Settlement.ts"

const at = 1_000
const outline = (status: CollectionOutline["status"]): CollectionOutline => ({
  collectionId: "c-1",
  status,
  revision: 4,
  step: 3,
  dueAt: 0,
  deadline: 500
})
describe("A collection that is given up", () => {
  it.each(CollectionStatus.literals)("fails, unless it has ended: %s", (status) => {
    const end = isFinal(status) ? { status, revision: 4 } : { status: "FAILED", revision: 5 }
    assert.deepEqual<object>(abandoned(outline(status), at), { ...end, at })
  })
})
