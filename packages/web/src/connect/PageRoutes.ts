/**
 * The places of the page, which the browser's history keeps. A reload and the back button return to the place, and the
 * service provides everything else. A place contains no credentials.
 */

import type { ConnectPageSession } from "@sheaf/client/connect"

export type PageRoute =
  | { readonly at: "welcome" | "company" | "monitor" | "permissions" }
  | { readonly at: "method" | "device" | "bank"; readonly company: string }
  | { readonly at: "details"; readonly company: string; readonly method: string }
  | { readonly at: "collection"; readonly collectionId: string }
  | { readonly at: "consent"; readonly consentId: string }

/** The members of each kind of place, all of them strings. */
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

/** Returns the place in the current entry of the browser's history. */
export const currentRoute = (): PageRoute | undefined => {
  const state: unknown = history.state
  return isPlace(state) ? state : undefined
}

/** Adds a place to the history. */
export const pushRoute = (place: PageRoute): void => history.pushState(place, "")

/** The parts of the query that say who embeds the page. A reload needs them again. */
const kept = ["mode", "origin"]

/** Replaces the current entry, and removes secrets from the address. */
export const replaceRoute = (place: PageRoute | undefined): void => {
  const query = [...new URLSearchParams(location.search)].filter(([name]) => kept.includes(name))
  const search = query.length === 0 ? "" : `?${new URLSearchParams(query)}`
  history.replaceState(place, "", location.pathname + search)
}

/** The parts of the address with which the page opens. */
export interface OpeningUrl {
  readonly connectSessionId: string
  /** The secret of the link. Absent after the first opening. */
  readonly secret?: string
  /** The consent with which a bank sent the person back, and the code that confirms it. */
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

/** Returns true at an address to which a bank or company sends people back, which has neither a secret nor a place. */
export const isReturn = ({ secret }: OpeningUrl): boolean => secret === undefined && currentRoute() === undefined

/** Follows an address from the service, unless its scheme could run a script. */
export const visit = (address: string): void => {
  if (/^https?:/i.test(address)) location.assign(address)
}

/** Returns to the client's page, or to its app by a scheme in reverse-domain form. */
export const goBack = (address: string): void => {
  if (/^(?:https?|[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+):/i.test(address)) location.assign(address)
}

/** Returns the current place of the session: running work first, then the place before a reload. */
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
