/**
 * The site of a simulated company, which a client's device logs in to (spec 2.7; decisions 16): what it answers to a
 * request, which follows from the request alone. The path holds the company and the scenario; who logs in is told nowhere
 * but in the answer of a scenario that has a person.
 *
 * Every address but the first wants the cookie that the first one sets, and the header of the app.
 */
import type { CompanyId } from "@sheaf/domain/Company"
import type { Schema } from "effect"
import { anothersNumber } from "../people/Person.ts"
import { randomFrom } from "../records/Random.ts"
import type { SignatureScript } from "./SignatureScript.ts"

export const cookieName = "login"

/** What only the app sends. */
export const appHeader = { name: "x-requested-with", value: "sandbox-app" }

/** The part of a path that names no scenario: whoever logs in there is told by nobody. */
export const anybody = "anybody"

export interface SiteRequest {
  readonly method: string
  readonly path: string
  /** By name in small letters. */
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
}

export interface SiteAnswer {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Schema.Json
}

/** What a person does at the site. */
export interface SiteVisit {
  readonly script: SignatureScript
  /** Nothing where the path names no scenario. */
  readonly personalNumber?: string
}

/** The path under which a company plays a scenario. */
export const pathOf = (company: CompanyId, scenario: string): string => `/${company}/${scenario}`

const ok = (body: Schema.Json, headers: SiteAnswer["headers"] = {}): SiteAnswer => ({ statusCode: 200, headers, body })

const refusal = (statusCode: number, error: string): SiteAnswer => ({ statusCode, headers: {}, body: { error } })

const tokenOf = (path: string, use: string): string => randomFrom("site", path, use).uuid()

const setCookie = (base: string): string =>
  `${cookieName}=${tokenOf(base, "cookie")}; Path=${base}; Secure; HttpOnly; SameSite=Strict`

const signatureOf = ({ personalNumber, script }: SiteVisit, asked: number): Schema.Json => {
  const { signatures, signer } = script
  const state = signatures[asked - 1] ?? signatures.at(-1) ?? signatures[0]
  if (state !== "COMPLETE" || signer === "NOT_TOLD") return { state }
  const signed = signer === "ANOTHER" ? anothersNumber : personalNumber
  return signed === undefined ? { state } : { state, personalNumber: signed }
}

const carries = (headers: SiteRequest["headers"], cookie: string): boolean =>
  headers[appHeader.name] === appHeader.value &&
  String(headers["cookie"])
    .split(";")
    .some((each) => each.trim() === `${cookieName}=${cookie}`)

interface Room {
  readonly method: "GET" | "POST"
  readonly answer: (visit: SiteVisit, path: string) => SiteAnswer
}

const rooms: Readonly<Record<string, Room>> = {
  start: { method: "GET", answer: (_, path) => ok({ begun: true }, { "set-cookie": setCookie(path) }) },
  device: { method: "POST", answer: () => ok({ accepted: true }) },
  terms: { method: "GET", answer: () => ok({ accepted: true }) },
  "electronic-id": {
    method: "POST",
    answer: ({ script }, path) =>
      script.refused ? refusal(403, "refused") : ok({ autoStartToken: tokenOf(path, "autostart") })
  }
}

const roomOf = (name: string): Room | undefined => {
  const [, asked] = /^signature\/([1-9][0-9]{0,5})$/.exec(name) ?? []
  if (asked !== undefined) return { method: "GET", answer: (visit) => ok(signatureOf(visit, Number(asked))) }
  return Object.hasOwn(rooms, name) ? rooms[name] : undefined
}

/** What the site answers; `visitOf` tells what happens under a company's path of a scenario. */
export const answer = (
  { headers, method, path }: SiteRequest,
  visitOf: (company: string, scenario: string) => SiteVisit | undefined
): SiteAnswer => {
  const [, company = "", scenario = "", name = ""] = /^\/([^/]+)\/([^/]+)\/(.+)$/.exec(path) ?? []
  const visit = visitOf(company, scenario)
  const base = pathOf(company, scenario)
  const room = roomOf(name)
  if (visit === undefined || room === undefined) return refusal(404, "unknown")
  if (method !== room.method) return { ...refusal(405, "method"), headers: { allow: room.method } }
  if (name !== "start" && !carries(headers, tokenOf(base, "cookie"))) return refusal(403, "not begun")
  return room.answer(visit, base)
}
