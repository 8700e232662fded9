/**
 * Tests over HTTP how Sheaf keeps a username and password for a monitor, and checks that no file on disk contains the
 * password in plain text (spec 13, 18).
 */
import { TestUser, waitFor } from "@sheaf/sandbox-site/testing"
import type { ConnectPermissions } from "@sheaf/domain/ConnectPageApi"
import type { Monitor } from "@sheaf/domain/Monitor"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import * as TestService from "../TestService.ts"
import * as Tools from "../Tools.ts"
import { openSession } from "./ConnectPage.ts"
import * as KeptCredentials from "./KeptCredentials.ts"

const service = TestService.forAll({ config: KeptCredentials.config })
const { client } = service

const clients = () => Tools.sheafPrints(service, "clients", "list")

describe("a kept username and password", () => {
  it("let a monitor look again, in no file in plain text, until the person erases them", async () => {
    const user = await TestUser.make(client)
    const refusing = await KeptCredentials.asking(client, user)
    const early = await refusing.refused("POST", "/connect/collections", KeptCredentials.start)
    assert.strictEqual(early, "400 INVALID_FIELD")
    assert.strictEqual(await KeptCredentials.allow(service, "on"), "demo")
    assert.match(await clients(), /^demo\t.*\tstored-credentials(?:\t|$)/m)
    const { asked, monitorId } = await KeptCredentials.permitMonitor(client, user)
    assert.strictEqual(asked?.credentialsKeptUntil, asked?.until)
    const afterRun = (count: number) =>
      waitFor(
        () => user.withKey.read<Monitor>(`/monitors/${monitorId}`),
        ({ runs }) => runs >= count
      )
    await afterRun(1)
    ;(await user.withKey.post(`/monitors/${monitorId}/run`)).expect(202)
    assert.deepInclude(await afterRun(2), { status: "ACTIVE" })
    const files = globSync("**/*", { cwd: service.folder, withFileTypes: true }).filter((file) => file.isFile())
    for (const { name, parentPath } of files) {
      assert.isFalse(readFileSync(join(parentPath, name)).includes(KeptCredentials.password), name)
    }
    const own = await openSession(client, { purpose: "PERMISSIONS", userId: user.userId })
    const shown = async () => (await own.call<ConnectPermissions>("GET", "/connect/permissions")).monitors[0]
    assert.strictEqual((await shown())?.credentialsKeptUntil, asked?.credentialsKeptUntil)
    const path = `/connect/monitors/${monitorId}/credentials`
    const stranger = await openSession(client, { purpose: "PERMISSIONS", userId: (await TestUser.make(client)).userId })
    assert.strictEqual(await stranger.refused("DELETE", path), "404 NOT_FOUND")
    assert.strictEqual((await KeptCredentials.erase(client, user, monitorId)).status, "PERSON_REQUIRED")
    assert.notProperty(await shown(), "credentialsKeptUntil")
    await KeptCredentials.allow(service, "off")
    assert.notInclude(await clients(), "stored-credentials")
  })
})
