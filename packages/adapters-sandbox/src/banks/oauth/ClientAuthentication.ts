/** How providers authenticate at the token endpoint (RFC 6749 §2.3.1; RFC 7523). */
import type { BankProfile } from "@sheaf/ports"
import { Option, Schema } from "effect"

const Claims = Schema.Struct({ iss: Schema.String, sub: Schema.String, aud: Schema.String, exp: Schema.Finite })

const decodeClaims = Schema.decodeUnknownOption(Schema.fromJsonString(Claims))

/**
 * Returns the id of the client that issued a JWT assertion about itself. Does not verify the signature, because the
 * bank does not have the clients' keys.
 */
const clientOfAssertion = (assertion: string): string | undefined => {
  const [, claims = "", signature = ""] = assertion.split(".")
  const found = Option.getOrUndefined(decodeClaims(Buffer.from(claims, "base64url").toString()))
  return found === undefined || signature === "" || found.iss !== found.sub ? undefined : found.iss
}

/** Returns the client id from HTTP Basic credentials, in which the id and the secret are form-encoded. */
const clientOfBasic = (authorization: string): string | undefined => {
  const [, encoded = ""] = /^Basic ([A-Za-z0-9+/=]+)$/.exec(authorization) ?? []
  const [id = "", secret = ""] = Buffer.from(encoded, "base64").toString().split(":", 2)
  return secret === "" ? undefined : (new URLSearchParams(`id=${id}`).get("id") ?? undefined)
}

/** Returns the client's id, or nothing if the request is not authenticated as the profile requires. */
export const authenticatedClientOf = (
  { authentication }: BankProfile.ResolvedProfile,
  headers: Readonly<Record<string, string | undefined>>,
  form: URLSearchParams
): string | undefined => {
  const clientId = form.get("client_id") ?? undefined
  switch (authentication.method) {
    case "client_secret_basic":
      return clientOfBasic(headers["authorization"] ?? "")
    case "client_secret_post":
      return (form.get("client_secret") ?? "") === "" ? undefined : clientId
    case "private_key_jwt":
      return clientOfAssertion(form.get("client_assertion") ?? "")
    default:
      return clientId
  }
}
