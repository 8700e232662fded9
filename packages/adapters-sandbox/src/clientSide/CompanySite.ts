/**
 * A simulated company's site, where a client's device logs in (spec 2.7, 12). Each response depends only on the
 * request, whose path contains the company and the scenario. Every URL except the first requires the app's header and
 * the cookie that the first URL sets.
 */
import type { CompanyId } from "@sheaf/domain/Company"
import type { Schema } from "effect"
import { signerPersonalNumber } from "../scenarios/OrderScript.ts"
import type { SiteScenario } from "../scenarios/SiteScript.ts"
import { randomFrom } from "../data/Random.ts"

export const cookieName = "login"

/** A header that only the app sends. */
export const appHeader = { name: "x-requested-with", value: "sandbox-app" }

export interface SiteRequest {
  readonly method: string
  readonly path: string
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
}

export interface SiteResponse {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Schema.Json
}

export const pathOf = (company: CompanyId, scenario: string): string => `/${company}/${scenario}`

const ok = (body: Schema.Json, headers: SiteResponse["headers"] = {}): SiteResponse => ({
  statusCode: 200,
  headers,
  body
})

const refusal = (statusCode: number, error: string): SiteResponse => ({ statusCode, headers: {}, body: { error } })

const tokenOf = (path: string, use: string): string => randomFrom("site", path, use).uuid()

const setCookie = (base: string): string =>
  `${cookieName}=${tokenOf(base, "cookie")}; Path=${base}; Secure; HttpOnly; SameSite=Strict`

const signatureOf = ({ personalNumber, script }: SiteScenario, asked: number): Schema.Json => {
  const { signatures, signer } = script
  const state = signatures[asked - 1] ?? signatures.at(-1) ?? signatures[0]
  const number = state === "COMPLETE" ? signerPersonalNumber(signer, personalNumber) : undefined
  return { state, ...(number !== undefined && { personalNumber: number }) }
}

const carries = (headers: SiteRequest["headers"], cookie: string): boolean =>
  headers[appHeader.name] === appHeader.value &&
  String(headers["cookie"])
    .split(";")
    .some((each) => each.trim() === `${cookieName}=${cookie}`)

interface Resource {
  readonly method: "GET" | "POST"
  readonly answer: (visit: SiteScenario, path: string) => SiteResponse
}

const resources: Readonly<Record<string, Resource>> = {
  start: { method: "GET", answer: (_, path) => ok({ begun: true }, { "set-cookie": setCookie(path) }) },
  device: { method: "POST", answer: () => ok({ accepted: true }) },
  terms: { method: "GET", answer: () => ok({ accepted: true }) },
  "electronic-id": {
    method: "POST",
    answer: ({ script }, path) =>
      script.refused ? refusal(403, "refused") : ok({ autoStartToken: tokenOf(path, "autostart") })
  }
}

const resourceOf = (name: string): Resource | undefined => {
  const [, asked] = /^signature\/([1-9][0-9]{0,5})$/.exec(name) ?? []
  if (asked !== undefined) return { method: "GET", answer: (visit) => ok(signatureOf(visit, Number(asked))) }
  return Object.hasOwn(resources, name) ? resources[name] : undefined
}

/**
 * `visitOf` returns how the site behaves for a scenario at a company, or nothing if the company or the scenario is unknown.
 */
export const handleRequest = (
  { headers, method, path }: SiteRequest,
  visitOf: (company: string, scenario: string) => SiteScenario | undefined
): SiteResponse => {
  const [, company = "", scenario = "", name = ""] = /^\/([^/]+)\/([^/]+)\/(.+)$/.exec(path) ?? []
  const visit = visitOf(company, scenario)
  const base = pathOf(company, scenario)
  const resource = resourceOf(name)
  if (visit === undefined || resource === undefined) return refusal(404, "unknown")
  if (method !== resource.method) return { ...refusal(405, "method"), headers: { allow: resource.method } }
  if (name !== "start" && !carries(headers, tokenOf(base, "cookie"))) return refusal(403, "not begun")
  return resource.answer(visit, base)
}
