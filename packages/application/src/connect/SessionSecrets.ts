/**
 * The secrets of a Connect session (decisions 18). The link's and the browser's secrets are random. The page's token and the
 * confirmation code are derived with the service's key, so that Sheaf need not store them.
 */
import { Sealer } from "@sheaf/ports"
import type { StoredConnectSession } from "@sheaf/ports"
import { Effect, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"

const base64Url = Schema.encodeSync(Schema.Uint8ArrayFromBase64Url)

/** The length of random secrets: 256 bits. */
const secretBytes = 32

/** The form of random secrets. */
const secretForm = /^[A-Za-z0-9_-]{43}$/u

/** Returns true if a string has the form of a random secret. */
export const isSecret = (text: Redacted.Redacted): boolean => secretForm.test(Redacted.value(text))

/** Returns a new secret for a link or a browser. */
export const random = Effect.gen(function* () {
  return Redacted.make(base64Url(yield* (yield* SecureRandom.SecureRandom).randomBytes(secretBytes)))
})

const derived = (tenant: string, record: string, text: string) =>
  Effect.map(Sealer, (sealer) => base64Url(sealer.blindIndex({ tenant, record }, text)))

/** The client is unknown before the token is verified. */
const tokenTenant = "connect"

const macOf = (connectSessionId: string, browser: Redacted.Redacted) =>
  derived(tokenTenant, `${connectSessionId}/page token`, Redacted.value(browser))

const tokenForm = /^connect\.([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/u

/** Returns the token of a session's page in a browser. */
export const tokenOf = (connectSessionId: string, browser: Redacted.Redacted) =>
  Effect.map(macOf(connectSessionId, browser), (mac) => `connect.${connectSessionId}.${mac}`)

/** Returns the session that a token names, and its browser, if the token belongs to the browser. */
export const provenBy = Effect.fnUntraced(function* (
  token: string,
  browserOf: (connectSessionId: string) => Redacted.Redacted | undefined
) {
  const [, connectSessionId, mac] = tokenForm.exec(token) ?? []
  if (connectSessionId === undefined || mac === undefined) return undefined
  const browser = browserOf(connectSessionId)
  if (browser === undefined) return undefined
  const expected = yield* macOf(connectSessionId, browser)
  // Nobody can predict a hash, so the timing of the comparison reveals nothing.
  const [given, right] = [
    yield* derived(tokenTenant, `${connectSessionId}/page token check`, mac),
    yield* derived(tokenTenant, `${connectSessionId}/page token check`, expected)
  ]
  return given === right ? { connectSessionId, browser } : undefined
})

type Named = Pick<StoredConnectSession, "clientId" | "connectSessionId">

/** Derives the code that a finished session's redirect contains. */
export const codeOf = ({ clientId, connectSessionId }: Named) =>
  Effect.map(derived(clientId, `${connectSessionId}/confirmation code`, connectSessionId), (code) =>
    Redacted.make(code)
  )

/** Returns the keyed hash of a code. */
export const codeHashOf = ({ clientId, connectSessionId }: Named, code: Redacted.Redacted) =>
  derived(clientId, `${connectSessionId}/confirmation code hash`, Redacted.value(code))
