/** Tests a client's events (spec 6). Other tests in the suite add events at the same time. */
import { TestUser } from "@sheaf/sandbox-site/testing"
import type { TestResponse } from "@sheaf/sandbox-site/testing"
import { assert, describe, it } from "vitest"
import type { ConformanceContext } from "../ConformanceContext.ts"

interface Event {
  readonly eventId: string
  readonly type: string
  readonly version: string
  readonly timestamp: string
  readonly subject: { readonly collectionId?: string; readonly userId?: string }
  readonly data: { readonly status?: string; readonly id?: string; readonly pollingInterval?: number }
}

const eventsOf = (answer: TestResponse) => answer.expect(200).read<ReadonlyArray<Event>>()

const nextOf = (answer: TestResponse): string =>
  /^<([^>]+)>; rel="next"/.exec(answer.header("link") ?? "")?.[1] ?? assert.fail("every page has a link")

export const events = (setting: ConformanceContext) =>
  describe("the list of events", () => {
    const { send } = setting

    /** Follows the links until a page is empty. */
    const follow = async (path: string) => {
      const all: Array<Event> = []
      for (let next = path; ;) {
        const answer = await send(next)
        const page = eventsOf(answer)
        next = nextOf(answer)
        if (page.length === 0) return { all, next }
        all.push(...page)
      }
    }

    const about = (all: ReadonlyArray<Event>, id: string) =>
      all.filter(({ subject }) => subject.collectionId === id).map(({ data, type }) => [type, data.status])

    it("has the events of each collection in order, each with the status object of the version", async () => {
      const { completed, empty, waiting } = setting.facts
      const { all } = await follow("/events?limit=7")
      assert.deepStrictEqual(about(all, completed), [["collection.completed", "COMPLETED"]])
      assert.deepStrictEqual(about(all, empty), [["collection.completed", "COMPLETED_EMPTY"]])
      assert.deepStrictEqual(about(all, waiting), [["collection.input_required", "TWO_FACTOR_PENDING"]])
      assert.isTrue(all.every(({ version }) => version === setting.speaker.version))
      const event = all.find(({ subject }) => subject.collectionId === completed)
      const status = await setting.seen(completed)
      assert.deepStrictEqual(event?.data.id, status.id)
      assert.strictEqual(new Set(all.map(({ eventId }) => eventId)).size, all.length)
    })

    it("starts at a time, and rejects times and cursors that it cannot continue from", async () => {
      const { all } = await follow("/events?limit=100")
      const since = all.at(-1)?.timestamp ?? assert.fail("the suite has events")
      const later = await follow(`/events?limit=100&since=${since}`)
      assert.isTrue(later.all.length > 0 && later.all.every(({ timestamp }) => timestamp >= since))
      const expired = await send("/events?since=2020-01-01T00:00:00Z")
      assert.strictEqual(expired.expect(410).problem.code, "EVENTS_EXPIRED")
      const { oldestAvailable = "" } = expired.problem
      assert.strictEqual((await send(`/events?since=${oldestAvailable}`)).status, 200)
      const next = nextOf(await send("/events"))
      for (const [query, code] of [
        [`since=${since}&${next.split("?")[1] ?? ""}`, "INVALID_FIELD"],
        ["since=yesterday", "INVALID_FIELD"],
        ["type=collection.started", "INVALID_FIELD"],
        ["limit=101", "INVALID_FIELD"],
        ["cursor=abc", "INVALID_CURSOR"],
        ["status=FAILED", "UNKNOWN_QUERY"]
      ]) {
        assert.strictEqual((await send(`/events?${query ?? ""}`)).expect(400).problem.code, code, query)
      }
    })

    it("narrows to a user's token, and has no secret of the person", async () => {
      const maja = await TestUser.make(setting.client)
      const secret = `secret-${maja.userId}`
      const start = setting.startOf("two-factor")
      const parameters = start.parameters.map((parameter) =>
        parameter.type === "USERNAME_PASSWORD" ? { ...parameter, password: secret } : parameter
      )
      const attributes = { SESSION_ID: secret, EXTERNAL_REFERENCE: secret }
      const request = { ...start, parameters: [...parameters, { type: "SESSION_METADATA" as const, attributes }] }
      const id = await maja.withKey.begin(request, setting.speaker.wealth)
      await setting.poll(id, ({ extraInformation }) => extraInformation !== undefined)
      const answer = await maja.sendWithKey("/events")
      assert.deepStrictEqual(about(eventsOf(answer), id), [["collection.input_required", "TWO_FACTOR_PENDING"]])
      assert.lengthOf(eventsOf(answer), 1)
      assert.notInclude(answer.text, secret)
    })
  })
