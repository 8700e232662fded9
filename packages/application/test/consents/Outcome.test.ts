/** The end of a consent that is abandoned because it cannot be read (spec 3.4). */
import { assert, describe, it } from "@effect/vitest"
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import { abandonedEnd } from "../../src/consents/Outcome.ts"

const at = 1_000
const outline = (status: ConsentStatus.ConsentStatus, expiresAt: number) => ({
  consentId: "c-1",
  clientId: "client-one",
  userId: "user-one",
  status,
  revision: 4,
  statusChangedAt: 500,
  expiresAt,
  step: 3,
  dueAt: 0
})

const moved = { revision: 5, statusChangedAt: at, at }
const failed = { ...moved, status: "FAILED", expiresAt: 2_000, failure: "BANK_UNAVAILABLE" }

describe("an abandoned consent", () => {
  it.each<[ConsentStatus.ConsentStatus, number, object]>([
    ["INITIATED", 2_000, failed],
    ["AWAITING_AUTHORIZATION", 2_000, failed],
    ["AUTHORIZED", 2_000, { ...moved, status: "EXPIRED", expiresAt: at }],
    ["AUTHORIZED", 800, { ...moved, status: "EXPIRED", expiresAt: 800 }]
  ])("ends if it is %s until %i", (status, expiresAt, end) => {
    assert.deepEqual<object>(abandonedEnd(outline(status, expiresAt), at), end)
  })

  it.each(ConsentStatus.all.filter(ConsentStatus.isFinal))("keeps its end if it is %s", (status) => {
    const end = { status, revision: 4, statusChangedAt: 500, at, expiresAt: 2_000 }
    assert.deepEqual<object>(abandonedEnd(outline(status, 2_000), at), end)
  })
})
