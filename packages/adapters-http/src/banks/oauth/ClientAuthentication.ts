/**
 * How Sheaf authenticates at a bank's token endpoint: by its certificate alone (RFC 8705), with a secret (RFC 6749 §2.3.1),
 * or with an assertion that its key signs (RFC 7523).
 */
import type { BankProfile } from "@sheaf/ports"
import { Clock, Effect, Redacted } from "effect"
import { X509Certificate, createPrivateKey, constants, hash, randomUUID, sign } from "node:crypto"
import type { ElectronicSeal } from "../wire/RequestSignature.ts"

/** Sheaf's registration at a bank. */
export interface ClientRegistration {
  readonly clientId: string
  readonly method: typeof BankProfile.ClientAuthenticationMethod.Type
  /** Required with the methods that use a secret. */
  readonly secret?: Redacted.Redacted
  /** The certificate and key that sign assertions. Required with `private_key_jwt`. */
  readonly key?: Pick<ElectronicSeal, "certificate" | "key">
}

/** The parts of a request that authenticate Sheaf. */
export interface AuthenticatedRequest {
  readonly form: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
}

const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

/** The lifetime of an assertion, in seconds. */
const assertionSeconds = 60

const base64Json = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url")

/** Returns a signed assertion for an endpoint (RFC 7523 §3), which names its key by the certificate's hash. */
const assertionOf = (
  clientId: string,
  { certificate, key }: NonNullable<ClientRegistration["key"]>,
  endpoint: string,
  now: number
): string => {
  const thumbprint = hash("sha256", new X509Certificate(certificate).raw, "base64url")
  const issuedAt = Math.floor(now / 1000)
  const head = base64Json({ alg: "PS256", typ: "JWT", kid: thumbprint, "x5t#S256": thumbprint })
  const claims = { iss: clientId, sub: clientId, aud: endpoint, jti: randomUUID() }
  const text = `${head}.${base64Json({ ...claims, iat: issuedAt, exp: issuedAt + assertionSeconds })}`
  const signature = sign("sha256", Buffer.from(text), {
    key: createPrivateKey(Redacted.value(key)),
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_DIGEST
  })
  return `${text}.${signature.toString("base64url")}`
}

/** Encodes a part of the credentials as a form does (RFC 6749 §2.3.1). */
const formText = (text: string): string => new URLSearchParams({ "": text }).toString().slice(1)

/** Returns what authenticates a request to the endpoint. */
export const authenticate = Effect.fnUntraced(function* (
  { clientId, key, method, secret }: ClientRegistration,
  endpoint: string
) {
  const plain: AuthenticatedRequest = { form: { client_id: clientId }, headers: {} }
  const authenticated = (form: AuthenticatedRequest["form"]): AuthenticatedRequest => ({
    form: { ...plain.form, ...form },
    headers: {}
  })
  switch (method) {
    case "tls_client_auth":
      return plain
    case "client_secret_post":
      return secret === undefined ? plain : authenticated({ client_secret: Redacted.value(secret) })
    case "client_secret_basic": {
      if (secret === undefined) return plain
      const pair = `${formText(clientId)}:${formText(Redacted.value(secret))}`
      const basic: AuthenticatedRequest = {
        form: {},
        headers: { authorization: `Basic ${Buffer.from(pair).toString("base64")}` }
      }
      return basic
    }
    case "private_key_jwt": {
      if (key === undefined) return plain
      const assertion = assertionOf(clientId, key, endpoint, yield* Clock.currentTimeMillis)
      return authenticated({ client_assertion_type: assertionType, client_assertion: assertion })
    }
  }
})
