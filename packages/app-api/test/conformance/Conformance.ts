/** Tests the HTTP API as clients see it, in every supported version. The tests use only the API and the sandbox. */
import { PublishedContract, VersionDialect } from "@sheaf/sandbox-site/testing"
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { collectionInput } from "./CollectionInput.ts"
import { badRequests } from "./BadRequests.ts"
import { companies } from "./resources/Companies.ts"
import { consents } from "./resources/Consents.ts"
import { credentials } from "./Credentials.ts"
import { data } from "./resources/Data.ts"
import { events } from "./resources/Events.ts"
import { statusPolling } from "./resources/StatusPolling.ts"
import { negotiation } from "./Negotiation.ts"
import { only20250101 } from "./Only20250101.ts"
import { only20260401 } from "./Only20260401.ts"
import { rawRequests } from "./RawRequests.ts"
import { requestIds } from "./RequestIds.ts"
import { idempotency } from "./resources/Idempotency.ts"
import type { Service } from "./Service.ts"
import { ConformanceContext } from "./ConformanceContext.ts"
import { collectionStart } from "./resources/CollectionStart.ts"
import { system } from "./System.ts"
import { users } from "./resources/Users.ts"
import { monitors } from "./resources/Monitors.ts"
import { webhooks } from "./resources/Webhooks.ts"

const own: Readonly<Record<ApiVersion, (setting: ConformanceContext) => void>> = {
  "2025-01-01": only20250101,
  "2026-04-01": only20260401
}

/** Tests a service over real connections, and checks each response against the published documents. */
export const conformance = (open: () => Promise<Service>): void => {
  const settings = VersionDialect.all.map((speaker) => new ConformanceContext(speaker))

  let service: Service

  beforeAll(async () => {
    service = await open()
    const contract = await PublishedContract.fromService(service.base)
    await Promise.all(settings.map((setting) => setting.open(service, contract)))
  })

  afterAll(() => service.stop())

  describe.each(settings)("in $speaker.version,", (setting) => {
    collectionStart(setting)
    statusPolling(setting)
    collectionInput(setting)
    data(setting)
    companies(setting)
    credentials(setting)
    users(setting)
    webhooks(setting)
    monitors(setting)
    consents(setting)
    events(setting)
    idempotency(setting)
    badRequests(setting)
    own[setting.speaker.version](setting)
  })

  describe.each(settings.slice(-1))("independent of the version,", (setting) => {
    negotiation(setting)
    requestIds(setting)
    system(setting)
    rawRequests(setting)
  })

  describe("after all conformance tests, the service", () => {
    it("still runs, and has logged no error", async () => {
      for (const setting of settings) {
        assert.strictEqual((await setting.send("/companies/availability")).status, 200)
        assert.strictEqual((await setting.seen(setting.facts.waiting)).status, "TWO_FACTOR_PENDING")
      }
      service.assertSound()
    })
  })
}
