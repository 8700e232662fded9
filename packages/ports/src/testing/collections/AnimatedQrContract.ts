/** The contract of {@link AnimatedQr}, with the schemes' published examples (spec 17). */
import { assert, layer } from "@effect/vitest"
import type { Layer } from "effect"
import { AnimatedQr } from "../../collections/AnimatedQr.ts"
import { testsOf } from "../samples/Fixture.ts"

const startToken = "67df3917-fa0d-44e5-b327-edcc928297f8"
const startSecret = "d28db9a7-4cde-429e-a983-359be676944c"

const published = [
  [0, "dc69358e712458a66a7525beef148ae8526b1c71610eff2c16cdffb4cdac9bf8"],
  [1, "949d559bf23403952a94d103e67743126381eda00f0b3cbddbf7c96b1adcbce2"],
  [2, "a9e5ec59cb4eee4ef4117150abc58fad7a85439a6a96ccbecc3668b41795b3f3"]
] as const

const deviceLink = {
  linkStart: "https://smart-id.com/device-link?deviceLinkType=QR&elapsedSeconds=",
  linkEnd: "&sessionToken=wGIrqveE6AuGDATZKmR1mtAZ&sessionType=auth&version=1.0&lang=eng",
  signedStart: [
    "smart-id",
    "ACSP_V2",
    "GYS+yoah6emAcVDNIajwSs6UB/M95XrDxMzXBUkwQJ9YFDipXXzGpPc7raWcuc2+TEoRc7WvIZ/7dU/iRXenYg==",
    "REVNTw==",
    "RXhhbXBsZSBSUA==",
    "W3sidHlwZSI6ImNvbmZpcm1hdGlvbk1lc3NhZ2UiLCJkaXNwbGF5VGV4dDIwMCI6IkxvbmdlciBkZXNjcmlwdGlvbiBvZiB0aGUgdHJhbnNhY3Rpb24g" +
      "Y29udGV4dCJ9LHsidHlwZSI6ImRpc3BsYXlUZXh0QW5kUElOIiwiZGlzcGxheVRleHQ2MCI6IlNob3J0IGRlc2NyaXB0aW9uIG9mIHRoZSB0cmFuc2Fj" +
      "dGlvbiBjb250ZXh0In1d",
    "",
    ""
  ].join("|"),
  secret: "B98ODiVCebRedSwdTk51zFSaGYyHtY1H2A0ocAi3/Ps="
}

export const animatedQrContract = <E>(name: string, adapter: Layer.Layer<AnimatedQr, E>) =>
  layer(adapter)(`the animated QR contract: ${name}`, (it) => {
    const test = testsOf(it, AnimatedQr)

    test("returns the published codes, in the scheme's own prefix and in the default one", (qr) => {
      for (const [second, hash] of published) {
        assert.strictEqual(qr.text({ startToken, startSecret }, second), `eid.${startToken}.${second}.${hash}`)
        const text = qr.text({ prefix: "bankid", startToken, startSecret }, second)
        assert.strictEqual(text, `bankid.${startToken}.${second}.${hash}`)
      }
    })

    test("contains the second in decimal digits and changes every second", (qr) => {
      const codes = [0, 1, 2, 10, 59, 180].map((second) => ({
        second,
        text: qr.text({ startToken, startSecret }, second)
      }))
      for (const { second, text } of codes) {
        assert.match(text, new RegExp(`^eid\\.${startToken}\\.${second}\\.[0-9a-f]{64}$`))
      }
      assert.lengthOf(new Set(codes.map(({ text }) => text.split(".").at(-1))), codes.length)
    })

    test("returns the published device link", (qr) => {
      const { linkEnd, linkStart } = deviceLink
      const authCode = "OY1eHaD4UYedrBwtqUbSkpa0w7ttm4FllPkCD_3wlE0"
      assert.strictEqual(qr.link(deviceLink, 22), `${linkStart}22${linkEnd}&authCode=${authCode}`)
    })
  })
