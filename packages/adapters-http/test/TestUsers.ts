/** The test world's users, their tokens, and the consents of one user. */
import { errorOf } from "@sheaf/domain/ConsentStatusObject"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import { isFinal } from "@sheaf/domain/ConsentStatus"
import type { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import type { User } from "@sheaf/domain/User"
import {
  ConsentNotFound,
  Consents,
  InvalidToken,
  owns,
  ReceiptSigner,
  Tokens,
  UserErasedError,
  Users
} from "@sheaf/ports"
import type { Caller, CurrentConsentStatus, ReturnResult, ReturnVisit, UserCaller } from "@sheaf/ports"
import { Effect, Layer, Redacted } from "effect"

const at = "2026-05-04T08:00:00.000Z"

const person = (number: string, clientId: string, externalId: string) => {
  const userId = `019a0000-0000-7000-8000-0000000001${number}`
  return { clientId, userId, user: { userId, externalId, createdAt: at } satisfies User }
}

export const testUsers = {
  maja: person("01", "demo", "customer-1"),
  nils: person("02", "demo", "customer-2"),
  ofAnotherClient: person("03", "other", "customer-1")
} as const

export const tokens = {
  maja: "token.of.maja",
  nils: "token.of.nils",
  other: "token.of.other",
  erased: "token.of.nobody"
}

const userCaller = (clientId: string, userId: string): UserCaller => ({ clientId, userId, environment: "test" })

export const erasedUser = "019a0000-0000-7000-8000-0000000001ff"

const holders: Readonly<Record<string, UserCaller>> = {
  [tokens.maja]: userCaller("demo", testUsers.maja.userId),
  [tokens.nils]: userCaller("demo", testUsers.nils.userId),
  [tokens.other]: userCaller("other", testUsers.ofAnotherClient.userId),
  [tokens.erased]: userCaller("demo", erasedUser)
}

const publicKey = { kty: "EC", crv: "P-256", alg: "ES256", use: "sig", kid: "k1", x: "eA", y: "eQ" }

const tokensLive = Layer.mock(Tokens, {
  verify: (token) => {
    const holder = holders[Redacted.value(token)]
    return holder === undefined ? Effect.fail(new InvalidToken({ reason: "WRONG_SIGNATURE" })) : Effect.succeed(holder)
  },
  publicKeys: Effect.succeed([publicKey])
})

const receiptSigner = Layer.mock(ReceiptSigner, { publicKeys: Effect.succeed([]) })

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
  isFinal: isFinal(status),
  ...(qrSecond !== undefined && { qrSecond })
})

export const consents = {
  waiting: consentOf("waiting", "AWAITING_AUTHORIZATION", {
    pollingInterval: 2000,
    authInstructions: { redirectUrl: "https://bank.example/a" }
  }),
  scanning: consentOf(
    "scanning",
    "AWAITING_AUTHORIZATION",
    {
      pollingInterval: 1000,
      authInstructions: { animatedQrData: "eid.t.7.00", orderPageUrl: "https://sheaf.example/order" }
    },
    7
  ),
  authorized: consentOf("authorized", "AUTHORIZED"),
  failed: consentOf("failed", "FAILED", { error: errorOf("USER_CANCELLED") })
} as const

const findConsent = (caller: Caller, consentId: string) => {
  const found = Object.values(consents).find(({ body }) => body.consentId === consentId)
  return found !== undefined && owns(caller, testUsers.maja)
    ? Effect.succeed(found)
    : Effect.fail(new ConsentNotFound())
}

const returns: Readonly<Record<string, ReturnResult>> = {
  authorized: { _tag: "RETURNED", outcome: "AUTHORIZED", locale: "sv-se" },
  awaiting: { _tag: "RETURNED", outcome: "PENDING", locale: "fr-fr" },
  failed: { _tag: "RETURNED", outcome: "ENDED", locale: "en-gb" },
  collecting: { _tag: "RETURNED", outcome: "COLLECTING" },
  elsewhere: { _tag: "RETURNED", outcome: "ELSEWHERE", locale: "en-se" },
  first: {
    _tag: "REDIRECTED",
    location: "https://app.example/done?code=a",
    browser: { secret: Redacted.make("own"), isSecure: true }
  }
}

const repeated: ReturnResult = { _tag: "REDIRECTED", location: "https://app.example/done?code=a" }

export const returnVisits: {
  count: number
  company: string
  response: readonly [code: string, iss: string | undefined] | undefined
} = { count: 0, company: "", response: undefined }

export const recordReturn = ({ browser: { secret }, company, response, state }: ReturnVisit) =>
  Effect.sync(() => {
    returnVisits.count += 1
    returnVisits.company = company
    returnVisits.response = response && [Redacted.value(response.code), response.iss]
    if (secret !== undefined && Redacted.value(secret) === "own") return repeated
    return returns[state] ?? { _tag: "UNKNOWN" as const }
  })

const consentsLive = Layer.mock(Consents, {
  create: () => Effect.fail(new UserErasedError()),
  read: (caller, consentId) => Effect.map(findConsent(caller, consentId), ({ body }) => body),
  status: findConsent,
  list: () => Effect.succeed({ items: [] }),
  handleReturn: recordReturn
})

export const layer = Layer.mergeAll(Layer.mock(Users, {}), tokensLive, receiptSigner, consentsLive)
