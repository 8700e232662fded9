/** The origins whose pages may embed Connect (spec 13). */
import { assert, describe, it } from "@effect/vitest"
import * as WebOrigin from "../../src/shared/WebOrigin.ts"

describe("An origin", () => {
  it.each([
    "https://shop.example",
    "https://shop.example:8443",
    "https://xn--bcher-kva.example",
    "https://192.0.2.17",
    "http://localhost:3000",
    "http://127.0.0.1:8080",
    "https://localhost"
  ])("is accepted in the form that browsers send: %s", (origin) => {
    assert.isUndefined(WebOrigin.registrationViolationOf(origin))
    assert.strictEqual(new URL(origin).origin, origin)
  })

  it.each([
    "",
    "null",
    "*",
    "https://*",
    "https://*.shop.example",
    "'self'",
    "shop.example",
    "//shop.example",
    "https://shop.example/",
    "https://shop.example/checkout",
    "https://shop.example?x",
    "https://shop.example#x",
    "https://maja@shop.example",
    "https://maja:secret@shop.example",
    "https://shop.example;",
    "https://shop.example https://evil.example",
    "https://shop.example\nhttps://evil.example",
    " https://shop.example",
    "https://Shop.example",
    "HTTPS://shop.example",
    "https://bücher.example",
    "https://shop.example.",
    "https://shop.example:443",
    "https://shop.example:",
    "https://shop.example\\",
    "https://[2001:db8::1]",
    "http://[::1]:3000",
    "http://shop.example",
    "http://192.0.2.17",
    "http://localhost.shop.example",
    "http://localhost:80",
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///",
    "com.example.app:/"
  ])("is refused: %j", (origin) => {
    assert.isString(WebOrigin.registrationViolationOf(origin))
  })
})
