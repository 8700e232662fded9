/** A timeout holds whatever happens to the process that armed it (spec 3.3): it was promised to the client. */
import { hasEnded, until } from "@sheaf/adapters-http/testing"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { Seen } from "@sheaf/adapters-http/testing"
import { assert, describe, it } from "vitest"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { withService } from "../TestService.ts"
import type { TestService } from "../TestService.ts"

/** What the database holds of a collection: when what it waits for falls due, and when it ended, if it has. */
const stored = (dataDir: string, id: string) => {
  const database = new DatabaseSync(join(dataDir, "sheaf.db"), { readOnly: true })
  try {
    const row = database
      .prepare("SELECT coalesce(pending_until, authenticate_until) AS due, ended_at FROM collection WHERE id = ?")
      .get(id)
    const endedAt = row?.["ended_at"]
    return { dueAt: Number(row?.["due"]), endedAt: typeof endedAt === "number" ? endedAt : undefined }
  } finally {
    database.close()
  }
}

/** Each thing that is waited for: who makes it happen, how it shows, and how the collection ends without it. */
const waits = [
  { by: username("two-factor"), pending: "TWO_FACTOR_PENDING", unanswered: "AUTHENTICATION_TIMEOUT" },
  {
    by: username("two-factor-choice"),
    pending: "TWO_FACTOR_PENDING",
    unanswered: "TWO_FACTOR_METHOD_SELECTION_TIMEOUT"
  },
  { by: username("contact-form-pending"), pending: "CONTACT_FORM_PENDING", unanswered: "CONTACT_FORM" },
  { by: username("collection-input"), pending: "COLLECTION_INPUT_PENDING", unanswered: "COLLECTION_INPUT_TIMEOUT" },
  {
    by: electronicId("SWEDISH_MOBILE_EID_SAME_DEVICE_MOCK", "199001172387"),
    pending: "WAITING_FOR_USER_ACTION",
    unanswered: "AUTHENTICATION_TIMEOUT"
  },
  {
    by: electronicId("SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION_MOCK", "199112182394"),
    pending: "LOGIN",
    unanswered: "AUTHENTICATION_TIMEOUT"
  }
] as const

function username(name: string) {
  return {
    company: "se-nordhem",
    loginMethod: "USERNAME_AND_PASSWORD",
    parameters: [{ type: "USERNAME_PASSWORD", username: name, password: "a-password" }]
  } as const
}

function electronicId(loginMethod: LoginMethod, personalNumber: string) {
  return { company: "se-nordhem", loginMethod, parameters: [{ type: "SWEDISH_EID", personalNumber }] } as const
}

/** Runs a service that waits so many seconds for everything. */
const withTimeouts = (seconds: number, use: (service: TestService) => Promise<void>): Promise<void> => {
  const timeouts = {
    twoFactorCodeSeconds: seconds,
    twoFactorChoiceSeconds: seconds,
    contactFormSeconds: seconds,
    collectionInputSeconds: seconds,
    electronicIdSeconds: seconds
  }
  return withService({ timeouts }, use)
}

const isAsked = ({ extraInformation, status }: Seen, pending: string): boolean =>
  status === pending && extraInformation !== undefined

/** Starts one collection for each wait, and ends the process by force while all of them wait. */
const beginAndKill = async (service: TestService) => {
  const { client, dataDir } = service
  const begun = await Promise.all(
    waits.map(async ({ by, pending, unanswered }) => {
      const id = await client.begin(by)
      await client.poll(id, (status) => isAsked(status, pending))
      return { id, pending, unanswered }
    })
  )
  await service.kill()
  return begun.map((collection) => {
    const { dueAt, endedAt } = stored(dataDir, collection.id)
    assert.isUndefined(endedAt, `the process died while it waited in ${collection.pending}`)
    return { ...collection, dueAt }
  })
}

describe("the time for an answer", { timeout: 60_000 }, () => {
  it.concurrent("is over after a restart, when it ran out while no process was there", () =>
    withTimeouts(8, async (service) => {
      const { client, dataDir } = service
      const begun = await beginAndKill(service)
      await until(Date.now, (now) => begun.every(({ dueAt }) => now > dueAt))
      await service.start()
      for (const { dueAt, id, unanswered } of begun) {
        const { extraInformation, status } = await client.poll(id, hasEnded)
        assert.strictEqual(status, unanswered)
        assert.isString(extraInformation?.FAILURE_REASON?.code)
        assert.isAtLeast(stored(dataDir, id).endedAt ?? 0, dueAt, "not before it fell due")
      }
    }))

  it.concurrent("goes on after a restart, when it had not run out yet", () =>
    withTimeouts(12, async (service) => {
      const { client, dataDir } = service
      const begun = await beginAndKill(service)
      await service.start()
      for (const { id, pending } of begun) assert.strictEqual((await client.status(id)).status, pending)
      assert.isTrue(
        begun.every(({ dueAt }) => Date.now() < dueAt),
        "the service was there again before they fell due"
      )
      for (const { dueAt, id, unanswered } of begun) {
        assert.strictEqual((await client.poll(id, hasEnded)).status, unanswered)
        assert.isAtLeast(stored(dataDir, id).endedAt ?? 0, dueAt, "not before it fell due")
      }
    }))
})
