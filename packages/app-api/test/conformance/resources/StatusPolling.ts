/** Polling a collection's status (spec 2.5, 3.1). */
import { VersionDialect } from "@sheaf/sandbox-site/testing"
import type { AnyStatusObject } from "@sheaf/sandbox-site/testing"
import { assert, describe, it } from "vitest"
import type { ConformanceContext } from "../ConformanceContext.ts"

export const statusPolling = (setting: ConformanceContext) =>
  describe("a status poll", () => {
    const { speaker } = setting
    const { status } = speaker.wealth

    const poll = (id: string, ifNoneMatch?: string, prefer?: string) =>
      setting.send(status(id), { headers: { "if-none-match": ifNoneMatch, prefer } })

    it("can be cached only by the client, and only with revalidation", async () => {
      assert.strictEqual((await poll(setting.facts.waiting)).header("cache-control"), "private, no-cache")
    })

    it("returns the polling interval, in milliseconds and in whole seconds, until the collection has ended", async () => {
      const { completed, scanning, waiting } = setting.facts
      for (const [id, seconds] of [
        [waiting, 2],
        [scanning, 1],
        [completed, undefined]
      ] as const) {
        const answer = await poll(id)
        // The cast is safe, because the response conforms to its OpenAPI document.
        const { pollingInterval } = answer.json as AnyStatusObject
        assert.strictEqual(pollingInterval, seconds && seconds * 1000)
        assert.strictEqual(answer.header("retry-after"), seconds?.toString())
      }
    })

    it("waits until the status changes, if the client asks for it", async () => {
      const id = await setting.beginNamed("two-factor")
      const asking = await setting.poll(id, ({ extraInformation }) => extraInformation !== undefined)
      const tag = (await poll(id)).header("etag")
      let isHeld = true
      const held = poll(id, tag, "wait=60").finally(() => (isHeld = false))
      assert.strictEqual((await poll(id, tag, "wait=1")).status, 304)
      assert.isTrue(isHeld) // a second has passed since `held` began to wait
      await setting.client.supply(asking, { type: "TWO_FACTOR_CODE", value: "246810" })
      const answer = await held
      assert.strictEqual(answer.status, 200)
      assert.notStrictEqual(answer.header("etag"), tag)
      assert.strictEqual(answer.header("preference-applied"), "wait=30")
    })

    it("has a strong ETag for each version, and the ETag changes only with the body", async () => {
      const { waiting } = setting.facts
      const [first, second] = [await poll(waiting), await poll(waiting)]
      assert.match(first.header("etag") ?? "", /^"[^"]+"$/)
      assert.strictEqual(second.header("etag"), first.header("etag"))
      assert.strictEqual(second.text, first.text)
      const tags = new Set<string | undefined>()
      for (const { version } of VersionDialect.all) {
        const path = VersionDialect.requestsByVersion[version].wealth.status(waiting)
        tags.add((await setting.send(path, { headers: { "service-version": version } })).header("etag"))
      }
      assert.strictEqual(tags.size, VersionDialect.all.length)
    })

    it("returns 304 without a body while the ETag matches", async () => {
      const { waiting } = setting.facts
      const tag = (await poll(waiting)).header("etag") ?? ""
      for (const held of [tag, `W/${tag}`, "*", `"other", ${tag}`, `"a,b" , W/${tag}`]) {
        const answer = await poll(waiting, held)
        assert.strictEqual(answer.status, 304, held)
        assert.strictEqual(answer.bytes.length, 0)
        assert.strictEqual(answer.header("etag"), tag)
        assert.strictEqual(answer.header("service-version"), speaker.version)
        assert.strictEqual(answer.header("vary"), "Service-Version")
        assert.isDefined(answer.header("x-request-id"))
      }
    })

    it("returns the body if the ETag differs or is malformed", async () => {
      const { waiting } = setting.facts
      const tag = (await poll(waiting)).header("etag") ?? ""
      for (const held of ['"other"', tag.replaceAll('"', ""), waiting, "junk", '"', `"x${tag.slice(1)}`]) {
        assert.strictEqual((await poll(waiting, held)).status, 200, held)
      }
    })

    it("supports HEAD", async () => {
      const { waiting } = setting.facts
      const get = await poll(waiting)
      const head = await setting.send(status(waiting), { method: "HEAD" })
      assert.strictEqual(head.status, 200)
      assert.strictEqual(head.bytes.length, 0)
      assert.strictEqual(head.header("etag"), get.header("etag"))
      assert.strictEqual(head.header("content-length"), get.header("content-length"))
    })
  })
