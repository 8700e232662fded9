/** The life of one consent, printed as it goes: created, authorised, used for a collection, revoked. */
import { setTimeout as pause } from "node:timers/promises"
import type { Client, StatusBody } from "../Client.ts"
import { showData } from "./Collections.ts"
import { say } from "./Say.ts"

interface ConsentBody {
  readonly consentId: string
  readonly status: string
  readonly expiresAt: string
  readonly scope: object
}

interface ConsentStatusBody {
  readonly status: string
  readonly authInstructions?: object
  readonly pollingInterval?: number
}

const company = "se-fjallbanken"

const request = {
  company,
  loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE_TEST",
  parameters: [
    { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17", psuLocale: "sv-se" },
    { type: "SWEDISH_EID", personalNumber: "198112189876" }
  ]
}

const expectStatus = (expected: number, { body, status }: { readonly body: unknown; readonly status: number }) => {
  if (status !== expected) throw new Error(`expected ${expected}, got ${status}: ${JSON.stringify(body)}`)
}

/** Prints each status once, until there is nothing to wait for. */
const follow = async <A extends { readonly status: string; readonly pollingInterval?: number }>(
  read: () => Promise<{ readonly body: A }>,
  detail: (body: A) => object
): Promise<A> => {
  let last = ""
  for (;;) {
    const { body } = await read()
    if (body.status !== last) {
      last = body.status
      const keys = Object.keys(detail(body))
      say(`   ${body.status}${keys.length > 0 ? ` (${keys.join(", ")})` : ""}`)
    }
    if (body.pollingInterval === undefined) return body
    // Sooner than the advertised interval, so that no status is missed.
    await pause(50)
  }
}

/** Shows it all, in the name of a new user. */
export const showConsent = async (client: Client): Promise<void> => {
  const { body: user } = await client.request<{ readonly userId: string }>("POST", "/users", { externalId: "demo" })
  const session = await client.request<{ readonly token: string }>("POST", `/users/${user.userId}/sessions`)
  expectStatus(201, session)
  const person = client.inTheNameOf(session.body.token)

  say(`\nA consent to read accounts: ${company}, ${request.loginMethod}`)
  const created = await person.request<ConsentBody>("POST", "/consents", request)
  expectStatus(201, created)
  const { consentId } = created.body
  await follow(
    () => person.request<ConsentStatusBody>("GET", `/consents/${consentId}/status`),
    ({ authInstructions = {} }) => authInstructions
  )
  const { body: granted } = await person.request<ConsentBody>("GET", `/consents/${consentId}`)
  say(`   granted until ${granted.expiresAt}: ${JSON.stringify(granted.scope)}`)

  say("\nA collection under this consent")
  const started = await person.request<StatusBody>("POST", "/collections", {
    company,
    parameters: [{ type: "STORED_CONSENT", consentId, psuIpAddress: "192.0.2.17" }]
  })
  expectStatus(201, started)
  await follow(
    () => person.request<StatusBody>("GET", `/collections/${started.body.id}/status`),
    () => ({})
  )
  await showData(person, started.body.id)

  say("\nThe consent is revoked")
  const revoked = await person.request<ConsentStatusBody>("DELETE", `/consents/${consentId}`)
  say(`   ${revoked.body.status}`)
  const refused = await person.request<{ readonly code: string }>("POST", "/collections", {
    company,
    parameters: [{ type: "STORED_CONSENT", consentId }]
  })
  say(`   another collection: ${refused.status} ${refused.body.code}`)
}
