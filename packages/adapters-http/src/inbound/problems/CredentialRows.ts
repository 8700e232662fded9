/** The problems about credentials (spec 5, 7). Hints name the mistake but never quote a credential. */
import type { Problem } from "@sheaf/http-contract"
import * as Challenges from "./Challenges.ts"
import { challengeRow } from "./ProblemRows.ts"
import type { ProblemContext } from "./ProblemRows.ts"

const oneToken = "The Authorization header must contain exactly one bearer token."

const alone = "Send it alone: Authorization-token: <key>."

export const credentialRows = {
  MissingApiKey: challengeRow("MISSING_CREDENTIALS", "The Authorization-token header is missing.", Challenges.apiKey),
  ApiKeyInAuthorization: challengeRow(
    "MISSING_CREDENTIALS",
    `The request has an Authorization header, but an API key goes in Authorization-token. ${alone}`,
    Challenges.apiKey
  ),
  ApiKeyInOtherHeader: challengeRow(
    "MISSING_CREDENTIALS",
    `The API key is in a header of another name. ${alone}`,
    Challenges.apiKey
  ),
  InvalidApiKey: challengeRow("INVALID_API_KEY", "The API key is unknown, expired or revoked.", Challenges.apiKey),
  ApiKeyWithScheme: challengeRow(
    "INVALID_API_KEY",
    `Authorization-token has a word before the API key, such as Bearer. ${alone}`,
    Challenges.apiKey
  ),
  ApiKeyInQuotes: challengeRow(
    "INVALID_API_KEY",
    `Authorization-token has quotation marks around the API key. ${alone}`,
    Challenges.apiKey
  ),
  NoToken: challengeRow("MISSING_CREDENTIALS", "The Authorization header has no bearer token.", Challenges.token),
  NoUserToken: challengeRow(
    "MISSING_CREDENTIALS",
    "This operation needs a user's token from POST /users/{userId}/sessions. Send it as Authorization: Bearer <token>.",
    Challenges.token
  ),
  UnsupportedAuthScheme: challengeRow("INVALID_TOKEN", oneToken, Challenges.token),
  MalformedToken: challengeRow("INVALID_TOKEN", oneToken, Challenges.invalidToken),
  // The reason would help a forger, so only the log has it.
  WrongToken: challengeRow("INVALID_TOKEN", Challenges.invalidTokenDetail, Challenges.invalidToken),
  CredentialsMismatch: challengeRow(
    "CREDENTIALS_MISMATCH",
    "The API key and the token belong to different clients.",
    Challenges.invalidToken
  ),
  UserErasedError: challengeRow("INVALID_TOKEN", Challenges.invalidTokenDetail, Challenges.invalidToken),
  UserTokenRequired: challengeRow(
    "USER_TOKEN_REQUIRED",
    "Send the bearer token of the consent's user with the API key.",
    Challenges.token
  ),
  ConnectUserTokenRequired: challengeRow(
    "USER_TOKEN_REQUIRED",
    "Send the bearer token of the logged-in user with the API key.",
    Challenges.token
  )
} satisfies Readonly<Record<string, (error: unknown, context: ProblemContext) => { readonly body: Problem.Problem }>>
