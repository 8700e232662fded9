/** Takes the consents of a recorded folder, which were open when its service ended, to their recorded end. */
import type { CheckedClient } from "@sheaf/adapters-http/testing"
import { assert } from "vitest"
import { once } from "node:events"
import type { IncomingMessage } from "node:http"
import { request } from "node:https"
import type { RecordedData } from "../../src/testing/index.ts"
import { until } from "../Until.ts"
import type { Opened } from "./Folders.ts"
import { recordsOf } from "./Waiting.ts"

/** Milliseconds after which a consent counts as stuck. */
const patience = 40_000

// The shapes below are those of the published documents, which every answer is checked against.

interface Seen {
  readonly status: string
  readonly authInstructions?: { readonly redirectUrl?: string }
}

const statusOf = async (send: CheckedClient.Send, consentId: string): Promise<Seen> =>
  (await send(`/consents/${consentId}/status`)).json as Seen

/** Presses a button of the bank's page, and goes where the bank sends the person. */
const decide = async (opened: Opened, redirectUrl: string, decision: string): Promise<void> => {
  const url = new URL(redirectUrl)
  url.port = String(opened.loginHostPort)
  const sent = request(url, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    // The certificate of the page is as old as the recording, and may have expired since.
    rejectUnauthorized: false
  })
  sent.end(new URLSearchParams({ decision }).toString())
  const [response] = (await once(sent, "response")) as [IncomingMessage] // the event has this one argument
  response.resume()
  assert.strictEqual(response.statusCode, 303)
  const { pathname, search } = new URL(response.headers.location ?? assert.fail("the bank sends nobody back"))
  const answer = await opened.with({ accept: "text/html" })(pathname + search)
  assert.strictEqual(answer.status, 200)
}

/** Collects under a consent, and compares with what was collected under it before. */
const read = async (
  opened: Opened,
  { by, company, consentId, name }: RecordedData.OpenConsent,
  twin: string
): Promise<void> => {
  const send = await opened.as(by)
  const parameters = [{ type: "STORED_CONSENT", consentId, psuIpAddress: "192.0.2.17" }]
  const started = await send("/collections", { method: "POST", body: JSON.stringify({ company, parameters }) })
  assert.strictEqual(started.status, 201, `${name}: ${started.text}`)
  const { id } = started.json as { readonly id: string }
  await until(
    async () => (await send(`/collections/${id}/status`)).json as { readonly pollingInterval?: number },
    ({ pollingInterval }) => pollingInterval === undefined
  )
  assert.deepStrictEqual(await recordsOf(opened, by, id), await recordsOf(opened, by, twin), name)
}

/** Takes the recorded step, and returns the last status. */
export const finish = async (opened: Opened, recorded: RecordedData.OpenConsent): Promise<string> => {
  const { by, consentId, finalStatus, name, step } = recorded
  const send = await opened.as(by)
  switch (step.type) {
    case "DECIDE": {
      const { authInstructions } = await statusOf(send, consentId)
      const url = authInstructions?.redirectUrl ?? assert.fail(`${name} shows no page of its bank`)
      await decide(opened, url, step.decision)
      break
    }
    case "EXPIRE": {
      const expired = await send(`/sandbox/consents/${consentId}/expire`, { method: "POST" })
      assert.strictEqual(expired.status, 202, `${name}: ${expired.text}`)
      break
    }
    case "REVOKE": {
      const revoked = await send(`/consents/${consentId}`, { method: "DELETE" })
      assert.strictEqual(revoked.status, 200, `${name}: ${revoked.text}`)
      break
    }
    case "READ":
      await read(opened, recorded, step.twin)
      break
    case "WAIT":
  }
  const latest = Date.now() + patience
  const { status } = await until(
    () => statusOf(send, consentId),
    (seen) => seen.status === finalStatus || Date.now() > latest
  )
  return status
}
