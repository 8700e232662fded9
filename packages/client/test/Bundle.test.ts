/** The size of the client in a web page, and what it loads. */
import { assert, describe, it } from "vitest"
import { bundle } from "./Bundle.ts"

describe.each(["2026-04-01", "2025-01-01"])("the client of %s", (version) => {
  it("has at most 10 kB compressed, and imports nothing", async () => {
    const { imports, size } = await bundle(version)
    assert.isBelow(size, 10_000)
    assert.deepStrictEqual(imports, [])
  })

  it("leaves unused parts out of a bundle", async () => {
    const receiver = await bundle(version, "{ verifyWebhook }")
    assert.isBelow(receiver.size, 1500)
    assert.notInclude(receiver.code, "authorization-token")
    const caller = await bundle(version, "{ createClient }")
    assert.notInclude(caller.code, "webhook-signature")
  })
})
