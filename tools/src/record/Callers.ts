/** The clients and users of a recording, and their requests. */
import { Client } from "@sheaf/adapters-http/testing"
import type { ApiVersion } from "@sheaf/domain/ApiVersion"

export interface Credentials {
  readonly key: string
  readonly token?: string
}

/** Sends requests without validating the responses, because later tests need the responses exactly as recorded. */
export class Callers {
  readonly base: string
  readonly #known = new Map<string, Credentials>()

  constructor(base: string) {
    this.base = base
  }

  add(name: string, credentials: Credentials): void {
    this.#known.set(name, credentials)
  }

  /** Returns an HTTP client with all credentials of a client or user. */
  as(name: string, version: ApiVersion = "2026-04-01"): Client {
    const known = this.#known.get(name)
    if (known === undefined) throw new Error(`unknown caller ${name}`)
    const { key, token } = known
    const headers = {
      "authorization-token": key,
      ...(token !== undefined && { authorization: `Bearer ${token}` })
    }
    return new Client({ base: this.base, version, headers, contract: "unchecked" })
  }

  /** Sends a request that must succeed, and returns the body of the response. */
  async expect<A>(name: string, method: string, path: string, body?: unknown, version?: ApiVersion): Promise<A> {
    const answer = await this.as(name, version).send(path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    if (answer.status >= 300) throw new Error(`${method} ${path} returned ${answer.status}: ${answer.text}`)
    return answer.read()
  }
}
