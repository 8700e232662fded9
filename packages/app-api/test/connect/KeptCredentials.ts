/** Test helpers that use the HTTP API to let Sheaf keep a person's username and password for a monitor (spec 18). */
import type { TestClient, TestUser } from "@sheaf/sandbox-site/testing"
import type { ConnectPageSession } from "@sheaf/domain/ConnectPageApi"
import type { Monitor } from "@sheaf/domain/Monitor"
import { assert } from "vitest"
import * as Tools from "../Tools.ts"
import { openSession } from "./ConnectPage.ts"

export const config = { retention: { credentialsSeconds: 30 * 86_400 } } as const

export const password = "correct-horse-battery-staple"

export const start = {
  company: "se-nordhem",
  loginMethod: "USERNAME_AND_PASSWORD",
  parameters: [{ type: "USERNAME_PASSWORD", username: "anybody", password }],
  keepCredentials: true
}

export const allow = (place: Tools.Workspace, choice: "on" | "off"): Promise<string> =>
  Tools.sheafPrints(place, "clients", "stored-credentials", "--client", "demo", choice)

export const asking = (client: TestClient, { userId }: TestUser) =>
  openSession(client, {
    purpose: "MONITOR",
    userId,
    company: "se-nordhem",
    products: ["INSURANCE"],
    monitor: { every: "P1D" }
  })

export const permitMonitor = async (client: TestClient, user: TestUser) => {
  const page = await asking(client, user)
  const { status } = await page.collect(start)
  assert.strictEqual(status, "COMPLETED")
  const { monitor } = await page.call<ConnectPageSession>("GET", "/connect/session")
  assert.isTrue(monitor?.ready)
  await page.call("POST", "/connect/monitor", { source: monitor?.source })
  const [made] = await user.withKey.read<ReadonlyArray<Monitor>>("/monitors")
  return { monitorId: made?.monitorId ?? assert.fail("no monitor was created"), asked: monitor }
}

export const erase = async (client: TestClient, { userId }: TestUser, monitorId: string): Promise<Monitor> => {
  const page = await openSession(client, { purpose: "PERMISSIONS", userId })
  return page.call<Monitor>("DELETE", `/connect/monitors/${monitorId}/credentials`)
}
