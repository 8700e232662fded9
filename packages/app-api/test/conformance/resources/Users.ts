/** The users of a client, their tokens, and their erasure (spec 5). */
import { createPublicKey, verify } from "node:crypto"
import type { JsonWebKey } from "node:crypto"
import { TestUser } from "@sheaf/sandbox-site/testing"
import { assert, beforeAll, describe, it } from "vitest"
import { expectProblem } from "../BadRequests.ts"
import { users as refused } from "../bad-requests/Users.ts"
import type { ConformanceContext } from "../ConformanceContext.ts"

interface KeySet {
  readonly keys: ReadonlyArray<JsonWebKey & { readonly kid: string }>
}

const read = (part: string | undefined): Readonly<Record<string, unknown>> =>
  JSON.parse(Buffer.from(part ?? "", "base64url").toString())

export const users = (setting: ConformanceContext): void => {
  const { post, send } = setting

  describe("a user", () => {
    let maja: TestUser
    let nils: TestUser

    beforeAll(async () => {
      maja = await TestUser.make(setting.client)
      nils = await TestUser.make(setting.client)
    })

    it("is created once, and found by id and by external id", async () => {
      const externalId = `å b/${crypto.randomUUID()}`
      const created = await post("/users", { externalId })
      assert.strictEqual(created.status, 201)
      const known = await post("/users", { externalId })
      assert.strictEqual(known.status, 200)
      assert.deepStrictEqual(known.json, created.json)
      const read = await send(created.header("location") ?? "")
      assert.deepStrictEqual(read.json, created.json)
      // UUIDs in input are case-insensitive (RFC 9562 §4).
      const { userId } = created.json as { readonly userId: string } // checked against the OpenAPI document
      assert.deepStrictEqual((await send(`/users/${userId.toUpperCase()}`)).json, created.json)
      const found = await send(`/users?externalId=${encodeURIComponent(externalId)}`)
      assert.deepStrictEqual(found.json, [created.json])
      assert.deepStrictEqual((await send("/users?externalId=nobody")).json, [])
    })

    it("gets a token that is valid for an hour and that the published keys verify", async () => {
      const [head, body, signature = ""] = maja.token.split(".")
      const { alg, kid, typ } = read(head)
      assert.deepStrictEqual([alg, typ], ["ES256", "at+jwt"])
      const { keys } = (await send("/.well-known/jwks.json")).json as KeySet
      const jwk = keys.find((each) => each.kid === kid) ?? assert.fail("the key of the token is published")
      const key = createPublicKey({ key: jwk, format: "jwk" })
      const signed = Buffer.from(`${head}.${body}`)
      const bytes = Buffer.from(signature, "base64url")
      assert.isTrue(verify("sha256", signed, { key, dsaEncoding: "ieee-p1363" }, bytes))
      const { aud, exp, iat, sub } = read(body)
      assert.deepStrictEqual([aud, sub, Number(exp) - Number(iat)], ["sheaf", maja.userId, 3600])
      assert.approximately(Date.parse(maja.expiresAt), Number(exp) * 1000, 1000)
    })

    it("gets a token for an hour even if the body asks for less, because bodies are ignored", async () => {
      const answer = await post(`/users/${maja.userId}/sessions`, { expiresIn: 60 })
      assert.strictEqual(answer.status, 201, answer.text)
      const { expiresAt } = answer.json as { readonly expiresAt: string } // the response conforms to its document
      assert.isAtLeast(Date.parse(expiresAt), Date.parse(maja.expiresAt))
    })

    it("loses every earlier token when its sessions are deleted, but can get a new one", async () => {
      const before = maja.token
      await maja.renew()
      assert.strictEqual((await send(`/users/${maja.userId}/sessions`, { method: "DELETE" })).status, 204)
      for (const token of [before, maja.token]) {
        const answer = await maja.send("/consents", { headers: { authorization: `Bearer ${token}` } })
        assert.strictEqual(answer.problem.code, "INVALID_TOKEN")
        assert.strictEqual(answer.header("www-authenticate"), 'Bearer realm="sheaf", error="invalid_token"')
      }
      await maja.renew()
      assert.strictEqual((await maja.send("/consents")).status, 200)
      assert.strictEqual((await nils.send("/consents")).status, 200)
    })
  })

  describe("a bad request about users is rejected", () => {
    it.each(refused.map((row) => [row.name, row] as const))("%s", async (_, row) => {
      expectProblem(row, await send(row.path, row))
    })
  })
}
