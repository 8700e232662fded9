/** A client of a running service: version 2026-04-01, with the demonstration key. */
import type { ClientRequest } from "@sheaf/domain/ExtraInformation"
import { assert } from "vitest"
import { until } from "./Until.ts"

export const credentials = { "authorization-token": "sheaf-demo", "service-version": "2026-04-01" }

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

interface Scenario {
  readonly scenario: string
  readonly company: string
  readonly parameters: ReadonlyArray<{ readonly type: string }>
  readonly supplements?: ReadonlyArray<unknown>
}

export const json = async <A>(response: Response): Promise<A> => (await response.json()) as A // the test asserts what it uses

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
    return fetch(this.base + path, { headers: credentials })
  }

  post(path: string, body: unknown): Promise<Response> {
    return fetch(this.base + path, {
      method: "POST",
      headers: { ...credentials, "content-type": "application/json" },
      body: JSON.stringify(body)
    })
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

  /** Starts the sandbox's scenario that asks for a two-factor code, waits for the question, and gives what answers it. */
  async beginTwoFactor(): Promise<{ readonly id: string; readonly answer: unknown }> {
    const scenarios = await json<ReadonlyArray<Scenario>>(await this.get("/sandbox/scenarios"))
    const twoFactor = scenarios.find(({ scenario }) => scenario === "two-factor") ?? assert.fail("no such scenario")
    const id = await this.begin({
      company: twoFactor.company,
      loginMethod: "USERNAME_AND_PASSWORD",
      parameters: twoFactor.parameters.filter(({ type }) => type === "USERNAME_PASSWORD")
    })
    await this.poll(id, ({ status }) => status === "TWO_FACTOR_PENDING")
    return { id, answer: twoFactor.supplements?.[0] }
  }
}
