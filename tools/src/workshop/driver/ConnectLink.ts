/** A Connect session that a person has opened (spec 13). */
import assert from "node:assert/strict"
import type { TestClient } from "@sheaf/sandbox-site/testing"
import type { ConnectSessionLink } from "@sheaf/domain/ConnectSession"

export interface OpenedLink {
  readonly fields: { readonly authorization: string; readonly cookie: string }
  /** With a body, the call is a POST. */
  readonly call: (path: string, body?: object) => Promise<Response>
}

export const open = async (client: TestClient, request: object): Promise<OpenedLink> => {
  const { url } = (await client.post("/connect-sessions", request)).expect(201).read<ConnectSessionLink>()
  const { hash, pathname } = new URL(url)
  const send = (path: string, headers: Readonly<Record<string, string>>, body?: object) =>
    fetch(`${client.base}/connect/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "content-type": "application/json", ...headers },
      ...(body && { body: JSON.stringify(body) })
    })
  const opened = await send("open", {}, { connectSessionId: pathname.split("/").at(-1), secret: hash.slice(1) })
  assert.equal(opened.status, 200, "the link was not opened")
  const { token } = (await opened.json()) as { readonly token: string } // The cast gives the body its documented shape.
  const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? assert.fail("no cookie")
  const fields = { authorization: `Bearer ${token}`, cookie }
  return { fields, call: (path, body) => send(path, fields, body) }
}

export const headerLinesOf = ({ fields }: OpenedLink): ReadonlyArray<string> => [
  `Authorization: ${fields.authorization}`,
  `Cookie: ${fields.cookie}`
]
