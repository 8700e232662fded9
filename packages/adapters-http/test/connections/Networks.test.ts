/** Tests lists of IP addresses and networks (spec 5.3, 8). */
import { Networks } from "@sheaf/adapters-http"
import { assert, describe, it } from "vitest"

describe("a list of networks", () => {
  const networks = ["192.0.2.7", "10.0.0.0/8", "2001:db8::/32", "::1"]
  for (const [address, expected] of [
    ["192.0.2.7", true],
    ["192.0.2.8", false],
    ["10.200.3.4", true],
    ["11.0.0.1", false],
    // A dual-stack socket reports IPv4 addresses in this form.
    ["::ffff:10.0.0.1", true],
    ["::ffff:11.0.0.1", false],
    ["2001:db8:1::1", true],
    ["2001:db9::1", false],
    ["::1", true],
    [undefined, false]
  ] as const) {
    it(`${expected ? "contains" : "does not contain"} ${String(address)}`, () => {
      assert.strictEqual(Networks.of(networks).has(address), expected)
      assert.isFalse(Networks.of([]).has(address))
    })
  }

  for (const [text, expected] of [
    ["10.0.0.0/8", true],
    ["10.0.0.1", true],
    ["0.0.0.0/0", true],
    ["::1", true],
    ["2001:db8::/128", true],
    ["10.0.0.0/33", false],
    ["::/129", false],
    ["10.0.0.0/", false],
    ["10.0.0.0/08", false],
    ["10.0.0.0/8/8", false],
    ["10.0.0", false],
    ["proxy.internal", false],
    ["", false]
  ] as const) {
    it(`can${expected ? "" : "not"} have the entry "${text}"`, () => {
      assert.strictEqual(Networks.isAddressOrNetwork(text), expected)
    })
  }
})
