/** Creates a consent, authorizes it, collects under it and revokes it, and prints each step. */
import { setTimeout as pause } from "node:timers/promises"
import { TestUser } from "@sheaf/adapters-http/testing"
import type { Client } from "@sheaf/adapters-http/testing"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import { showData } from "./Collections.ts"
import { say } from "./Say.ts"

const company = "se-fjallbanken"

const request = {
  company,
  loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE_TEST",
  parameters: [
    { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17", psuLocale: "sv-se" },
    { type: "SWEDISH_EID", personalNumber: "198112189876" }
  ]
}

/** Prints each new status after `seen`, until the consent stops changing. */
const follow = async <A extends { readonly status: string; readonly pollingInterval?: number }>(
  read: () => Promise<A>,
  detail: (body: A) => object,
  seen = ""
): Promise<A> => {
  let last = seen
  for (;;) {
    const body = await read()
    if (body.status !== last) {
      last = body.status
      const keys = Object.keys(detail(body))
      say(`   ${body.status}${keys.length > 0 ? ` (${keys.join(", ")})` : ""}`)
    }
    if (body.pollingInterval === undefined) return body
    // A shorter interval than the service advertises, to see every status.
    await pause(50)
  }
}

/** Shows the consent of a new user. */
export const showConsent = async (client: Client): Promise<void> => {
  const { client: person, withKey } = await TestUser.make(client, "demo")

  say(`
A consent to read accounts: ${company}, ${request.loginMethod}`)
  const created = await person.post("/consents", request)
  const { consentId, status } = created.expect(201).read<ConsentStatusObject>()
  say(`   ${status}`)
  await follow(
    () => person.read<ConsentStatusObject>(`/consents/${consentId}/status`),
    ({ authInstructions = {} }) => authInstructions,
    status
  )
  const granted = await person.read<ConsentStatusObject>(`/consents/${consentId}`)
  say(`   granted until ${granted.expiresAt}: ${JSON.stringify(granted.scope)}`)

  say("\nA collection under this consent")
  const parameters = [{ type: "STORED_CONSENT", consentId, psuIpAddress: "192.0.2.17" }] as const
  const id = await withKey.begin({ company, parameters })
  await follow(
    () => withKey.status(id),
    () => ({})
  )
  await showData(withKey, id)

  say("\nThe consent is revoked")
  const revoked = (await person.delete(`/consents/${consentId}`)).expect(200)
  say(`   ${revoked.read<ConsentStatusObject>().status}`)
  const refused = await withKey.post("/collections", { company, parameters })
  say(`   another collection: ${refused.status} ${refused.problem.code}`)
}
