/** IP addresses (spec 2.3; RFC 4291 §2.2), and texts that resemble them. */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import { IpAddress, isIpAddress, isLoopbackHost } from "../../src/consents/IpAddress.ts"

const addresses = [
  "0.0.0.0",
  "192.0.2.17",
  "255.255.255.255",
  "1:2:3:4:5:6:7:8",
  "2001:db8::17",
  "2001:DB8::AbCd",
  "::",
  "::1",
  "1::",
  "1:2:3:4:5:6:7::",
  "::2:3:4:5:6:7:8",
  "1::3:4:5:6:7:8",
  "::192.0.2.17",
  "::ffff:192.0.2.17",
  "1:2:3:4:5:6:192.0.2.17",
  "1::192.0.2.17",
  "0000:0000:0000:0000:0000:ffff:255.255.255.255"
]

const others = [
  "",
  " ",
  "256.0.0.1",
  "192.0.2",
  "192.0.2.17.1",
  "192.0.2.017",
  "00.0.0.0",
  "192.0.2.17 ",
  " 192.0.2.17",
  "192.0.2.17\n",
  "192.0.2.-1",
  "192.0.2.1e1",
  "0x7f.0.0.1",
  "2130706433",
  "127.1",
  "192.0.2.17/24",
  "192.0.2.17:443",
  "١٩٢.0.2.17",
  ":",
  ":::",
  "1",
  "1:",
  ":1",
  "1:2:3:4:5:6:7",
  "1:2:3:4:5:6:7:",
  ":2:3:4:5:6:7:8",
  "1:2:3:4:5:6:7:8:9",
  "1:2:3:4:5:6:7:8::",
  "::1:2:3:4:5:6:7:8",
  "1:2:3:4::5:6:7:8",
  "1::2::3",
  "1:::2",
  "12345::",
  "g::",
  "fe80::1%eth0",
  "[::1]",
  "2001:db8::/32",
  "192.0.2.17::",
  "::192.0.2.17:1",
  "1:2:3:4:5:6:7:192.0.2.17",
  "::ffff:192.0.2.256",
  "::ffff:192.0.2",
  "192.0.2.17:1:2:3:4:5:6",
  "0000:0000:0000:0000:0000:ffff:255.255.255.2555",
  "localhost"
]

describe("An IP address", () => {
  it.each(addresses)("can be %s", (text) => {
    assert.isTrue(isIpAddress(text))
    assert.isTrue(Schema.is(IpAddress)(text))
  })

  it.each(others)("cannot be %j", (text) => {
    assert.isFalse(isIpAddress(text))
    assert.isFalse(Schema.is(IpAddress)(text))
  })

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
