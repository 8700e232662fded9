/** The end of a consent that is given up unread (decisions 9). */
import { assert, describe, it } from "@effect/vitest"
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import { abandoned } from "../../src/consents/Settlement.ts"

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

describe("an abandoned consent", () => {
  it.each(["INITIATED", "AWAITING_AUTHORIZATION"] as const)("fails if it is %s", (status) => {
    const end = {
      status: "FAILED",
      revision: 5,
      statusChangedAt: at,
      at,
      expiresAt: 2_000,
      failure: "BANK_UNAVAILABLE"
    }
    assert.deepEqual<object>(abandoned(outline(status, 2_000), at), end)
  })

  it.each([
    [2_000, at],
    [800, 800]
  ])("expires if it was authorized until %i, at %i", (expiresAt, expected) => {
    const end = { status: "EXPIRED", revision: 5, statusChangedAt: at, at, expiresAt: expected }
    assert.deepEqual<object>(abandoned(outline("AUTHORIZED", expiresAt), at), end)
  })

  it.each(ConsentStatus.all.filter(ConsentStatus.isFinal))("keeps its end if it is %s", (status) => {
    const end = { status, revision: 4, statusChangedAt: 500, at, expiresAt: 2_000 }
    assert.deepEqual<object>(abandoned(outline(status, 2_000), at), end)
  })
})
