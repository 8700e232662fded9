/**
 * How Sheaf authenticates at a bank's token endpoint: with its certificate alone (RFC 8705), a secret (RFC 6749
 * §2.3.1), or a signed assertion (RFC 7523).
 */
import { Clock, Effect, Redacted } from "effect"
import { SignJWT } from "jose"
import { X509Certificate, createPrivateKey, hash, randomUUID } from "node:crypto"
import type { ElectronicSeal } from "../wire/RequestSignature.ts"

type AssertionKey = Pick<ElectronicSeal, "certificate" | "key">

export type ClientRegistration = { readonly clientId: string } & (
  | { readonly method: "tls_client_auth" }
  | { readonly method: "client_secret_basic" | "client_secret_post"; readonly secret: Redacted.Redacted }
  | { readonly method: "private_key_jwt"; readonly key: AssertionKey }
)

export interface AuthenticatedRequest {
  readonly form: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
}

const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

const assertionSeconds = 60

/** Returns a signed assertion for an endpoint (RFC 7523 §3). The certificate's hash identifies the key. */
const assertionOf = Effect.fnUntraced(function* (
  clientId: string,
  { certificate, key }: AssertionKey,
  endpoint: string
) {
  const thumbprint = hash("sha256", new X509Certificate(certificate).raw, "base64url")
  const issuedAt = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  const claims = { iss: clientId, sub: clientId, aud: endpoint, jti: randomUUID() }
  const assertion = new SignJWT({ ...claims, iat: issuedAt, exp: issuedAt + assertionSeconds })
  assertion.setProtectedHeader({ alg: "PS256", typ: "JWT", kid: thumbprint, "x5t#S256": thumbprint })
  // Signing cannot fail: the configuration accepts only RSA keys.
  return yield* Effect.promise(() => assertion.sign(createPrivateKey(Redacted.value(key))))
})

/** In a Basic header, the client id and the secret are form-encoded first (RFC 6749 §2.3.1). */
const formText = (text: string): string => new URLSearchParams({ "": text }).toString().slice(1)

export const authenticate = Effect.fnUntraced(function* (
  registration: ClientRegistration,
  endpoint: string
): Effect.fn.Return<AuthenticatedRequest> {
  const { clientId } = registration
  const inForm = (more: AuthenticatedRequest["form"] = {}) => ({ form: { client_id: clientId, ...more }, headers: {} })
  switch (registration.method) {
    case "tls_client_auth":
      return inForm()
    case "client_secret_post":
      return inForm({ client_secret: Redacted.value(registration.secret) })
    case "client_secret_basic": {
      const pair = `${formText(clientId)}:${formText(Redacted.value(registration.secret))}`
      return { form: {}, headers: { authorization: `Basic ${Buffer.from(pair).toString("base64")}` } }
    }
    case "private_key_jwt": {
      const assertion = yield* assertionOf(clientId, registration.key, endpoint)
      return inForm({ client_assertion_type: assertionType, client_assertion: assertion })
    }
  }
})
