/** The clients and users of a recording, and requests in their names. */
import { CheckedClient } from "@sheaf/adapters-http/testing"
import type { ApiVersion } from "@sheaf/domain/ApiVersion"

export interface Credentials {
  readonly key: string
  readonly token?: string
}

/** Checks nothing: recordings keep answers as they are, and tests compare them. */
export class Callers {
  readonly base: string
  readonly #known = new Map<string, Credentials>()

  constructor(base: string) {
    this.base = base
  }

  add(name: string, credentials: Credentials): void {
    this.#known.set(name, credentials)
  }

  /** Sends requests in the name of a client or a user, with everything that they have. */
  as(name: string, version: ApiVersion = "2026-04-01"): CheckedClient.Send {
    const known = this.#known.get(name)
    if (known === undefined) throw new Error(`nobody is called ${name}`)
    const { key, token } = known
    const headers = {
      "authorization-token": key,
      "service-version": version,
      ...(token !== undefined && { authorization: `Bearer ${token}` })
    }
    return CheckedClient.make({ base: this.base, headers, fetch: globalThis.fetch })
  }

  /** Sends a request that must succeed, and returns the body of the answer. */
  async expect<A>(name: string, method: string, path: string, body?: unknown, version?: ApiVersion): Promise<A> {
    const answer = await this.as(name, version)(path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.text}`)
    // The caller names the shape; a body of another shape shows where it is used.
    return (answer.text === "" ? undefined : answer.json) as A
  }
}
