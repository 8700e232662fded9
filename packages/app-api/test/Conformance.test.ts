/**
 * The HTTP interface as clients see it: one suite for every running version, over real connections. It uses only the interface
 * and the sandbox, and checks each response against the published documents.
 *
 * It starts its own service, or uses the one at `SHEAF_BASE_URL` with the key `SHEAF_API_KEY`.
 */
import { PublishedContract, Speaker } from "@sheaf/adapters-http/testing"
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { acceptance } from "./conformance/resources/Acceptance.ts"
import { answering } from "./conformance/Answering.ts"
import { badRequests } from "./conformance/BadRequests.ts"
import { companies } from "./conformance/resources/Companies.ts"
import { consents } from "./conformance/resources/Consents.ts"
import { credentials } from "./conformance/Credentials.ts"
import { data } from "./conformance/resources/Data.ts"
import { following } from "./conformance/resources/Following.ts"
import { negotiation } from "./conformance/Negotiation.ts"
import { only20250101 } from "./conformance/Only20250101.ts"
import { only20260401 } from "./conformance/Only20260401.ts"
import { rawRequests } from "./conformance/RawRequests.ts"
import { requestIds } from "./conformance/RequestIds.ts"
import { repeating } from "./conformance/resources/Repeating.ts"
import * as Service from "./conformance/Service.ts"
import { Setting } from "./conformance/Setting.ts"
import { starting } from "./conformance/resources/Starting.ts"
import { system } from "./conformance/System.ts"
import { users } from "./conformance/resources/Users.ts"

const settings = Speaker.all.map((speaker) => new Setting(speaker))

let service: Service.Service

beforeAll(async () => {
  service = await Service.open()
  const contract = await PublishedContract.ofService(service.base)
  await Promise.all(settings.map((setting) => setting.open(service, contract)))
}, 60_000)

afterAll(() => service.stop())

const own: Readonly<Record<ApiVersion, (setting: Setting) => void>> = {
  "2025-01-01": only20250101,
  "2026-04-01": only20260401
}

describe.each(settings)("in $speaker.version,", (setting) => {
  starting(setting)
  following(setting)
  answering(setting)
  data(setting)
  companies(setting)
  credentials(setting)
  users(setting)
  consents(setting)
  repeating(setting)
  acceptance(setting)
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
