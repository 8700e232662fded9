/** The HTTP client of tests and tools, for one version and one caller. Throws if a response is undocumented. */
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import type { StatusObject } from "@sheaf/domain/Collection"
import { ConsentScenario, Scenario } from "@sheaf/adapters-sandbox/scenarios"
import type { SandboxPageButton } from "@sheaf/adapters-sandbox/scenarios"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import type { CommonStatusObject } from "@sheaf/domain/versions/2025-01-01/ExtendStatusObject"
import { Schema } from "effect"
import { TestResponse } from "./TestResponse.ts"
import * as PublishedContract from "./PublishedContract.ts"
import * as VersionDialect from "./VersionDialect.ts"
import { waitFor } from "./WaitFor.ts"

/** `undefined` removes a default field. */
export type HeaderFields = Readonly<Record<string, string | undefined>>

export interface RequestOptions {
  /** `GET` by default. */
  readonly method?: string
  readonly headers?: HeaderFields
  readonly body?: string | Uint8Array<ArrayBuffer>
}

/** Sends a request. `path` includes the query. Redirects are not followed. */
export type SendRequest = (path: string, request?: RequestOptions) => Promise<TestResponse>

export type FetchFunction = (url: string, init: RequestInit) => Promise<Response>

export interface Options {
  /** The service's URL. Pass a function that returns the current URL if the URL changes when the service restarts. */
  readonly base: string | (() => string)
  /** The newest version by default. */
  readonly version?: ApiVersion
  /** Header fields for every request. Default: the demonstration key. */
  readonly headers?: HeaderFields
  /**
   * The contract to check responses against. Default: the one in this checkout. `unchecked` skips the checks, for
   * example in load generators.
   */
  readonly contract?: PublishedContract.PublishedContract | "unchecked"
  readonly fetch?: FetchFunction
}

export const demoApiKey = "sheaf-demo"

export type AnyStatusObject = CommonStatusObject & Partial<Pick<StatusObject, "pendingInput">>

export const hasEnded = ({ pollingInterval }: { readonly pollingInterval?: number }): boolean =>
  pollingInterval === undefined

const json = { "content-type": "application/json" }

let ofTree: PublishedContract.PublishedContract | undefined

const scenariosIn = Schema.decodeUnknownSync(Schema.Array(Scenario))
const consentScenariosIn = Schema.decodeUnknownSync(Schema.Array(ConsentScenario))

export class TestClient {
  readonly dialect: VersionDialect.VersionDialect
  readonly #options: Options
  readonly #usual: HeaderFields

  constructor(options: Options) {
    const { headers, version = "2026-04-01" } = options
    this.dialect = VersionDialect.requestsByVersion[version]
    this.#options = options
    this.#usual = { "authorization-token": demoApiKey, "service-version": version, ...headers }
  }

  with(headers: HeaderFields): TestClient {
    return new TestClient({ ...this.#options, headers: { ...this.#options.headers, ...headers } })
  }

  get base(): string {
    const { base } = this.#options
    return typeof base === "string" ? base : base()
  }

  readonly send: SendRequest = async (path, { body, headers = {}, method = "GET" } = {}) => {
    const { contract = (ofTree ??= PublishedContract.fromSource()), fetch = globalThis.fetch } = this.#options
    const fields = new Headers()
    for (const [name, value] of Object.entries({ ...this.#usual, ...(body !== undefined && json), ...headers })) {
      if (value !== undefined) fields.set(name, value)
    }
    const init = { method, headers: fields, redirect: "manual", ...(body !== undefined && { body }) } as const
    const response = await fetch(this.base + path, init)
    const answer = new TestResponse(response.status, response.headers, new Uint8Array(await response.arrayBuffer()))
    if (contract !== "unchecked") {
      const { pathname, search } = new URL(this.base + path)
      const asked = { method, target: pathname + search, headers: fields, ...(body !== undefined && { body }) }
      PublishedContract.assertDocumented(asked, { ...answer, body: answer.bytes }, contract)
    }
    return answer
  }

  post(path: string, value?: unknown, headers: HeaderFields = {}): Promise<TestResponse> {
    return this.send(path, {
      method: "POST",
      headers,
      ...(value !== undefined && { body: JSON.stringify(value) })
    })
  }

  delete(path: string): Promise<TestResponse> {
    return this.send(path, { method: "DELETE" })
  }

  /** Reads a path. Throws unless the status is 200. */
  async read<A>(path: string): Promise<A> {
    return (await this.send(path)).expect(200).read()
  }

  /** Starts a collection, and returns its id. Throws unless the request is accepted. */
  async begin(start: StartCollection, { starts }: VersionDialect.ProductRoutes = this.dialect.wealth): Promise<string> {
    const answer = await this.post(starts, this.dialect.start(start))
    return answer.expect(this.dialect.accepted.start).read<AnyStatusObject>().id
  }

  status(id: string, routes: VersionDialect.ProductRoutes = this.dialect.wealth): Promise<AnyStatusObject> {
    return this.read(routes.status(id))
  }

  /** Returns a function that reads a status. From the second call on, it waits up to 5 seconds for a change. */
  follow<A>(path: string): () => Promise<A> {
    let last: TestResponse | undefined
    return async () => {
      const tag = last?.header("etag")
      const answer = await this.send(
        path,
        tag === undefined ? {} : { headers: { prefer: "wait=5", "if-none-match": tag } }
      )
      if (last === undefined || answer.status !== 304) last = answer.expect(200)
      return last.read()
    }
  }

  poll(
    id: string,
    isWanted: (seen: AnyStatusObject) => boolean,
    routes: VersionDialect.ProductRoutes = this.dialect.wealth
  ): Promise<AnyStatusObject> {
    return waitFor(this.follow<AnyStatusObject>(routes.status(id)), isWanted)
  }

  /** Version 2025-01-01 has a separate path for contact details. */
  supply(
    { id, status }: Pick<AnyStatusObject, "id" | "status">,
    input: SupplementInfo,
    routes: VersionDialect.ProductRoutes = this.dialect.wealth
  ): Promise<TestResponse> {
    return status === "CONTACT_FORM_PENDING" && input.type === "COLLECTION_INPUT"
      ? this.post(routes.contactForm(id), this.dialect.contactForm(input))
      : this.post(routes.supplementInfo(id), input)
  }

  expire(id: string): Promise<TestResponse> {
    return this.post(`/sandbox/collections/${id}/expire`)
  }

  /** Opens a URL as a browser would. If the service's port has changed, uses the new port. */
  #browse(address: string, more: RequestInit = {}): Promise<Response> {
    const { fetch = globalThis.fetch } = this.#options
    const request = { redirect: "manual", headers: { accept: "text/html" }, ...more } as const
    return fetch(address, request).catch(() => fetch(this.base + new URL(address).pathname, request))
  }

  /**
   * Presses a button on the sandbox's page, and follows the redirect. Returns the status of the response to the button.
   */
  async press(pageUrl: string, press: SandboxPageButton): Promise<number> {
    const { headers, status } = await this.#browse(pageUrl, { method: "POST", body: new URLSearchParams({ press }) })
    await (await this.#browse(new URL(headers.get("location") ?? "", pageUrl).href)).text()
    return status
  }

  async scenarios(): Promise<ReadonlyArray<Scenario>> {
    return scenariosIn(await this.read("/sandbox/scenarios"))
  }

  async consentScenarios(): Promise<ReadonlyArray<ConsentScenario>> {
    return consentScenariosIn(await this.read("/sandbox/consent-scenarios"))
  }
}
