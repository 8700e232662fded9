/** The persons of the small world, the tokens in their name, and the consents of one of them. */
import { errorOf } from "@sheaf/domain/ConsentStatusObject"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import type { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import type { CreateConsent } from "@sheaf/domain/CreateConsent"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import type { User } from "@sheaf/domain/User"
import {
  ConsentNotExpirable,
  ConsentNotFound,
  ConsentNotUsable,
  ConsentOfAnotherCompany,
  Consents,
  InvalidCursor,
  InvalidToken,
  owns,
  Tokens,
  UnattendedLimit,
  UnknownCompany,
  UnknownConsent,
  UserErased,
  UserNotFound,
  Users,
  UserTokenRequired
} from "@sheaf/ports"
import type { Caller, ConsentListRequest, CurrentConsentStatus, Returned, UserCaller } from "@sheaf/ports"
import { Effect, Layer, Option, Redacted } from "effect"

const at = "2026-05-04T08:00:00.000Z"

const person = (number: string, clientId: string, externalId: string) => {
  const userId = `019a0000-0000-7000-8000-0000000001${number}`
  return { clientId, userId, user: { userId, externalId, createdAt: at } satisfies User }
}

/** Two persons of the client, and one of another. */
export const persons = {
  maja: person("01", "demo", "customer-1"),
  nils: person("02", "demo", "customer-2"),
  ofAnotherClient: person("03", "other", "customer-1")
} as const

/** A token of each, and one of a person who is erased while the request is on its way. */
export const tokens = {
  maja: "token.of.maja",
  nils: "token.of.nils",
  other: "token.of.other",
  erased: "token.of.nobody"
}

const userCaller = (clientId: string, userId: string): UserCaller => ({ clientId, userId, environment: "test" })

const erasedUser = "019a0000-0000-7000-8000-0000000001ff"

const holders: Readonly<Record<string, UserCaller>> = {
  [tokens.maja]: userCaller("demo", persons.maja.userId),
  [tokens.nils]: userCaller("demo", persons.nils.userId),
  [tokens.other]: userCaller("other", persons.ofAnotherClient.userId),
  [tokens.erased]: userCaller("demo", erasedUser)
}

const publicKey = { kty: "EC", crv: "P-256", alg: "ES256", use: "sig", kid: "k1", x: "eA", y: "eQ" }

const tokensLive = Layer.succeed(Tokens, {
  issue: () => Effect.die(new Error("not used here")),
  verify: (token) => {
    const holder = holders[Redacted.value(token)]
    return holder === undefined ? Effect.fail(new InvalidToken({ reason: "WRONG_SIGNATURE" })) : Effect.succeed(holder)
  },
  publicKeys: Effect.succeed([publicKey]),
  rotate: Effect.void
})

const findPerson = (caller: Caller, userId: string) => {
  const found = Object.values(persons).find((each) => each.userId === userId)
  return found !== undefined && owns(caller, found) ? Effect.succeed(found.user) : Effect.fail(new UserNotFound())
}

const findByName = ({ clientId }: Caller, externalId: string): User | undefined =>
  Object.values(persons).find((each) => each.clientId === clientId && each.user.externalId === externalId)?.user

const usersLive = Layer.succeed(Users, {
  create: (caller, externalId) => {
    const known = findByName(caller, externalId)
    const user = known ?? { userId: erasedUser, externalId, createdAt: at }
    return Effect.succeed({ user, created: known === undefined })
  },
  read: findPerson,
  find: (caller, externalId) => Effect.succeed(Option.fromUndefinedOr(findByName(caller, externalId))),
  openSession: (caller, userId) =>
    Effect.map(findPerson(caller, userId), () => ({
      token: tokens.maja,
      expiresAt: "2026-05-04T09:00:00.000Z",
      userId
    })),
  endSessions: (caller, userId) => Effect.asVoid(findPerson(caller, userId)),
  erase: (caller, userId) => Effect.asVoid(findPerson(caller, userId))
})

const scope = { type: "PSD2_AIS", balances: true, transactions: true } as const

const consentOf = (
  consentId: string,
  status: ConsentStatus,
  more: Partial<ConsentStatusObject> = {},
  qrSecond?: number
): CurrentConsentStatus => ({
  body: {
    company: "se-nordhem",
    consentId,
    status,
    createdAt: at,
    statusChangedAt: at,
    scope,
    expiresAt: "2026-06-30T23:59:59.999Z",
    ...more
  },
  revision: 4,
  ...(qrSecond !== undefined && { qrSecond })
})

/** The consents of Maja. */
export const consents = {
  waiting: consentOf("waiting", "AWAITING_AUTHORIZATION", {
    pollingInterval: 2000,
    authInstructions: { redirectUrl: "https://bank.example/a" }
  }),
  scanning: consentOf(
    "scanning",
    "AWAITING_AUTHORIZATION",
    { pollingInterval: 1000, authInstructions: { animatedQrData: "eid.t.7.00" } },
    7
  ),
  authorized: consentOf("authorized", "AUTHORIZED"),
  failed: consentOf("failed", "FAILED", { error: errorOf("USER_CANCELLED") })
} as const

/** What was last asked of consents. */
export const seen: { created?: CreateConsent; list?: ConsentListRequest } = {}

const findConsent = (caller: Caller, consentId: string) => {
  const found = Object.values(consents).find(({ body }) => body.consentId === consentId)
  return found !== undefined && owns(caller, persons.maja) ? Effect.succeed(found) : Effect.fail(new ConsentNotFound())
}

const shown = ({ company, consentId, expiresAt, scope, status }: ConsentStatusObject) => ({
  company,
  consentId,
  expiresAt,
  scope,
  status
})

const list = (caller: Caller, request: ConsentListRequest) =>
  Effect.suspend(() => {
    seen.list = request
    if (request.cursor !== undefined) return Effect.fail(new InvalidCursor())
    const items = owns(caller, persons.maja) ? Object.values(consents).map(({ body }) => shown(body)) : []
    return Effect.succeed({
      items: items.slice(0, request.limit),
      ...(items.length > request.limit && { next: "page-2" })
    })
  })

/** What becomes of a person whom the bank sent back, by what the bank brings. */
const returns: Readonly<Record<string, Returned>> = {
  authorized: { _tag: "RETURNED", status: "AUTHORIZED", locale: "sv-se" },
  awaiting: { _tag: "RETURNED", status: "AWAITING_AUTHORIZATION", locale: "fr-fr" },
  failed: { _tag: "RETURNED", status: "FAILED", locale: "de-de" }
}

/** How often somebody came back. */
export const visits = { count: 0 }

const consentsLive = Layer.succeed(Consents, {
  create: Effect.fnUntraced(function* (caller: UserCaller, request: CreateConsent) {
    if (caller.userId === erasedUser) return yield* new UserErased()
    if (request.company !== "se-nordhem") return yield* new UnknownCompany()
    seen.created = request
    return { ...shown(consents.waiting.body), status: "INITIATED" as const }
  }),
  read: (caller, consentId) => Effect.map(findConsent(caller, consentId), ({ body }) => shown(body)),
  status: findConsent,
  list,
  listOfUser: (caller, userId, request) =>
    Effect.flatMap(findPerson(caller, userId), () => list({ ...caller, userId }, request)),
  revoke: findConsent,
  expire: (caller, consentId) =>
    Effect.flatMap(findConsent(caller, consentId), (found) =>
      found.body.status === "FAILED"
        ? Effect.fail(new ConsentNotExpirable({ status: found.body.status }))
        : Effect.succeed(found)
    ),
  returned: (returnState) =>
    Effect.sync(() => {
      visits.count += 1
      return returns[returnState] ?? { _tag: "UNKNOWN" as const }
    })
})

/** Why a start under a stored consent is refused, by the consent that it names; nothing for any other. */
export const refusalOfStart = ({ userId }: Caller, { parameters }: StartCollection) => {
  const index = parameters.findIndex(({ type }) => type === "STORED_CONSENT")
  const stored = parameters[index]
  if (stored?.type !== "STORED_CONSENT") return undefined
  const pointer = `/parameters/${index}/consentId`
  if (userId === undefined) return new UserTokenRequired()
  if (userId === erasedUser) return new UserErased()
  switch (stored.consentId) {
    case "expired":
      return new ConsentNotUsable({ status: "EXPIRED" })
    case "of-another-company":
      return new ConsentOfAnotherCompany({ pointer })
    case "used-up":
      return new UnattendedLimit({ retryAfterSeconds: 3600 })
    case "authorized":
      return undefined
    default:
      return new UnknownConsent({ pointer })
  }
}

export const layer = Layer.mergeAll(usersLive, tokensLive, consentsLive)
