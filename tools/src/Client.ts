/** A small client of the service for tools: version 2026-04-01, with the demonstration key. */

export interface Answer<A> {
  readonly status: number
  readonly body: A
  readonly headers: Headers
}

export interface StatusBody {
  readonly id: string
  readonly company: string
  readonly status: string
  readonly pollingInterval?: number
  readonly extraInformation?: Readonly<Record<string, unknown>>
}

export interface ScenarioBody {
  readonly scenario: string
  readonly description: string
  readonly company: string
  readonly finalStatus: string
  readonly visits: ReadonlyArray<string>
  readonly loginMethods: ReadonlyArray<string>
  readonly parameters: ReadonlyArray<{ readonly type: string }>
  readonly supplements?: ReadonlyArray<unknown>
  readonly expire?: boolean
}

export interface ConsentScenarioBody {
  readonly scenario: string
  readonly company: string
  readonly finalStatus: string
  readonly loginMethods: ReadonlyArray<string>
  readonly parameters: ReadonlyArray<{ readonly type: string }>
  readonly expire?: boolean
}

export interface StartBody {
  readonly company: string
  readonly loginMethod: string
  readonly parameters: ReadonlyArray<unknown>
}

export class Client {
  readonly base: string
  readonly #apiKey: string
  readonly #headers: Record<string, string>

  constructor(base: string, apiKey = "sheaf-demo", token?: string) {
    this.base = base
    this.#apiKey = apiKey
    this.#headers = {
      "authorization-token": apiKey,
      "service-version": "2026-04-01",
      ...(token !== undefined && { authorization: `Bearer ${token}` })
    }
  }

  /** The same client in the name of a user. */
  inTheNameOf(token: string): Client {
    return new Client(this.base, this.#apiKey, token)
  }

  async request<A>(method: string, path: string, body?: unknown): Promise<Answer<A>> {
    const response = await fetch(this.base + path, {
      method,
      headers: body === undefined ? this.#headers : { ...this.#headers, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    const text = await response.text()
    // The caller names the shape; a body of another shape shows where it is used.
    return {
      status: response.status,
      headers: response.headers,
      body: (text === "" ? undefined : JSON.parse(text)) as A
    }
  }

  start(body: StartBody): Promise<Answer<StatusBody>> {
    return this.request("POST", "/collections", body)
  }

  status(id: string): Promise<Answer<StatusBody>> {
    return this.request("GET", `/collections/${id}/status`)
  }

  supply(id: string, body: unknown): Promise<Answer<StatusBody>> {
    return this.request("POST", `/collections/${id}/supplement-info`, body)
  }

  scenarios(): Promise<Answer<ReadonlyArray<ScenarioBody>>> {
    return this.request("GET", "/sandbox/scenarios")
  }

  consentScenarios(): Promise<Answer<ReadonlyArray<ConsentScenarioBody>>> {
    return this.request("GET", "/sandbox/consent-scenarios")
  }
}

/** The parameter types that carry credentials, by how a login method's name begins. */
const loginTypes = ["SWEDISH_EID", "EMAIL", "USERNAME_PASSWORD", "PDF_DOCUMENT"]

const loginTypeOf = (loginMethod: string): string => {
  if (loginMethod.startsWith("SWEDISH_")) return "SWEDISH_EID"
  if (loginMethod === "USERNAME_AND_PASSWORD") return "USERNAME_PASSWORD"
  return loginMethod === "PDF_UPLOAD" ? "PDF_DOCUMENT" : loginMethod
}

/** The start of a scenario with one of its login methods. */
export const startOf = (scenario: ScenarioBody, loginMethod: string): StartBody => ({
  company: scenario.company,
  loginMethod,
  parameters: scenario.parameters.filter(({ type }) => !loginTypes.includes(type) || type === loginTypeOf(loginMethod))
})
