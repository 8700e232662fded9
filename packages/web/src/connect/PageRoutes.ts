/**
 * The page's routes. They are stored in the browser's history together with the client's name, so that reloads and the
 * back button work. Routes contain no credentials; everything else comes from the service.
 */

import type { ConnectPageSession } from "@sheaf/client/connect"

export type PageRoute =
  | { readonly at: "welcome" | "company" | "monitor" | "permissions" }
  | { readonly at: "method" | "device" | "bank"; readonly company: string }
  | { readonly at: "details"; readonly company: string; readonly method: string }
  | { readonly at: "collection"; readonly collectionId: string }
  | { readonly at: "consent"; readonly consentId: string }

const members: Readonly<Record<PageRoute["at"], ReadonlyArray<string>>> = {
  welcome: [],
  company: [],
  monitor: [],
  permissions: [],
  method: ["company"],
  device: ["company"],
  bank: ["company"],
  details: ["company", "method"],
  collection: ["collectionId"],
  consent: ["consentId"]
}

const isPlace = (value: unknown): value is PageRoute => {
  if (typeof value !== "object" || value === null || !("at" in value)) return false
  const { at } = value
  const entries: Readonly<Record<string, unknown>> = { ...value }
  return (
    typeof at === "string" &&
    Object.entries(members).some(
      ([name, needed]) => name === at && needed.every((key) => typeof entries[key] === "string")
    )
  )
}

export const currentRoute = (): PageRoute | undefined => {
  const state: unknown = history.state
  return isPlace(state) ? state : undefined
}

/**
 * Returns the client's name if the page stored it before a reload. With it, the page can name the client even if the
 * link has expired since.
 */
export const rememberedClient = (): string | undefined => {
  const state: unknown = history.state
  return typeof state === "object" && state !== null && "client" in state && typeof state.client === "string"
    ? state.client
    : undefined
}

export const pushRoute = (place: PageRoute): void => history.pushState({ ...place, client: rememberedClient() }, "")

/**
 * Query parameters that identify the embedding page. They stay in the URL, because the page needs them again after a
 * reload.
 */
const kept = ["mode", "origin"]

/** Replaces the current history entry, remembers the client's name, and removes secrets from the URL. */
export const replaceRoute = (place: PageRoute, client = rememberedClient()): void => {
  const query = [...new URLSearchParams(location.search)].filter(([name]) => kept.includes(name))
  const search = query.length === 0 ? "" : `?${new URLSearchParams(query)}`
  history.replaceState({ ...place, client }, "", location.pathname + search)
}

export interface OpeningUrl {
  readonly connectSessionId: string
  /** Absent once the link has been opened. */
  readonly secret?: string
  /** Set after a redirect from a bank: the consent, and the code that confirms it. */
  readonly returned?: { readonly consentId: string; readonly code?: string }
}

export const parseOpeningUrl = ({
  hash,
  pathname,
  search
}: Pick<Location, "hash" | "pathname" | "search">): OpeningUrl => {
  const query = new URLSearchParams(search)
  const consentId = query.get("consentId")
  const code = query.get("code")
  return {
    connectSessionId: pathname.split("/").at(-1) ?? "",
    ...(hash.length > 1 && { secret: hash.slice(1) }),
    ...(consentId !== null && { returned: { consentId, ...(code !== null && { code }) } })
  }
}

/**
 * True if a bank or company has just sent the person back: the URL has no secret, and the history entry has no route.
 */
export const isReturn = ({ secret }: OpeningUrl): boolean => secret === undefined && currentRoute() === undefined

/** Ignores URLs other than `http` and `https`, because they could run a script. */
export const visit = (address: string): void => {
  if (/^https?:/i.test(address)) location.assign(address)
}

/** Opens the client's page, or its app through a reverse-domain scheme such as `com.example.app:`. */
export const goBack = (address: string): void => {
  if (/^(?:https?|[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+):/i.test(address)) location.assign(address)
}

/**
 * Returns where the page starts. In order of precedence: the consent named in the URL, the permissions or the monitor,
 * the screen before a reload, and the most recent collection or consent.
 */
export const placeOf = (session: ConnectPageSession, consentId: string | undefined): PageRoute => {
  const { collections, consents, monitor, purpose } = session
  if (consentId !== undefined && consents.some((consent) => consent.consentId === consentId)) {
    return { at: "consent", consentId }
  }
  if (purpose === "PERMISSIONS") return { at: "permissions" }
  if (monitor?.ready === true || monitor?.permitted === true) return { at: "monitor" }
  const before = currentRoute()
  if (before !== undefined) return before
  const collection = collections.at(-1)
  const consent = consents.at(-1)
  if (consent !== undefined && (collection === undefined || consent.startedAt > collection.startedAt)) {
    return { at: "consent", consentId: consent.consentId }
  }
  return collection === undefined ? { at: "welcome" } : { at: "collection", collectionId: collection.collectionId }
}
