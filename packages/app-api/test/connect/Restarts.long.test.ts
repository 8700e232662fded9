/** Checks that Connect sessions survive when the service is killed between any two steps (spec 2.5, 13). */
import { isAskingForInput, hasEnded, TestUser, waitFor } from "@sheaf/sandbox-site/testing"
import type { StatusObject } from "@sheaf/domain/Collection"
import type { ConnectPageSession, FinishedConnectSession } from "@sheaf/domain/ConnectPageApi"
import type { ConnectSession } from "@sheaf/domain/ConnectSession"
import { assert, it } from "vitest"
import { plainStart } from "../Starts.ts"
import * as TestService from "../TestService.ts"
import { createSession, ConnectPage } from "./ConnectPage.ts"

const asking = { ...plainStart, parameters: [{ type: "USERNAME_PASSWORD", username: "two-factor", password: "any" }] }

it("a session continues where it was after each kill, and its confirmation still works", async () => {
  await TestService.withService({}, async (service) => {
    const { client } = service
    const user = await TestUser.make(client)
    const link = await createSession(client, {
      purpose: "COLLECT",
      userId: user.userId,
      returnUrl: "http://localhost:3000/linked"
    })
    await service.restart()
    const page = new ConnectPage(client)
    await page.open(link)
    await service.restart()
    assert.strictEqual((await page.call<ConnectPageSession>("GET", "/connect/session")).status, "OPEN")
    const { collectionId } = await page.call<StatusObject>("POST", "/connect/collections", asking, 201)
    const path = `/connect/collections/${collectionId}`
    const status = () => page.call<StatusObject>("GET", `${path}/status`)
    await waitFor(status, isAskingForInput)
    await service.restart()
    const { pendingInput } = await waitFor(status, isAskingForInput)
    const answer = { type: "TWO_FACTOR_CODE", value: "246810", inputId: pendingInput?.inputId }
    await page.call("POST", `${path}/supplement-info`, answer, 202)
    await service.restart()
    assert.strictEqual((await waitFor(status, hasEnded)).status, "COMPLETED")
    const finish = () => page.call<FinishedConnectSession>("POST", "/connect/finish", { outcome: "COMPLETED" })
    const finished = await finish()
    await service.restart()
    assert.deepStrictEqual(await finish(), finished)
    const code = new URL(finished.returnTo ?? "").searchParams.get("code")
    const confirmation = `/connect-sessions/${link.connectSessionId}/confirmation`
    ;(await user.withKey.post(confirmation, { code })).expect(200)
    await service.restart()
    const session = await client.read<ConnectSession>(`/connect-sessions/${link.connectSessionId}`)
    assert.deepInclude(session, { status: "COMPLETED", confirmed: true, collectionIds: [collectionId] })
    ;(await client.send(`/collections/${collectionId}/wealth/data`)).expect(200)
  })
}, 180_000)
