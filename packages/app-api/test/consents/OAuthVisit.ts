/** Configures the sandbox's OAuth bank, and submits a decision on its page as a person would. */
import { assert } from "vitest"

const company = "se-klarvik"

export const bankConfig = (address: string) => {
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

const locationOf = (answer: Response) => answer.headers.get("location") ?? assert.fail("there is no redirect")

export const decide = async (page: string, decision: string) => {
  const isServer = new URL(page).pathname.endsWith("/oauth/authorize")
  const opened = isServer ? new URL(locationOf(await fetch(page, { redirect: "manual" })), page) : page
  const body = new URLSearchParams({ decision })
  return locationOf(await fetch(opened, { method: "POST", body, redirect: "manual" }))
}

export const openInBrowser = (address: string) => fetch(address, { headers: { accept: "text/html" } })
