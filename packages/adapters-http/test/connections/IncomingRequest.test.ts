/** Tests how the caller's IP address is determined, with and without proxies (spec 8; RFC 7239). */
import { IncomingRequest, Networks } from "@sheaf/adapters-http"
import { Socket } from "node:net"
import { TLSSocket } from "node:tls"
import { assert, describe, it } from "vitest"

const proxies = Networks.of(["10.0.0.0/8", "2001:db8::/32"])

const requestFrom = (peer: string, headers: Record<string, string>, socket = new Socket()) => {
  Object.defineProperty(socket, "remoteAddress", { value: peer })
  const request = new IncomingRequest.IncomingRequest(socket)
  Object.assign(request.headers, headers)
  request.proxies = proxies
  return request
}

const addressOf = (...from: Parameters<typeof requestFrom>) => IncomingRequest.remoteAddress(requestFrom(...from))

const xff = (list: string) => ({ "x-forwarded-for": list })
const forwarded = (list: string) => ({ forwarded: list })

describe("the address of a caller", () => {
  const rows: ReadonlyArray<[what: string, peer: string, headers: Record<string, string>, expected?: string]> = [
    ["is the connection's", "192.0.2.1", {}, "192.0.2.1"],
    ["has one form on every listener", "::ffff:192.0.2.1", {}, "192.0.2.1"],
    [
      "ignores fields from strangers",
      "192.0.2.1",
      { ...xff("198.51.100.1"), ...forwarded("for=8.8.8.8") },
      "192.0.2.1"
    ],
    ["is unknown if a proxy tells none", "10.0.0.1", {}],
    ["comes from X-Forwarded-For", "10.0.0.1", xff("198.51.100.1"), "198.51.100.1"],
    ["comes from Forwarded", "::ffff:10.0.0.1", forwarded("for=198.51.100.1;proto=https"), "198.51.100.1"],
    ["is what the last proxy tells", "10.0.0.1", xff("198.51.100.9, 198.51.100.1"), "198.51.100.1"],
    ["passes over further proxies", "10.0.0.1", xff("198.51.100.1, 10.0.0.2,10.0.0.3"), "198.51.100.1"],
    ["passes over proxies in Forwarded", "2001:db8::1", forwarded("for=8.8.8.8, For=10.0.0.2"), "8.8.8.8"],
    ["is unknown if all are proxies", "10.0.0.1", xff("10.0.0.3, 10.0.0.2")],
    ["can be IPv6, with a port", "10.0.0.1", forwarded('host=a;for="[2001:DB9::1]:4711"'), "2001:db9::1"],
    ["can have a port", "10.0.0.1", xff("198.51.100.1:4711"), "198.51.100.1"],
    ["is not hidden by a client's quote", "10.0.0.1", forwarded('for="a, for=8.8.8.8;host="b,for=9.9.9.9"'), "8.8.8.8"],
    ["is not in a quoted host", "10.0.0.1", forwarded('for=8.8.8.8;host="b,for=9.9.9.9;for=7.7.7.7"'), "8.8.8.8"],
    ["is not told twice", "10.0.0.1", forwarded("for=8.8.8.8;for=9.9.9.9")],
    ["is unknown if both fields are there", "10.0.0.1", { ...xff("8.8.8.8"), ...forwarded("for=9.9.9.9") }],
    ["is unknown if it is hidden", "10.0.0.1", forwarded("for=_hidden")],
    ["is unknown if it is not an address", "10.0.0.1", xff("198.51.100.1, localhost")]
  ]
  it.each(rows)("%s", (_, peer, headers, expected) => {
    assert.strictEqual(addressOf(peer, headers), expected)
  })

  it("does not come from header fields over TLS, because a proxy cannot add them", () => {
    assert.isUndefined(addressOf("10.0.0.1", xff("198.51.100.1"), new TLSSocket(new Socket())))
  })

  it("is found in a long header field without delay", () => {
    const began = performance.now()
    for (const piece of ['"', ',"', ',\\"', '",\\"']) addressOf("10.0.0.1", forwarded(piece.repeat(8_000)))
    assert.isBelow(performance.now() - began, 500)
  })
})

it.each([
  ["the caller", "10.0.0.1", xff("198.51.100.1"), "198.51.100.1"],
  ["the proxy, if the field is malformed", "::ffff:10.0.0.1", xff("nobody"), "10.0.0.1"],
  ["the proxy, if there is no field", "2001:db8::1", {}, "2001:db8:0:0"]
])("failures count for %s", (_, peer, headers, expected) => {
  assert.strictEqual(IncomingRequest.callerPrefix64(requestFrom(peer, headers)), expected)
})

describe("the part of an address by which limits count", () => {
  it.each([
    ["198.51.100.1", "198.51.100.1", "198.51.100.1"],
    ["2001:db9::1", "2001:db9:0:0", "2001:db9:0"],
    ["2001:0db9:0:1:2:3:4:5", "2001:db9:0:1", "2001:db9:0"],
    ["::1", "0:0:0:0", "0:0:0"]
  ])("of %s is %s, on the site %s", (address, network, site) => {
    assert.deepStrictEqual([Networks.prefix64Of(address), Networks.prefix48Of(address)], [network, site])
  })
})
