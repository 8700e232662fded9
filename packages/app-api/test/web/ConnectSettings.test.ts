/** The `connect` section: the operator's name, colors with enough contrast, logo and links on the Connect page. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Contrast from "../../src/config/connect/Contrast.ts"
import { loadConfig, writeConfigFile, load, testRejected } from "../service/SettingsFixtures.ts"

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'

describe("the contrast of colors", () => {
  it.each([
    ["#000000", "#ffffff", 21],
    ["#ffffff", "#ffffff", 1],
    ["#767676", "#ffffff", 4.54]
  ])("of %s and %s is %d", (one, other, ratio) => {
    assert.closeTo(Contrast.contrastRatio(one, other), ratio, 0.01)
    assert.strictEqual(Contrast.contrastRatio(one, other), Contrast.contrastRatio(other, one))
  })

  it("reaches the required ratio after lightening, for every color", () => {
    for (const color of ["#000000", "#1f4fbf", "#7a0019", "#004d26", "#ffffff"]) {
      assert.isAtLeast(Contrast.contrastRatio(Contrast.lighten(color, "#26292f", 4.5), "#26292f"), 4.5, color)
    }
  })
})

describe("the Connect page", () => {
  it.effect("has Sheaf's name and colors by default", () =>
    Effect.gen(function* () {
      const { connect } = yield* load({})
      assert.deepStrictEqual(connect, { name: "Sheaf" })
    })
  )

  it.effect("has the operator's name, colors, links and logo", () =>
    Effect.gen(function* () {
      const logoFile = yield* writeConfigFile(svg, ".svg")
      const section = {
        name: "Bank of Fjäll",
        accentColor: "#7a0019",
        logoFile,
        supportUrl: "mailto:help@example.com",
        privacyUrl: "https://example.com/privacy",
        electronicIdApp: "https://app.eid.example/?autostarttoken={token}"
      }
      const { accent, logo, name } = (yield* loadConfig({ connect: section })).connect
      assert.strictEqual(name, "Bank of Fjäll")
      assert.strictEqual(accent?.light, "#7a0019")
      assert.isAtLeast(Contrast.contrastRatio(accent?.dark ?? "#000000", "#26292f"), 4.5)
      assert.strictEqual(logo?.contentType, "image/svg+xml")
    })
  )

  it.effect("has the operator's own texts for each language, in plain text with line breaks", () =>
    Effect.gen(function* () {
      const texts = {
        en: { welcome: "Welcome to <b>Fjäll</b>.\nAsk us.", privacy: "p".repeat(600) },
        sv: { welcome: "v".repeat(300) }
      }
      assert.deepStrictEqual((yield* loadConfig({ connect: { texts } })).connect, { name: "Sheaf", texts })
    })
  )

  testRejected([
    [{ connect: { accentColor: "#ffcc00" } }, "contrast"],
    [{ connect: { accentColor: "blue" } }, "connect.accentColor"],
    [{ connect: { accentColor: "#1f4fbf", accentColorDark: "#1f4fbf" } }, "connect.accentColorDark"],
    [{ connect: { supportUrl: "javascript:alert(1)" } }, "connect.supportUrl"],
    [{ connect: { privacyUrl: "http://example.com" } }, "connect.privacyUrl"],
    [{ connect: { electronicIdApp: "javascript:{token}" } }, "connect.electronicIdApp"],
    [{ connect: { electronicIdApp: "eid:///" } }, "expected {token} in the address"],
    [{ connect: { texts: { en: { welcome: "v".repeat(301) } } } }, "connect.texts.en.welcome"],
    [{ connect: { texts: { sv: { privacy: "p".repeat(601) } } } }, "connect.texts.sv.privacy"],
    [{ connect: { texts: { en: { welcome: " \n" } } } }, "expected visible text without control characters"],
    [{ connect: { texts: { en: { privacy: "a\u001bb" } } } }, "expected visible text without control characters"],
    [{ connect: { texts: { en: { title: "Hello" } } } }, "connect.texts.en"],
    [{ connect: { texts: { de: { welcome: "Hallo" } } } }, "connect.texts"],
    [{ connect: { color: "#000000" } }, "connect"]
  ])
})
