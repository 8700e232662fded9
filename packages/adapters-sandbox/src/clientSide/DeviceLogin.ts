/**
 * How a client logs in from its own device (spec 2.7; decisions 4): which requests it is to execute in each round, and
 * what its responses lead to. The texts of the etags are fixed, so that responses can be prepared (decisions 16).
 */
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { CompanyId } from "@sheaf/domain/Company"
import type { ClientRequest } from "@sheaf/domain/ExtraInformation"
import type { ResponseObject } from "@sheaf/domain/SupplementInfo"
import type { AuthenticatedNumbers } from "@sheaf/ports"
import { Option, Schema } from "effect"
import { anybody, appHeader, cookieName, pathOf } from "./Site.ts"

/** Where the login stands: the round whose requests are to be executed, and what the rounds before brought. */
export const DeviceLogin = Schema.Union([
  Schema.Struct({ round: Schema.Literal("START") }),
  Schema.Struct({ round: Schema.Literals(["DEVICE", "TERMS", "ORDER"]), cookie: Schema.String }),
  Schema.Struct({
    round: Schema.Literal("SIGNATURE"),
    cookie: Schema.String,
    autoStartToken: Schema.String,
    /** How often it was asked whether the person has signed, this time included. */
    asked: Schema.Int,
    /** It has been asked; the next time is after a pause. */
    pausing: Schema.optionalKey(Schema.Literal(true))
  })
])
export type DeviceLogin = typeof DeviceLogin.Type

/** The round in which the company is asked, again and again, whether the person has signed. */
export type Asking = Extract<DeviceLogin, { readonly round: "SIGNATURE" }>

export const start: DeviceLogin = { round: "START" }

/** Where the company's site is. */
export interface Site {
  /** The scheme, host and port of the host that plays all sites. */
  readonly address: URL
  readonly company: CompanyId
  readonly scenario: string
}

type Requests = readonly [ClientRequest, ...ReadonlyArray<ClientRequest>]

/** The requests of the round. */
export const requestsOf = (login: DeviceLogin, site: Site): Requests => {
  const path = pathOf(site.company, site.scenario)
  const request = (
    place: string,
    etag: string,
    more?: Partial<Pick<ClientRequest, "method" | "body" | "cookies">>
  ): ClientRequest => ({
    id: etag,
    etag,
    url: new URL(`${path}/${place}`, site.address).href,
    method: "GET",
    headers: {
      accept: "application/json",
      [appHeader.name]: appHeader.value,
      ...(more?.body !== undefined && { "content-type": "application/json" })
    },
    ...more
  })
  const terms = (cookies: NonNullable<ClientRequest["cookies"]>) => request("terms", "terms-1", { cookies })
  if (login.round === "START") return [request("start", "start-1")]
  const cookie = { name: cookieName, value: login.cookie, path, secure: true, httpOnly: true }
  const cookies = [{ ...cookie, domain: site.address.hostname }]
  switch (login.round) {
    case "DEVICE": {
      const device = request("device", "device-1", {
        method: "POST",
        body: JSON.stringify({ platform: "native" }),
        cookies
      })
      // Two at once, but not where a list of responses is posted one by one.
      return site.scenario === anybody ? [device, terms(cookies)] : [device]
    }
    case "TERMS":
      return [terms(cookies)]
    case "ORDER":
      return [request("electronic-id", "electronic-id-1", { method: "POST", body: "{}", cookies })]
    case "SIGNATURE":
      return [request(`signature/${login.asked}`, `signature-${login.asked}`, { cookies })]
  }
}

/** What the responses to a round lead to. */
export type DeviceOutcome =
  | { readonly type: "NEXT"; readonly login: DeviceLogin }
  /** The person has not signed yet: after a pause, the company is asked again. */
  | { readonly type: "PAUSE"; readonly login: Asking }
  | { readonly type: "IDENTIFIED"; readonly authenticated: AuthenticatedNumbers }
  | { readonly type: "ENDED"; readonly status: CollectionStatus }

const refused: DeviceOutcome = { type: "ENDED", status: "AUTHENTICATION_ERROR" }

/** A response as it came: clients hand on JSON, or the text that it is written in. */
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

const next = (login: DeviceLogin): DeviceOutcome => ({ type: "NEXT", login })

const signed = (login: Asking, { personalNumber, state }: SignatureAnswer): DeviceOutcome => {
  switch (state) {
    case "PENDING":
      return { type: "PAUSE", login: { ...login, pausing: true } }
    case "CANCELLED":
      return { type: "ENDED", status: "AUTHENTICATION_CANCELLED" }
    case "COMPLETE":
      return { type: "IDENTIFIED", authenticated: personalNumber === undefined ? {} : { fromDevice: personalNumber } }
  }
}

/** What comes of the responses, of which there is one to each request of the round. */
export const read = (login: DeviceLogin, responses: ReadonlyArray<ResponseObject>): DeviceOutcome => {
  const to = (etag: string) => Option.fromUndefinedOr(responses.find((response) => response.etag === etag))
  const outcome = Option.gen(function* () {
    switch (login.round) {
      case "START": {
        const begun = yield* to("start-1")
        yield* readBegun(begun)
        return next({ round: "DEVICE", cookie: yield* cookieOf(begun) })
      }
      case "DEVICE":
        yield* readAccepted(yield* to("device-1"))
        if (Option.isNone(to("terms-1"))) return next({ round: "TERMS", cookie: login.cookie })
        yield* readAccepted(yield* to("terms-1"))
        return next({ round: "ORDER", cookie: login.cookie })
      case "TERMS":
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

/** The login after its pause: the person is asked after once more. */
export const afterPause = ({ pausing: _, ...login }: Asking): DeviceLogin => ({ ...login, asked: login.asked + 1 })
