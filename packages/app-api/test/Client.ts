/** A client of a running service: version 2026-04-01, with the demonstration key. It checks every answer. */
import type { ClientRequest } from "@sheaf/domain/ExtraInformation"
import { assert } from "vitest"
import { checkedFetch } from "./CheckedFetch.ts"
import { until } from "./Until.ts"

const credentials = { "authorization-token": "sheaf-demo", "service-version": "2026-04-01" }

export interface Status {
  readonly id: string
  readonly status: string
  readonly pollingInterval?: number
  readonly extraInformation?: {
    readonly TWO_FACTOR_AUTHENTICATION_INSTRUCTION?: unknown
    readonly INSTRUCTIONS?: ReadonlyArray<ClientRequest>
    readonly FAILURE_REASON?: { readonly code: string }
  }
}

const json = async <A>(response: Response): Promise<A> => (await response.json()) as A // the test asserts what it uses

export const hasEnded = ({ pollingInterval }: Status): boolean => pollingInterval === undefined

export const password = { username: "maja.with.a.name", password: "a-password-nobody-may-see" }

/** A start that runs to its end by itself. */
export const plainStart = {
  company: "se-nordhem",
  loginMethod: "USERNAME_AND_PASSWORD",
  parameters: [{ type: "USERNAME_PASSWORD", ...password }]
}

export class Client {
  readonly base: string

  /** `base` is the address of the service. */
  constructor(base: string) {
    this.base = base
  }

  get(path: string): Promise<Response> {
    return checkedFetch(new Request(this.base + path, { headers: credentials }))
  }

  post(path: string, body: unknown): Promise<Response> {
    const headers = { ...credentials, "content-type": "application/json" }
    return checkedFetch(new Request(this.base + path, { method: "POST", headers, body: JSON.stringify(body) }))
  }

  /** Starts a collection, and gives its id. */
  async begin(body: unknown): Promise<string> {
    const response = await this.post("/collections", body)
    assert.strictEqual(response.status, 201, await response.clone().text())
    const { id } = await json<Status>(response)
    assert.strictEqual(response.headers.get("location"), `/collections/${id}/status`)
    return id
  }

  async status(id: string): Promise<Status> {
    return json(await this.get(`/collections/${id}/status`))
  }

  /** Polls a collection until it is as wanted. */
  poll(id: string, wanted: (status: Status) => boolean): Promise<Status> {
    return until(() => this.status(id), wanted)
  }
}
