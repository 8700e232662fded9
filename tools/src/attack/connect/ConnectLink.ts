/** A Connect session that a person has opened (decisions 18). */
import assert from "node:assert/strict"
import type { Client } from "@sheaf/adapters-http/testing"
import type { ConnectSessionLink } from "@sheaf/domain/ConnectSession"

export interface OpenedLink {
  /** The header fields that identify the page. */
  readonly fields: { readonly authorization: string; readonly cookie: string }
}

/** Creates a session with the client's key, and opens its link. */
export const open = async (client: Client, base: string, request: object): Promise<OpenedLink> => {
  const { url } = (await client.post("/connect-sessions", request)).expect(201).read<ConnectSessionLink>()
  const { hash, pathname } = new URL(url)
  const response = await fetch(`${base}/connect/open`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ connectSessionId: pathname.split("/").at(-1), secret: hash.slice(1) })
  })
  assert.equal(response.status, 200, "the link was not opened")
  const { token } = (await response.json()) as { readonly token: string } // the documented body
  const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? assert.fail("no cookie")
  return { fields: { authorization: `Bearer ${token}`, cookie } }
}

/** Returns the header fields of a page's request as lines. */
export const linesOf = ({ fields }: OpenedLink): ReadonlyArray<string> => [
  `Authorization: ${fields.authorization}`,
  `Cookie: ${fields.cookie}`
]
