/**
 * The problems for rejected API keys and tokens, each with the challenge for its 401 (RFC 9110 §11.6.1; spec 5).
 */
import type { ProblemCode } from "@sheaf/http-contract"
import { challenge, challengeAgain, refused } from "../pipeline/BearerToken.ts"

export interface CredentialRefusal {
  readonly code: ProblemCode.CodeOf<401>
  readonly detail: string
  readonly challenge: string
}

const keyChallenge = 'ApiKey realm="sheaf", header="Authorization-token"'
const oneToken = "The Authorization header must contain exactly one bearer token."

export const table = {
  noKey: {
    code: "MISSING_CREDENTIALS",
    detail: "The Authorization-token header is missing.",
    challenge: keyChallenge
  },
  wrongKey: { code: "INVALID_API_KEY", detail: "The API key is unknown, expired or revoked.", challenge: keyChallenge },
  noToken: { code: "MISSING_CREDENTIALS", detail: "The Authorization header has no bearer token.", challenge },
  otherScheme: { code: "INVALID_TOKEN", detail: oneToken, challenge },
  malformedToken: { code: "INVALID_TOKEN", detail: oneToken, challenge: challengeAgain },
  wrongToken: { code: "INVALID_TOKEN", detail: refused, challenge: challengeAgain },
  mismatch: {
    code: "CREDENTIALS_MISMATCH",
    detail: "The API key and the token belong to different clients.",
    challenge: challengeAgain
  }
} as const satisfies Record<string, CredentialRefusal>
