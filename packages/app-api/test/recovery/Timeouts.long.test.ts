/** Timeouts apply even if the process that set them is killed (spec 3.3). */
import { hasEnded, TestUser, until } from "@sheaf/adapters-http/testing"
import type { Seen } from "@sheaf/adapters-http/testing"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import { assert, describe, it } from "vitest"
import { withService } from "../TestService.ts"
import type { TestService } from "../TestService.ts"
import { byElectronicId, byPage, create, people, poll, statusOf, username } from "./Requests.ts"

const electronicId = (loginMethod: LoginMethod, personalNumber: string): StartCollection => ({
  company: "se-nordhem",
  loginMethod,
  parameters: [{ type: "SWEDISH_EID", personalNumber }]
})

/** A collection or consent that waits for the client or the person. */
interface Waiting {
  readonly pending: string
  /** The final status after the timeout, and the reason, if any. */
  readonly ends: ReadonlyArray<string | undefined>
  readonly begunAt: number
  readonly status: () => Promise<string>
  readonly end: () => Promise<{ readonly ends: Waiting["ends"]; readonly at: number }>
}

const waitingCollection = async (
  { client }: TestService,
  start: StartCollection,
  pending: string,
  unanswered: string
): Promise<Waiting> => {
  const begunAt = Date.now()
  const id = await client.begin(start)
  const { pendingInput } = await client.poll(
    id,
    ({ extraInformation, status }) => status === pending && extraInformation !== undefined
  )
  const read = () => client.read<Seen & { readonly statusChangedAt: string }>(`/collections/${id}/status`)
  return {
    pending,
    ends: [unanswered],
    begunAt,
    status: async () => {
      const seen = await read()
      if (seen.status === pending) assert.deepStrictEqual(seen.pendingInput, pendingInput, "the same question")
      return seen.status
    },
    end: async () => {
      const { extraInformation, status } = await client.poll(id, hasEnded)
      assert.isString(extraInformation?.FAILURE_REASON?.code)
      return { ends: [status], at: Date.parse((await read()).statusChangedAt) }
    }
  }
}

const waitingConsent = async (person: TestUser, request: object, pending: string, code: string): Promise<Waiting> => {
  const begunAt = Date.now()
  const id = await create(person, request)
  await poll(person, id, pending)
  return {
    pending,
    ends: ["FAILED", code],
    begunAt,
    status: async () => (await statusOf(person, id)).status,
    end: async () => {
      const { error, status, statusChangedAt } = await poll(person, id, "FAILED")
      return { ends: [status, error?.code], at: Date.parse(statusChangedAt) }
    }
  }
}

/** Starts one collection or consent for each kind of wait. */
const beginAll = async (service: TestService): Promise<ReadonlyArray<Waiting>> => {
  const person = await TestUser.make(service.client)
  const sameDevice = "SWEDISH_MOBILE_EID_SAME_DEVICE_MOCK"
  const clientSide = "SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION_MOCK"
  const collections: ReadonlyArray<readonly [start: StartCollection, pending: string, unanswered: string]> = [
    [username("two-factor"), "TWO_FACTOR_PENDING", "AUTHENTICATION_TIMEOUT"],
    [username("two-factor-choice"), "TWO_FACTOR_PENDING", "TWO_FACTOR_METHOD_SELECTION_TIMEOUT"],
    [username("contact-form-pending"), "CONTACT_FORM_PENDING", "CONTACT_FORM"],
    [username("collection-input"), "COLLECTION_INPUT_PENDING", "COLLECTION_INPUT_TIMEOUT"],
    [electronicId(sameDevice, people.neverSigns), "WAITING_FOR_USER_ACTION", "AUTHENTICATION_TIMEOUT"],
    [electronicId(clientSide, "199112182394"), "LOGIN", "AUTHENTICATION_TIMEOUT"]
  ]
  const consents: ReadonlyArray<readonly [request: object, pending: string, code: string]> = [
    [byElectronicId(people.hasNoBank), "INITIATED", "BANK_UNAVAILABLE"],
    [byElectronicId(people.neverSigns), "AWAITING_AUTHORIZATION", "AUTHENTICATION_TIMEOUT"],
    [byPage, "AWAITING_AUTHORIZATION", "AUTHENTICATION_TIMEOUT"]
  ]
  return Promise.all([
    ...collections.map((wait) => waitingCollection(service, ...wait)),
    ...consents.map((wait) => waitingConsent(person, ...wait))
  ])
}

describe.concurrent("a timeout", { timeout: 180_000 }, () => {
  it.each([
    ["ends after the restart if it ran out while the service was down", 15, true],
    ["keeps running after a restart", 30, false]
  ])("%s", (_, seconds, runsOut) =>
    withService(
      {
        timeouts: {
          twoFactorCodeSeconds: seconds,
          twoFactorChoiceSeconds: seconds,
          contactFormSeconds: seconds,
          collectionInputSeconds: seconds,
          electronicIdSeconds: seconds,
          consentAuthorizationSeconds: seconds
        }
      },
      async (service) => {
        const all = await beginAll(service)
        const begun = Date.now()
        await service.kill()
        if (runsOut) await until(Date.now, (now) => now > begun + seconds * 1000)
        await service.start()
        for (const { begunAt, pending, status } of all) {
          const seen = await status()
          // On a busy machine, the restart may take longer than the timeout.
          if (Date.now() < begunAt + seconds * 1000) assert.strictEqual(seen, pending)
        }
        for (const { begunAt, end, ends } of all) {
          const ended = await end()
          assert.deepStrictEqual(ended.ends, ends)
          assert.isAtLeast(ended.at, begunAt + seconds * 1000, "not before its time")
        }
      }
    )
  )
})
