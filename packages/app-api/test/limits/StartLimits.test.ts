/**
 * The limits on starts, in a real process (decisions 14). The sandbox counts starts for one login only if configured.
 */
import { Catalog, hasEnded } from "@sheaf/adapters-http/testing"
import { assert, it } from "vitest"
import * as TestService from "../TestService.ts"

const { client } = TestService.forAll({
  config: {
    limits: { startsPerLogin: 5, runningCollectionsPerClient: 8, openOrdersPerPerson: 3 }
  }
})

const byPassword = (username: string) => ({
  company: "se-nordhem",
  loginMethod: "USERNAME_AND_PASSWORD" as const,
  parameters: [{ type: "USERNAME_PASSWORD" as const, username, password: "secret" }]
})

const refusal = async (start: object) => {
  const answer = await client.post("/collections", start)
  assert.strictEqual(answer.status, 429, JSON.stringify(answer.json))
  assert.isAtLeast(Number(answer.headers.get("retry-after")), 1)
  return answer.json
}

it("after three wrong passwords for one user name, the fourth start is rejected", async () => {
  const start = byPassword("incorrect-credentials")
  for (const _ of [1, 2, 3]) {
    const ended = await client.poll(await client.begin(start), hasEnded)
    assert.strictEqual(ended.status, "INCORRECT_CREDENTIALS")
  }
  const refused = await refusal(start)
  assert.deepInclude(refused, { code: "TOO_MANY_ATTEMPTS", status: 429 })
  assert.include(refused, { detail: "Too many starts for this login at this company." })
})

it("a client reaches its limits on open orders and running collections", async () => {
  const unanswered = Catalog.named(await client.scenarios(), "electronic-id-unanswered")
  const signing = Catalog.startOf(unanswered, "SWEDISH_MOBILE_EID_SAME_DEVICE_MOCK")
  for (const _ of [1, 2, 3]) await client.begin(signing)
  assert.include(await refusal(signing), { detail: "Too many open electronic ID orders for this person." })
  for (const _ of [1, 2, 3, 4, 5]) await client.begin(byPassword("two-factor"))
  assert.include(await refusal(byPassword("maja")), {
    detail: "The client has too many running collections."
  })
})
