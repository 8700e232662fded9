/**
 * A connector: the functions that its author writes, and the four protocol calls that are built from them
 * (docs/connectors.md).
 */
import type { Begin, Cancel, FetchDocument, PageReturn, Resume, Signal } from "./protocol/Contract.ts"
import { RequestError } from "./RequestError.ts"
import * as Session from "./Session.ts"
import { Site } from "./Site.ts"
import type { Cookies } from "./Site.ts"
import type { Step } from "./Step.ts"

export interface Context {
  /** Opens the company's site, with the cookies of an earlier call. */
  readonly site: (cookies?: Cookies) => Site
  /**
   * Returns the current time. During the replay of a cassette, returns a fixed time instead, which is the same for all
   * cassettes.
   */
  readonly now: () => Date
  /** The URL to which a page should send the person back. If undefined, the collection must not show a page. */
  readonly pageReturn: PageReturn | undefined
}

export interface ConnectorFile {
  readonly contentType: string
  readonly content: string | Uint8Array<ArrayBuffer>
}

/**
 * The author's functions. `State` is what one call passes to the next. It is sealed before Sheaf receives it, so it may
 * contain cookies.
 */
export interface Connector<State> {
  readonly companies: ReadonlyArray<string>
  readonly begin: (order: Begin, context: Context) => Promise<Step<State>> | Step<State>
  readonly resume: (state: State, signal: Signal, context: Context) => Promise<Step<State>> | Step<State>
  readonly document?: (state: State, documentId: string, context: Context) => Promise<ConnectorFile> | ConnectorFile
  /** Logs out. Also called for sessions whose login was never completed. */
  readonly cancel?: (state: State, context: Context) => Promise<void> | void
}

export interface ConnectorResponse {
  readonly status: number
  readonly contentType?: string
  readonly content: string | Uint8Array<ArrayBuffer>
}

export interface ConnectorSettings {
  readonly key: string
  readonly fetch: typeof fetch
  readonly now: () => Date
}

/** `key` comes from the `Idempotency-Key` header. */
export type HandleCall = (name: string, body: unknown, key: string | undefined) => Promise<ConnectorResponse>

const maxKept = 1000

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

const has = (body: unknown, ...names: ReadonlyArray<string>): boolean =>
  isObject(body) && names.every((name) => name in body)

const misfit = () => new RequestError(400, "The body does not follow the protocol")

const isBegin = (body: unknown): body is Begin => has(body, "company", "products", "loginMethod", "login")
const isResume = (body: unknown): body is Resume => has(body, "session", "signal")
const isDocument = (body: unknown): body is FetchDocument => has(body, "session", "documentId")
const isCancel = (body: unknown): body is Cancel => has(body, "session")

/** Handles the protocol's calls. A repeated call gets the same answer while this process remembers it. */
export const makeCallHandler = <State>(
  connector: Connector<State>,
  { fetch, key: secret, now }: ConnectorSettings
): HandleCall => {
  const contextOf = (pageReturn?: PageReturn): Context => ({
    site: (cookies) => new Site(fetch, cookies),
    now,
    pageReturn
  })
  // The cast is safe: only this connector has the key, so every session that opens with it contains a state that this
  // connector stored.
  const stateOf = (session: string) => Session.open(secret, session) as State
  const answerStep = ({ state, step }: Step<State>): ConnectorResponse => ({
    status: 200,
    contentType: "application/json",
    content: JSON.stringify({ ...step, session: Session.seal(secret, state) })
  })
  const called = async (name: string, body: unknown): Promise<ConnectorResponse> => {
    if (name === "begin") {
      if (!isBegin(body)) throw misfit()
      if (!connector.companies.includes(body.company)) throw new RequestError(422, "Unknown company")
      return answerStep(await connector.begin(body, contextOf(body.pageReturn)))
    }
    if (name === "resume") {
      if (!isResume(body)) throw misfit()
      return answerStep(await connector.resume(stateOf(body.session), body.signal, contextOf(body.pageReturn)))
    }
    if (name === "document") {
      if (!isDocument(body)) throw misfit()
      const state = stateOf(body.session)
      if (connector.document === undefined) throw new RequestError(422, "Unknown document")
      const file = await connector.document(state, body.documentId, contextOf())
      return { status: 200, ...file }
    }
    if (name !== "cancel") throw new RequestError(404, "Unknown call")
    if (!isCancel(body)) throw misfit()
    const state = stateOf(body.session)
    await connector.cancel?.(state, contextOf())
    return { status: 204, content: "" }
  }
  const kept = new Map<string, Promise<ConnectorResponse>>()
  return (name, body, key) => {
    if (key === undefined) return called(name, body)
    // Only a digest of the body is kept, because bodies contain credentials.
    const content = Session.digest(secret, JSON.stringify(body) ?? "")
    const slot = `${name} ${key} ${content}`
    const earlier = kept.get(slot)
    if (earlier !== undefined) return earlier
    const answer = called(name, body)
    kept.set(slot, answer)
    for (const [oldest] of kept) if (kept.size > maxKept) kept.delete(oldest)
    // A failed call is forgotten, so that a repeated request runs it again.
    answer.catch(() => kept.delete(slot))
    return answer
  }
}
