/** IP addresses (spec 2.3; RFC 4291 §2.2), and texts that resemble them. */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import { isIP } from "node:net"
import { IpAddress, isIpAddress, isLoopbackHost } from "../../src/shared/IpAddress.ts"

const octet = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 260 }))

describe("An IP address", () => {
  const pieces = "0 1 01 9 192.0.2.17 255.255.255.255 256.0.0.1 1.2.3 AbCd 12345 g : :: ::: :1 . % / [ ] - ١ localhost"
  const longest = "0000:0000:0000:0000:0000:ffff:255.255.255.255"
  const Piece = Schema.Literals([...pieces.split(" "), longest, ":2:3:4:5:6", "1:2:3:4:5:6:", " ", "\n"])

  it.prop(
    "is what Node takes for one, without a zone",
    [Schema.Array(Piece).check(Schema.isMaxLength(6))],
    ([some]) => {
      const text = some.join("")
      assert.strictEqual(isIpAddress(text), isIP(text) !== 0 && !text.includes("%"), text)
    },
    { arbitrary: { runs: 5000 } }
  )

  it.prop(
    "of version 4 has four numbers up to 255",
    [Schema.Array(octet).check(Schema.isMaxLength(5))],
    ([numbers]) => {
      const text = numbers.join(".")
      assert.strictEqual(isIpAddress(text), isIP(text) === 4)
      assert.strictEqual(Schema.is(IpAddress)(text), isIP(text) === 4)
      assert.strictEqual(isIpAddress(`::ffff:${text}`), isIP(`::ffff:${text}`) === 6)
    }
  )

  const group = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 0xffff }))
  const groups = Arbitrary.schema(Schema.Array(group).check(Schema.isMinLength(8), Schema.isMaxLength(8)))

  it.prop("of version 6 can omit one run of groups", [groups, group, group], ([all, a, b]) => {
    const texts = all.map((number) => number.toString(16))
    const [from, to] = [Math.min(a % 9, b % 9), Math.max(a % 9, b % 9)]
    const shortened = `${texts.slice(0, from).join(":")}::${texts.slice(to).join(":")}`
    assert.isTrue(isIpAddress(texts.join(":")))
    assert.strictEqual(isIpAddress(shortened), to > from)
    assert.isFalse(isIpAddress(texts.slice(1).join(":")))
  })
})

it.each<[host: string, isLoopback: boolean]>([
  ["localhost", true],
  ["127.0.0.1", true],
  ["127.255.0.9", true],
  ["::1", true],
  ["[::1]", true],
  ["", false],
  ["0.0.0.0", false],
  ["::", false],
  ["127.0.0.256", false],
  ["127.0.0.1.example", false],
  ["localhost.example", false],
  ["a.localhost", false],
  ["192.0.2.17", false]
])("Only this machine reaches the host %j: %s", (host, isLoopback) => {
  assert.strictEqual(isLoopbackHost(host), isLoopback)
})
