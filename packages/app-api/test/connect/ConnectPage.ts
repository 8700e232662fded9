/** Simulates a browser on the Connect page: a cookie, a token and the page's calls (spec 13). */
import { hasEnded, waitFor } from "@sheaf/sandbox-site/testing"
import type { TestClient } from "@sheaf/sandbox-site/testing"
import type { StatusObject } from "@sheaf/domain/Collection"
import type { OpenedConnectSession } from "@sheaf/domain/ConnectPageApi"
import type { ConnectSessionLink } from "@sheaf/domain/ConnectSession"
import { assert } from "vitest"
import * as Tools from "../Tools.ts"

type Fields = Readonly<Record<string, string>>

interface Reply {
  readonly status: number
  readonly headers: Headers
  /** The body as JSON, or undefined if it is empty. */
  readonly body: unknown
}

export class ConnectPage {
  readonly #client: TestClient
  cookie: string | undefined
  token = ""

  constructor(client: TestClient) {
    this.#client = client
  }

  async send(method: string, path: string, body?: unknown, fields: Fields = {}): Promise<Reply> {
    const response = await fetch(this.#client.base + path, {
      method,
      redirect: "manual",
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(this.token !== "" && { authorization: `Bearer ${this.token}` }),
        ...(this.cookie !== undefined && { cookie: this.cookie }),
        ...fields
      },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) }
  }

  /** Sends a call, and returns the body. Throws unless the response has the expected status. */
  async call<A>(method: string, path: string, body?: unknown, expected = 200): Promise<A> {
    const reply = await this.send(method, path, body)
    assert.strictEqual(reply.status, expected, JSON.stringify(reply.body))
    return reply.body as A
  }

  /** Returns the status and the problem code of a rejected call, separated by a space. */
  async refused(method: string, path: string, body?: unknown, fields: Fields = {}): Promise<string> {
    const { body: problem, status } = await this.send(method, path, body, fields)
    assert.isAtLeast(status, 400)
    return `${status} ${(problem as { readonly code: string }).code}`
  }

  async open({ url }: Pick<ConnectSessionLink, "url">, fields: Fields = {}): Promise<OpenedConnectSession> {
    const reply = await this.send("POST", "/connect/open", ConnectPage.openingOf(url), fields)
    assert.strictEqual(reply.status, 200, JSON.stringify(reply.body))
    this.cookie = reply.headers.get("set-cookie")?.split(";")[0]
    const opened = reply.body as OpenedConnectSession
    this.token = opened.token
    return opened
  }

  static openingOf(url: string): { readonly connectSessionId: string; readonly secret: string } {
    const { hash, pathname } = new URL(url)
    return { connectSessionId: pathname.split("/").at(-1) ?? "", secret: hash.slice(1) }
  }

  visit(path: string): Promise<Response> {
    const headers = { accept: "text/html", ...(this.cookie !== undefined && { cookie: this.cookie }) }
    return fetch(this.#client.base + path, { redirect: "manual", headers })
  }

  async collect(start: object): Promise<StatusObject> {
    const { collectionId } = await this.call<StatusObject>("POST", "/connect/collections", start, 201)
    return waitFor(() => this.call<StatusObject>("GET", `/connect/collections/${collectionId}/status`), hasEnded)
  }
}

export const createSession = async (client: TestClient, request: object): Promise<ConnectSessionLink> =>
  (await client.post("/connect-sessions", request)).expect(201).read()

export const openSession = async (client: TestClient, request: object, fields: Fields = {}): Promise<ConnectPage> => {
  const page = new ConnectPage(client)
  await page.open(await createSession(client, request), fields)
  return page
}

export const changeReturnUrls = (
  place: Tools.Workspace,
  action: "add" | "remove",
  returnUrl: string
): Promise<string> => Tools.sheafPrints(place, "clients", "return-urls", action, "--client", "demo", returnUrl)
