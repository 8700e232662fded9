/** Tests the forms of the `Prefer` header (RFC 7240 §2, §4.3). Unknown and malformed preferences are ignored. */
import { assert, describe, it } from "@effect/vitest"
import { waitSecondsOf } from "../../../src/inbound/versions/Exchange.ts"

describe("The wait preference", () => {
  for (const [prefer, seconds] of [
    [undefined, undefined],
    ["", undefined],
    ["wait=10", 10],
    ["wait=0", 0],
    ["wait=007", 7],
    ["wait=30", 30],
    ["wait=31", 30],
    ["wait=99999999999999999999999", 30],
    ["WAIT=5", 5],
    [" wait = 5 ", 5],
    ["wait=10; foo", 10],
    ["wait=10;foo=bar", 10],
    ["respond-async, wait=5", 5],
    ["wait=5, respond-async", 5],
    [", ,wait=5", 5],
    ["return=minimal;wait=9, wait=5", 5],
    ["wait=5, wait=20", 5],
    ["wait=abc, wait=20", undefined],
    ["wait", undefined],
    ["wait=", undefined],
    ['wait=""', undefined],
    ['wait="5"', undefined],
    ["wait=abc", undefined],
    ["wait=-1", undefined],
    ["wait=+5", undefined],
    ["wait=1.5", undefined],
    ["wait=1e1", undefined],
    ["wait=0x5", undefined],
    ["wait=5s", undefined],
    ["wait=1 0", undefined],
    ["wait=٥", undefined],
    ["wait 5", undefined],
    ["wait:5", undefined],
    ["waits=5", undefined],
    ["x-wait=5", undefined],
    ['foo="a, wait=9", wait=5', 5],
    ['foo="a\\", wait=9", wait=5', 5],
    ['foo="a, wait=9', undefined],
    ['wait=5, foo="', 5]
  ] as const) {
    it(`of ${JSON.stringify(prefer)} is ${seconds ?? "ignored"}`, () => {
      assert.strictEqual(waitSecondsOf(prefer), seconds)
    })
  }
})
