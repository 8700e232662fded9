/** Tests the URLs to which a connector may send people's devices (spec 2.7). */
import { assert, describe, it } from "@effect/vitest"
import * as DeviceHosts from "../../src/outbound/companies/DeviceHosts.ts"

const listed = { deviceHosts: ["login.a.example", "a.example:8443"] }
const own = { allowPrivateAddresses: true, deviceHosts: [] }

const addresses: ReadonlyArray<readonly [address: string, policy: DeviceHosts.DevicePolicy, allowed: boolean]> = [
  ["https://login.a.example/start?x=@1#y", {}, true],
  ["https://login.a.example:443/", {}, true],
  ["https://xn--4ca.example/", {}, true],
  ["http://login.a.example/", {}, false],
  ["https://user@login.a.example/", {}, false],
  ["https://login.a.example\\.evil.example/", {}, false],
  ["https://login.a.example/\\evil", {}, false],
  ["https://login.a.example\t/", {}, false],
  ["https:\\\\login.a.example/", {}, false],
  ["https://LOGIN.a.example/", {}, false],
  ["https://login%2ea.example/", {}, false],
  ["https://ä.example/", {}, false],
  ["https://login.a.example./", {}, false],
  ["https://intranet/", {}, false],
  ["https://printer.local/", {}, false],
  ["https://vault.corp.internal/", {}, false],
  ["https://router.home.arpa/", {}, false],
  ["https://localhost/", {}, false],
  ["https://app.localhost/", {}, false],
  ["https://203.0.113.7/", {}, false],
  ["https://2130706433/", {}, false],
  ["https://[2001:db8::1]/", {}, false],
  ["https://login.a.example/", listed, true],
  ["https://a.example:8443/", listed, true],
  ["https://a.example/", listed, false],
  ["https://login.a.example:8443/", listed, false],
  ["https://evil.login.a.example/", listed, false],
  ["https://127.0.0.1:8444/login", own, true],
  ["https://[::1]:8444/login", own, true],
  ["https://localhost:8444/login", own, true],
  ["http://127.0.0.1:8444/login", own, false],
  ["https://0x7f.1/", own, false],
  ["https://login.a.example/", own, false]
]

describe("a device", () => {
  it.each(addresses)("is sent to %s under %j: %s", (address, policy, allowed) => {
    assert.strictEqual(DeviceHosts.isDeviceUrlAllowed(address, policy), allowed)
  })
})

const hosts = { redirectHosts: ["pages.example", "pages.example:8443"] }
const pagesHere = { ...hosts, allowPrivateAddresses: true }

describe("a page", () => {
  it.each<readonly [address: string, policy: DeviceHosts.PagePolicy, allowed: boolean]>([
    ["https://pages.example/order/1?x=2", hosts, true],
    ["https://pages.example:8443/", hosts, true],
    ["https://pages.example:8444/", hosts, false],
    ["https://evil.example/", hosts, false],
    ["https://pages.example.evil.example/", hosts, false],
    ["https://pages.example@evil.example/", hosts, false],
    ["https://user@pages.example/", hosts, false],
    ["https://evil.example\\@pages.example/", hosts, false],
    ["http://pages.example/", hosts, false],
    ["javascript:alert(1)", pagesHere, false],
    ["https://127.0.0.1:9000/", hosts, false],
    ["http://127.0.0.1:9000/order", pagesHere, true],
    ["http://localhost:9000/order", pagesHere, true],
    ["http://pages.example/", pagesHere, true],
    ["http://evil.example/", pagesHere, false]
  ])("is shown at %s under %j: %s", (address, policy, allowed) => {
    assert.strictEqual(DeviceHosts.isPageUrlAllowed(address, policy), allowed)
  })
})
