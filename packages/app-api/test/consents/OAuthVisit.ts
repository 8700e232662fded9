/** A person who authorizes consents at the sandbox's bank with OAuth, on collections under one-time consents. */
import { until } from "@sheaf/adapters-http/testing"
import type { Client } from "@sheaf/adapters-http/testing"
import type { StatusObject } from "@sheaf/domain/Collection"
import { assert } from "vitest"

const company = "se-klarvik"

/** The configuration of the OAuth bank that a bank server at this address runs. */
export const bankAt = (address: string) => {
  const issuer = new URL(company, address).href
  return {
    company,
    companyDisplayName: "Klarvik",
    market: "se",
    url: `${issuer}/`,
    profile: "nextgenpsd2-1.3",
    approach: "OAUTH",
    oauth: { issuer, clientId: "PSDSE-FINA-000000" },
    allowPrivateAddresses: true
  }
}

/** Starts a collection, and returns its id and the authorization server's page. */
export const begin = async (client: Client) => {
  const parameters = [
    { type: "EMAIL", email: "maja@example.com" },
    { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }
  ]
  const answer = await client.post("/collections", { company, loginMethod: "EMAIL", parameters })
  const { id } = answer.expect(201).read<StatusObject>()
  const { extraInformation } = await until(
    () => client.read<StatusObject>(`/collections/${id}/status`),
    ({ status }) => status === "WAITING_FOR_USER_ACTION"
  )
  return { id, page: extraInformation?.REDIRECT_URL ?? assert.fail("there is no page") }
}

const locationOf = (answer: Response) => answer.headers.get("location") ?? assert.fail("there is no redirect")

/** Presses a button on the bank's page, and returns the address to which the bank or its server redirects the browser. */
export const decide = async (page: string, decision: string) => {
  const isServer = new URL(page).pathname.endsWith("/oauth/authorize")
  const opened = isServer ? new URL(locationOf(await fetch(page, { redirect: "manual" })), page) : page
  const body = new URLSearchParams({ decision })
  return locationOf(await fetch(opened, { method: "POST", body, redirect: "manual" }))
}

/** Opens the address as a browser does. */
export const come = (address: string) => fetch(address, { headers: { accept: "text/html" } })
