/** Continues a recorded folder's open consents until they reach their recorded final status. */
import { hasEnded, until } from "@sheaf/adapters-http/testing"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import { assert } from "vitest"
import type { RecordedData } from "../../src/testing/index.ts"
import * as BankPage from "../consents/BankPage.ts"
import type { Opened } from "./Folders.ts"
import * as InProtocol from "./InProtocol.ts"
import { recordsOf } from "./Waiting.ts"

/** The time after which a consent counts as stuck, in milliseconds. */
const patience = 40_000

/** Presses a button on the bank's page and follows the redirect. */
const decide = async (opened: Opened, redirectUrl: string, decision: string): Promise<void> => {
  const url = new URL(redirectUrl)
  url.port = String(opened.loginHostPort)
  // The page's certificate is as old as the recording, so it may have expired.
  const { pathname, search } = new URL(await BankPage.decide(url, decision, { rejectUnauthorized: false }))
  const answer = await opened.with({ accept: "text/html" }).send(pathname + search)
  answer.expect(200)
}

/** Collects under a consent and compares the records with those of an earlier collection. */
const read = async (
  opened: Opened,
  { by, company, consentId, name }: RecordedData.OpenConsent,
  twin: string
): Promise<void> => {
  const client = await opened.as(by)
  const parameters = [{ type: "STORED_CONSENT" as const, consentId, psuIpAddress: "192.0.2.17" }]
  const id = await client.begin({ company, parameters })
  await client.poll(id, hasEnded)
  const [found, before] = [await recordsOf(opened, by, id), await recordsOf(opened, by, twin)]
  assert.deepStrictEqual(found.map(InProtocol.of), before.map(InProtocol.of), name)
}

/** Takes the recorded step and returns the final status. */
export const finish = async (opened: Opened, recorded: RecordedData.OpenConsent): Promise<string> => {
  const { by, consentId, finalStatus, name, step } = recorded
  const client = await opened.as(by)
  const status = () => client.read<ConsentStatusObject>(`/consents/${consentId}/status`)
  switch (step.type) {
    case "DECIDE": {
      const { authInstructions } = await status()
      const url = authInstructions?.redirectUrl ?? assert.fail(`${name} shows no page of its bank`)
      await decide(opened, url, step.decision)
      break
    }
    case "EXPIRE": {
      const expired = await client.post(`/sandbox/consents/${consentId}/expire`)
      expired.expect(202)
      break
    }
    case "REVOKE": {
      const revoked = await client.delete(`/consents/${consentId}`)
      revoked.expect(200)
      break
    }
    case "READ":
      await read(opened, recorded, step.twin)
      break
    case "WAIT":
  }
  const latest = Date.now() + patience
  const last = await until(status, (seen) => seen.status === finalStatus || Date.now() > latest)
  return last.status
}
