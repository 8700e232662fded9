/**
 * The secrets of a Connect session (spec 13). The link's and the browser's secrets are random. The page's token and the
 * confirmation code are derived with the service's key, so they need not be stored.
 */
import { Sealer } from "@sheaf/ports"
import type { StoredConnectSession } from "@sheaf/ports"
import { Effect, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"

const base64Url = Schema.encodeSync(Schema.Uint8ArrayFromBase64Url)

const secretBytes = 32

const secretForm = /^[A-Za-z0-9_-]{43}$/u

/** Returns true if a text looks like a random secret. */
export const isSecret = (text: Redacted.Redacted): boolean => secretForm.test(Redacted.value(text))

export const newSecret = Effect.gen(function* () {
  return Redacted.make(base64Url(yield* (yield* SecureRandom.SecureRandom).randomBytes(secretBytes)))
})

const derived = (tenant: string, record: string, text: string) =>
  Effect.map(Sealer, ({ blindIndex }) => blindIndex({ tenant, record }, text))

/** The tenant cannot be the client, because the client is unknown until the token is verified. */
const tokenTenant = "connect"

const macOf = (connectSessionId: string, browser: Redacted.Redacted) =>
  derived(tokenTenant, `${connectSessionId}/page token`, Redacted.value(browser))

const tokenForm = /^connect\.([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/u

export const pageTokenOf = (connectSessionId: string, browser: Redacted.Redacted) =>
  Effect.map(macOf(connectSessionId, browser), ({ written }) => `connect.${connectSessionId}.${written.text}`)

export const verifyPageToken = Effect.fnUntraced(function* (
  token: string,
  browserOf: (connectSessionId: string) => Redacted.Redacted | undefined
) {
  const [, connectSessionId, mac] = tokenForm.exec(token) ?? []
  if (connectSessionId === undefined || mac === undefined) return undefined
  const browser = browserOf(connectSessionId)
  if (browser === undefined) return undefined
  const expected = yield* macOf(connectSessionId, browser)
  return expected.matches(mac) ? { connectSessionId, browser } : undefined
})

type Named = Pick<StoredConnectSession, "clientId" | "connectSessionId">

const codesOf = ({ clientId, connectSessionId }: Named) =>
  derived(clientId, `${connectSessionId}/confirmation code`, connectSessionId)

export const confirmationCodeOf = (session: Named) =>
  Effect.map(codesOf(session), ({ written }) => Redacted.make(written.text))

/**
 * Derives the confirmation code again for the redirect, even if the pepper has been rotated since. Returns undefined if
 * no code has this hash.
 */
export const rederiveCode = Effect.fnUntraced(function* (session: Named, codeHash: string) {
  for (const text of (yield* codesOf(session)).texts) {
    const code = Redacted.make(text)
    if ((yield* codeHashOf(session, code)).matches(codeHash)) return code
  }
  return undefined
})

export const codeHashOf = ({ clientId, connectSessionId }: Named, code: Redacted.Redacted) =>
  derived(clientId, `${connectSessionId}/confirmation code hash`, Redacted.value(code))

export const handoverHashOf = ({ clientId, connectSessionId }: Named, handover: Redacted.Redacted) =>
  derived(clientId, `${connectSessionId}/handover`, Redacted.value(handover))
