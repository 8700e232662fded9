/** The URLs to which Sheaf can redirect a client's users (spec 2.4). */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as ReturnUrl from "../../src/shared/ReturnUrl.ts"

const accepted = [
  "https://app.example/",
  "https://app.example/banks/done",
  "https://app.example:8443/done?tab=banks&x",
  "https://app.example:65535/done",
  `https://app.example/${"a".repeat(1980)}`,
  "https://xn--bcher-kva.example/a/%C3%A5//b;c=d",
  "https://192.0.2.17/done",
  "https://localhost/done",
  "https://app.example/.well-known/...?a=b?c/d"
]

const host = /host name/u
const path = /path/u
const refused: Readonly<Record<string, RegExp>> = {
  "": /https/u,
  "app.example/done": /https/u,
  "//app.example/done": /https/u,
  "http://app.example/done": /https/u,
  "HTTPS://app.example/done": /https/u,
  "javascript:alert(1)": /https/u,
  "javascript://app.example/%0aalert(1)": /https/u,
  "data:text/html,x": /https/u,
  " https://app.example/done": /https/u,
  [`https://app.example/${"a".repeat(2000)}`]: /2000 characters/u,
  "https://maja@app.example/done": /username/u,
  "https://maja:secret@app.example/done": /username/u,
  "https://@app.example/done": /username/u,
  "https://app.example\\@evil.example/done": /username/u,
  "https://app.example/done#part": /fragment/u,
  "https://app.example/done#": /fragment/u,
  "https://*.example/done": /wildcard/u,
  "https://app.example/*": /wildcard/u,
  "https://app.example./done": host,
  "https://App.example/done": host,
  "https://bücher.example/done": host,
  "https://аpp.example/done": host,
  "https://app。example/done": host,
  "https://app.example%2eevil.example/done": host,
  "https://app..example/done": host,
  "https://-app.example/done": host,
  "https:///done": host,
  "https://127.1/done": host,
  "https://0x7f.0.0.1/done": host,
  "https://2130706433/done": host,
  "https://192.0.2.017/done": host,
  "https://[2001:db8::1]/done": host,
  "https://app.exa\tmple/done": host,
  "https://app.example:443/done": /port/u,
  "https://app.example:/done": /port/u,
  "https://app.example:08443/done": /port/u,
  "https://app.example:65536/done": /port/u,
  "https://app.example:123456/done": /port/u,
  "https://app.example": path,
  "https://app.example?x=1": path,
  "https://app.example/a/../done": path,
  "https://app.example/a/%2E%2e/done": path,
  "https://app.example/.": path,
  "https://app.example/a\\b": path,
  "https://app.example/do\nne": path,
  "https://app.example/done\u0000": path,
  "https://app.example/done ": path,
  "https://app.example/åter": path,
  "https://app.example/100%": path,
  "https://app.example/done?q=å": /query/u,
  "https://app.example/done?q='x'": /query/u,
  "https://app.example/done?q=<x>": /query/u,
  "https://app.example/done?code=1": /code/u,
  "https://app.example/done?a=b&state": /state/u,
  "https://app.example/done?%63onsentId=1": /consentId/u
}

describe("A return address", () => {
  it.each(accepted)("is accepted in the form that browsers leave unchanged: %s", (address) => {
    assert.isUndefined(ReturnUrl.registrationViolationOf(address))
    assert.strictEqual(new URL(address).href, address)
  })

  it.each(Object.entries(refused))("is refused: %j", (address, issue) => {
    assert.match(ReturnUrl.registrationViolationOf(address) ?? "accepted", issue)
  })

  it.each(["com.example.app:/", "com.example.app:/linked?tab=1", "com.example.app://linked", "se.shop-1.x:/a"])(
    "of an app has a scheme in reverse-domain form: %s",
    (address) => {
      assert.isUndefined(ReturnUrl.registrationViolationOf(address))
      assert.isTrue(ReturnUrl.isAppAddress(address))
      assert.strictEqual(new URL(address).href, address)
    }
  )

  it.each([
    "app:/linked",
    "javascript:/linked",
    "data:/linked",
    "file:/linked",
    "blob:/linked",
    "intent:/linked",
    "http:/linked",
    "Com.Example.App:/linked",
    ".example:/linked",
    "com..app:/linked",
    "com.example.app:linked",
    "com.example.app:/linked#x",
    "com.example.app:/a/../b",
    "com.example.app:/linked?code=1",
    `com.example.app:/${"a".repeat(2000)}`
  ])("of an app is refused: %j", (address) => {
    assert.isString(ReturnUrl.registrationViolationOf(address))
  })

  const hosts = "https:// http:// app . example 127 0x7f [::1] : 80 8443 @"
  const rest = "/ // \\ .. %2e %2F % # ? & = state * \t \n å 。 A ' \" < | ^ ~"
  const Piece = Schema.Literals(`${hosts} ${rest}`.split(" "))
  it.prop(
    "that is accepted is one that browsers leave unchanged",
    [Schema.Array(Piece).check(Schema.isMaxLength(8))],
    ([pieces]) => {
      for (const address of [
        pieces.join(""),
        `https://app.example/${pieces.join("")}`,
        `https://${pieces.join("")}/`
      ]) {
        if (ReturnUrl.registrationViolationOf(address) !== undefined) continue
        assert.strictEqual(new URL(address).href, address)
      }
    },
    { arbitrary: { runs: 300 } }
  )

  it("of this machine needs no registration only if it is allowed", () => {
    const loopbacks = [
      "http://localhost:3000/",
      "http://127.0.0.1:8080/done",
      "http://[::1]/done",
      "https://localhost/x"
    ]
    for (const address of loopbacks) assert.isTrue(ReturnUrl.isLoopback(address), address)
    const others = [
      "http://app.example/",
      "http://localhost.example/",
      "http://localhost:80/",
      "http://127.0.0.1@a.example/"
    ]
    for (const address of [...others, "http://localhost/?code=1", "http://localhost"]) {
      assert.isFalse(ReturnUrl.isLoopback(address), address)
    }
  })

  it("keeps its own query", () => {
    const all = { state: "a b&c=å/?#", consentId: "c-1", code: "x_-" }
    const query = "state=a%20b%26c%3D%C3%A5%2F%3F%23&consentId=c-1&code=x_-"
    assert.strictEqual(ReturnUrl.withParameters("https://a.example/", all), `https://a.example/?${query}`)
    assert.strictEqual(ReturnUrl.withParameters("https://a.example/?t=1", all), `https://a.example/?t=1&${query}`)
    for (const [address, start] of [
      ["https://a.example/?", "https://a.example/?"],
      ["https://a.example/?t=1&", "https://a.example/?t=1&"],
      ["https://a.example/a&", "https://a.example/a&?"],
      ["https://a.example/?t=1&x", "https://a.example/?t=1&x&"],
      ["https://a.example/?t?", "https://a.example/?t?&"]
    ] as const) {
      assert.strictEqual(ReturnUrl.withParameters(address, { consentId: "c-1" }), `${start}consentId=c-1`)
    }
  })
})
