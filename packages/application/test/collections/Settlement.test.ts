/** Ends that the service decides by itself: of collections that are given up, and of outcomes without data (decisions 4). */
import { assert, describe, it } from "@effect/vitest"
import { CollectionStatus, isFinal } from "@sheaf/domain/CollectionStatus"
import type { CollectionOutline, Work } from "@sheaf/ports"
import { abandoned, ended, settle } from "../../src/collections/Settlement.ts"

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

describe("An outcome that says that there is data, and comes without", () => {
  it.each(["RUNNING", "LOGIN", "COLLECTING"] as const)("is the connector's failure in %s", (status) => {
    const work: Work = {
      collectionId: "c-1",
      clientId: "client",
      company: "se-nordhem",
      market: "se",
      status,
      revision: 4,
      createdAt: 0,
      statusChangedAt: 0,
      products: ["WEALTH"],
      shown: {},
      deadline: 9_000,
      dueAt: 9_000,
      step: 3,
      answers: [],
      answeredEtags: [],
      identified: false
    }
    const { change, refusal } = settle(work, ended("COMPLETED"), at)
    assert.strictEqual(refusal, "connector failed: completed outcome without data")
    assert.strictEqual(change.status, "FAILED")
    assert.strictEqual(change.shown.information?.FAILURE_REASON?.code, "CONNECTOR_ERROR")
  })
})
