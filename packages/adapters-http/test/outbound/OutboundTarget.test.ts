/** Tests which addresses operators can configure, and which of them need explicit permission (spec 16). */
import { assert, describe, it } from "@effect/vitest"
import { IpAddressRange, OutboundTarget } from "@sheaf/adapters-http"
import { Result } from "effect"

const misfit = (
  baseUrl: string,
  allowPrivateAddresses = false,
  plainWithin: OutboundTarget.NetworkScope = "PRIVATE_NETWORK"
): string =>
  Result.match(OutboundTarget.baseUrlOf({ baseUrl, allowPrivateAddresses, plainWithin }), {
    onFailure: ({ message }) => message,
    onSuccess: () => ""
  })

const longName = `${"a".repeat(63)}.`.repeat(3) + "a".repeat(61)

describe("The address of a server", () => {
  for (const [baseUrl, base] of [
    ["https://eid.example", "https://eid.example/"],
    ["https://eid.example:8443/rp/v6.0", "https://eid.example:8443/rp/v6.0/"],
    ["https://eid.example/rp/", "https://eid.example/rp/"],
    [`https://${longName}`, `https://${longName}/`],
    ["https://8.8.8.8", "https://8.8.8.8/"],
    ["https://[2606:4700::1111]/", "https://[2606:4700::1111]/"],
    // 8.8.8.8 behind NAT64.
    ["https://[64:ff9b::808:808]/", "https://[64:ff9b::808:808]/"],
    // Host names are checked later, when a socket connects.
    ["https://localhost", "https://localhost/"]
  ] as const) {
    it(`is accepted: ${baseUrl}`, () => {
      assert.strictEqual(Result.getOrThrow(OutboundTarget.baseUrlOf({ baseUrl })).href, base)
    })
  }

  for (const baseUrl of [
    "https://127.0.0.1",
    "https://127.1.2.3",
    "https://2130706433",
    "https://0x7f.1",
    "https://0.0.0.0",
    "https://0.1.2.3",
    "https://10.0.0.1",
    "https://100.64.0.1",
    "https://100.127.255.255",
    "https://169.254.169.254",
    "https://172.16.0.1",
    "https://172.31.255.255",
    "https://192.0.0.8",
    "https://192.0.2.1",
    "https://192.88.99.1",
    "https://192.168.1.1",
    "https://198.18.0.1",
    "https://198.51.100.1",
    "https://203.0.113.1",
    "https://224.0.0.1",
    "https://240.0.0.1",
    "https://255.255.255.255",
    "https://[::]",
    "https://[::1]",
    "https://[::ffff:10.0.0.1]",
    "https://[::ffff:8.8.8.8]",
    "https://[::7f00:1]",
    "https://[64:ff9b::7f00:1]",
    "https://[64:ff9b:1::1]",
    "https://[100::1]",
    "https://[2001::1]",
    "https://[2001:db8::1]",
    "https://[2002:7f00:1::]",
    "https://[3fff::1]",
    "https://[fc00::1]",
    "https://[fd12:3456::1]",
    "https://[fe80::1]",
    "https://[fec0::1]",
    "https://[ff02::1]"
  ]) {
    it(`is not on the public internet: ${baseUrl}`, () => {
      assert.strictEqual(misfit(baseUrl), "is on this machine or in a private network")
      assert.strictEqual(misfit(baseUrl, true), "")
    })
  }

  for (const baseUrl of [
    "https://9.255.255.255",
    "https://11.0.0.0",
    "https://100.63.255.255",
    "https://100.128.0.0",
    "https://126.255.255.255",
    "https://128.0.0.0",
    "https://172.15.255.255",
    "https://172.32.0.0",
    "https://192.167.255.255",
    "https://192.169.0.0",
    "https://198.17.255.255",
    "https://198.20.0.0",
    "https://223.255.255.255",
    "https://[2001:200::]",
    "https://[3ffe:ffff::1]"
  ]) {
    it(`is public although it is next to a special range: ${baseUrl}`, () => {
      assert.strictEqual(misfit(baseUrl), "")
    })
  }

  const ofPrivateNetworks = "must use https: only hosts in a private network can be called over http"
  const ofThisMachine = "must use https: only this machine can be called over http"

  for (const [baseUrl, allowed, allowedOfThisMachine] of [
    // Host names are checked later, when a socket connects.
    ["http://eid.internal", "", ""],
    ["http://127.0.0.1", "", ""],
    ["http://127.255.255.255", "", ""],
    ["http://0.0.0.0", "", ""],
    ["http://[::1]", "", ""],
    ["http://[::]", "", ""],
    ["http://[::ffff:127.0.0.1]", "", ""],
    ["http://10.0.0.1", "", ofThisMachine],
    ["http://172.16.0.1", "", ofThisMachine],
    ["http://172.31.255.255", "", ofThisMachine],
    ["http://192.168.1.1", "", ofThisMachine],
    ["http://169.254.1.1", "", ofThisMachine],
    ["http://[::ffff:10.0.0.1]", "", ofThisMachine],
    ["http://[fd12:3456::1]", "", ofThisMachine],
    ["http://[fe80::1]", "", ofThisMachine],
    ["http://0.0.0.1", ofPrivateNetworks, ofThisMachine],
    ["http://8.8.8.8", ofPrivateNetworks, ofThisMachine],
    ["http://172.32.0.0", ofPrivateNetworks, ofThisMachine],
    ["http://100.64.0.1", ofPrivateNetworks, ofThisMachine],
    ["http://192.88.99.1", ofPrivateNetworks, ofThisMachine],
    ["http://[::2]", ofPrivateNetworks, ofThisMachine],
    ["http://[::ffff:8.8.8.8]", ofPrivateNetworks, ofThisMachine],
    ["http://[64:ff9b::808:808]", ofPrivateNetworks, ofThisMachine],
    ["http://[2606:4700::1111]", ofPrivateNetworks, ofThisMachine],
    ["http://[2002:7f00:1::]", ofPrivateNetworks, ofThisMachine]
  ] as const) {
    it(`is allowed over http only in the configured network: ${baseUrl}`, () => {
      assert.strictEqual(misfit(baseUrl), ofPrivateNetworks)
      assert.strictEqual(misfit(baseUrl, true), allowed)
      assert.strictEqual(misfit(baseUrl, true, "THIS_MACHINE"), allowedOfThisMachine)
    })
  }

  for (const [baseUrl, message, allowed] of [
    ["", "is not a URL", "is not a URL"],
    ["eid.example", "is not a URL", "is not a URL"],
    ["ftp://eid.example", "must begin with https://, not ftp:", "must begin with https://, not ftp:"],
    ["https://sheaf:secret@eid.example", "must not contain credentials", "must not contain credentials"],
    ["https://eid.example?key=1", "must not have a query or a fragment", "must not have a query or a fragment"],
    ["https://eid.example#a", "must not have a query or a fragment", "must not have a query or a fragment"]
  ] as const) {
    it(`is rejected with its fault: ${baseUrl}`, () => {
      assert.strictEqual(misfit(baseUrl), message)
      assert.strictEqual(misfit(baseUrl, true), allowed)
    })
  }
})

describe("A host name", () => {
  it("is rejected if it is too long for TLS", () => {
    const message = "has a host name of more than 253 characters"
    assert.strictEqual(misfit(`https://${longName}a`), message)
    assert.strictEqual(misfit(`https://${longName}a`, true), message)
  })
})

describe("An address as text", () => {
  it.each([
    ["8.8.8.8", true],
    ["2606:4700::1111", true],
    ["10.0.0.1", false],
    ["192.0.2.17", false],
    ["127.0.0.1", false],
    ["100.64.0.1", false],
    ["::1", false],
    ["::ffff:8.8.8.8", false],
    ["2001:db8::17", false],
    ["localhost", false]
  ])("is public or not: %s", (text, isPublic) => {
    assert.strictEqual(IpAddressRange.isPublicIpString(text), isPublic)
  })

  it.each([
    ["2001:0DB8:0:0::0017", "2001:db8::17"],
    ["::FFFF:c000:0211", "192.0.2.17"],
    ["192.0.2.17", "192.0.2.17"],
    ["localhost", "localhost"]
  ])("has one spelling: %s", (text, canonical) => {
    assert.strictEqual(IpAddressRange.canonicalizeAddress(text), canonical)
  })
})
