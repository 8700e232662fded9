/**
 * The login on a client's own device: the requests of each round, and how the responses continue the login (spec 2.7).
 * The ETags are fixed, so the scenario list can include prepared responses (spec 12).
 */
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { CompanyId } from "@sheaf/domain/Company"
import type { RequestObject } from "@sheaf/domain/ExtraInformation"
import type { ResponseObject } from "@sheaf/domain/SupplementInfo"
import type { Authenticated } from "@sheaf/ports"
import { Option, Schema } from "effect"
import { defaultScenario } from "../scenarios/SiteScript.ts"
import { appHeader, cookieName, pathOf } from "./CompanySite.ts"

export const DeviceLogin = Schema.Union([
  Schema.Struct({ round: Schema.Literal("START") }),
  Schema.Struct({ round: Schema.Literals(["DEVICE", "TERMS", "ORDER"]), cookie: Schema.String }),
  Schema.Struct({
    round: Schema.Literal("SIGNATURE"),
    cookie: Schema.String,
    autoStartToken: Schema.String,
    /** The number of signature polls, including the current one. */
    asked: Schema.Int,
    /** Present if the client must pause before the next poll. */
    pausing: Schema.optionalKey(Schema.Literal(true))
  })
])
export type DeviceLogin = typeof DeviceLogin.Type

export type SigningRound = Extract<DeviceLogin, { readonly round: "SIGNATURE" }>

export const firstRound: DeviceLogin = { round: "START" }

export interface SiteTarget {
  readonly address: URL
  readonly company: CompanyId
  readonly scenario: string
}

type Requests = readonly [RequestObject, ...ReadonlyArray<RequestObject>]

export const requestsOf = (login: DeviceLogin, site: SiteTarget): Requests => {
  const path = pathOf(site.company, site.scenario)
  const request = (place: string, etag: string, more: Partial<RequestObject> = {}): RequestObject => ({
    id: etag,
    etag,
    url: new URL(`${path}/${place}`, site.address).href,
    method: "GET",
    headers: {
      accept: "application/json",
      [appHeader.name]: appHeader.value,
      ...(more.body !== undefined && { "content-type": "application/json" })
    },
    ...more
  })
  if (login.round === "START") return [request("start", "start-1")]
  const cookie = { name: cookieName, value: login.cookie, path, secure: true, httpOnly: true }
  const cookies = [{ ...cookie, domain: site.address.hostname }]
  const terms = request("terms", "terms-1", { cookies })
  switch (login.round) {
    case "DEVICE": {
      const body = JSON.stringify({ platform: "native" })
      const device = request("device", "device-1", { method: "POST", body, cookies })
      // In the default scenario, this round contains two requests. In all other scenarios, it contains only one,
      // because programs post one response at a time.
      return site.scenario === defaultScenario ? [device, terms] : [device]
    }
    case "TERMS":
      return [terms]
    case "ORDER":
      return [request("electronic-id", "electronic-id-1", { method: "POST", body: "{}", cookies })]
    case "SIGNATURE":
      return [request(`signature/${login.asked}`, `signature-${login.asked}`, { cookies })]
  }
}

export type LoginResult =
  | { readonly type: "IDENTIFIED"; readonly authenticated: Authenticated }
  | { readonly type: "ENDED"; readonly status: CollectionStatus }

/** The next step after a round: another round, a pause before the next signature poll, or the end of the login. */
export type RoundOutcome =
  | { readonly type: "NEXT"; readonly login: DeviceLogin }
  | { readonly type: "PAUSE"; readonly login: SigningRound }
  | LoginResult

const refused: RoundOutcome = { type: "ENDED", status: "AUTHENTICATION_ERROR" }

/** Parses a response body, which clients pass on as either JSON or text. */
const reader = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownOption(Schema.Union([schema, Schema.fromJsonString(schema)]))
  return ({ response, statusCode = 200 }: ResponseObject): Option.Option<A> =>
    statusCode >= 400 ? Option.none() : decode(response)
}

const readBegun = reader(Schema.Struct({ begun: Schema.Literal(true) }))
const readAccepted = reader(Schema.Struct({ accepted: Schema.Literal(true) }))
const readOrder = reader(Schema.Struct({ autoStartToken: Schema.NonEmptyString }))
const SignatureAnswer = Schema.Struct({
  state: Schema.Literals(["PENDING", "COMPLETE", "CANCELLED"]),
  personalNumber: Schema.optionalKey(Schema.String)
})
type SignatureAnswer = typeof SignatureAnswer.Type
const readSignature = reader(SignatureAnswer)

const cookieOf = ({ headers }: ResponseObject): Option.Option<string> => {
  const set = Object.entries(headers).flatMap(([name, values]) => (name.toLowerCase() === "set-cookie" ? values : []))
  const pairs = set.map((text) => /^\s*([^=;\s]+)=([^;]*)/.exec(text))
  return Option.fromUndefinedOr(pairs.find((pair) => pair?.[1] === cookieName)?.[2])
}

const next = (login: DeviceLogin): RoundOutcome => ({ type: "NEXT", login })

const signed = (login: SigningRound, { personalNumber, state }: SignatureAnswer): RoundOutcome => {
  switch (state) {
    case "PENDING":
      return { type: "PAUSE", login: { ...login, pausing: true } }
    case "CANCELLED":
      return { type: "ENDED", status: "AUTHENTICATION_CANCELLED" }
    case "COMPLETE":
      return { type: "IDENTIFIED", authenticated: personalNumber === undefined ? {} : { fromDevice: personalNumber } }
  }
}

/** `responses` has one entry for each request in the round. An unreadable response ends the login. */
export const readResponses = (login: DeviceLogin, responses: ReadonlyArray<ResponseObject>): RoundOutcome => {
  const to = (etag: string) => Option.fromUndefinedOr(responses.find((response) => response.etag === etag))
  const outcome = Option.gen(function* () {
    switch (login.round) {
      case "START": {
        const begun = yield* to("start-1")
        yield* readBegun(begun)
        return next({ round: "DEVICE", cookie: yield* cookieOf(begun) })
      }
      case "DEVICE":
      case "TERMS":
        if (login.round === "DEVICE") {
          yield* readAccepted(yield* to("device-1"))
          if (Option.isNone(to("terms-1"))) return next({ round: "TERMS", cookie: login.cookie })
        }
        yield* readAccepted(yield* to("terms-1"))
        return next({ round: "ORDER", cookie: login.cookie })
      case "ORDER": {
        const { autoStartToken } = yield* readOrder(yield* to("electronic-id-1"))
        return next({ round: "SIGNATURE", cookie: login.cookie, autoStartToken, asked: 1 })
      }
      case "SIGNATURE":
        return signed(login, yield* readSignature(yield* to(`signature-${login.asked}`)))
    }
  })
  return Option.getOrElse(outcome, () => refused)
}

export const resumeAfterPause = ({ pausing: _, ...login }: SigningRound): DeviceLogin => ({
  ...login,
  asked: login.asked + 1
})
