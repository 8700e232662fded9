/** The contract of {@link AnimatedQr}, with the Swedish scheme's published example (spec 17). */
import { assert, layer } from "@effect/vitest"
import type { Layer } from "effect"
import { AnimatedQr } from "../../collections/AnimatedQr.ts"
import { testsOf } from "../samples/Fixture.ts"

const token = "67df3917-fa0d-44e5-b327-edcc928297f8"
const secret = "d28db9a7-4cde-429e-a983-359be676944c"

export const animatedQrContract = <E>(name: string, adapter: Layer.Layer<AnimatedQr, E>) =>
  layer(adapter)(`the animated QR contract: ${name}`, (it) => {
    const test = testsOf(it, AnimatedQr)

    test("returns the published code", (qr) => {
      const hash = "dc69358e712458a66a7525beef148ae8526b1c71610eff2c16cdffb4cdac9bf8"
      assert.strictEqual(qr.text(token, secret, 0), `eid.${token}.0.${hash}`)
    })

    test("contains the second in decimal digits and changes every second", (qr) => {
      const codes = [0, 1, 2, 10, 59, 180].map((second) => ({ second, text: qr.text(token, secret, second) }))
      for (const { second, text } of codes) {
        assert.match(text, new RegExp(`^eid\\.${token}\\.${second}\\.[0-9a-f]{64}$`))
      }
      assert.lengthOf(new Set(codes.map(({ text }) => text.split(".").at(-1))), codes.length)
    })
  })
