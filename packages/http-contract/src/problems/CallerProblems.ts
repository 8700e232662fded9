/** Codes of requests that reach no operation: an unknown route or version, or missing or rejected credentials (decisions 8, 12, 13, 15). */
import type { ProblemRow } from "./ProblemRow.ts"

export const callerProblems = {
  UNSUPPORTED_VERSION: {
    status: 400,
    title: "The version is not running",
    meaning: "The header `Service-Version` names no running version, is malformed, or was sent more than once.",
    remedy:
      "Send the header once, with one of the versions that `detail` lists; `GET /versions` tells what each of them " +
      "changed."
  },
  MISSING_CREDENTIALS: {
    status: 401,
    title: "No credentials were given",
    meaning:
      "The operation wants an API key in the header `Authorization-token`, or the token of a user in the header " +
      "`Authorization`, and it is not there.",
    remedy: "Send the header that the operation wants. Some clients drop header fields when they follow a redirect."
  },
  INVALID_API_KEY: {
    status: 401,
    title: "The API key is not valid",
    meaning: "The key in `Authorization-token` is mistyped, revoked, or belongs to another environment.",
    remedy: "Check that the key is whole and belongs to this environment; ask for a new one if it was revoked."
  },
  USER_TOKEN_REQUIRED: {
    status: 401,
    title: "The token of the consent's user is required",
    meaning: "A stored consent belongs to a person. Using it wants that person's bearer token beside the API key.",
    remedy: "Send the token of the consent's user in the header `Authorization`."
  },
  INVALID_TOKEN: {
    status: 401,
    title: "The token is not valid",
    meaning:
      "The header `Authorization` holds no bearer token that is accepted: it is malformed or has expired, its user was " +
      "erased, the user's sessions were ended, or its issuer is not known here. Which of these is not told.",
    remedy: "Open a new session for the user, and send its token once, as `Authorization: Bearer <token>`."
  },
  CREDENTIALS_MISMATCH: {
    status: 401,
    title: "The API key and the token belong to different clients",
    meaning: "The request has an API key and a token in the name of a user, and the user is another client's.",
    remedy: "Send the key of the client whose user the token names."
  },
  CERTIFICATE_NOT_ACCEPTED: {
    status: 403,
    title: "The client certificate is not accepted",
    meaning:
      "The certificate that came with the request was not signed by this service, is not one of a client, or is not " +
      "known. Every path answers like this, also those that need no credential.",
    remedy: "Use the certificate that you were given for this service, and the key that you made its request with."
  },
  CERTIFICATE_OUT_OF_DATE: {
    status: 403,
    title: "This is not the time of the client certificate",
    meaning:
      "The certificate that came with the request has expired, also since its connection was made, or is not valid yet. " +
      "Every path answers like this.",
    remedy: "Ask for a new certificate, and see that the clock of your machine is right."
  },
  CERTIFICATE_REVOKED: {
    status: 403,
    title: "The client certificate was revoked",
    meaning:
      "The certificate that came with the request was taken back, maybe since its connection was made. Every path " +
      "answers like this.",
    remedy: "Ask for a new certificate; if the key may be in other hands, with a new key."
  },
  CERTIFICATE_MISMATCH: {
    status: 403,
    title: "The client certificate and the credentials belong to different clients",
    meaning: "The API key, or the token, is of another client than the one that the certificate was signed for.",
    remedy: "Send the key, or the token of a user, of the client whose certificate you show."
  },
  WRONG_ENVIRONMENT: {
    status: 403,
    title: "The client certificate belongs to another environment",
    meaning: "Certificates for test and for production are signed apart, and each is good in its own environment only.",
    remedy: "Use the certificate of this environment, with the key that belongs to it."
  },
  MUTUAL_TLS_REQUIRED: {
    status: 403,
    title: "The client has to call over mutual TLS",
    meaning: "The client was set to use mutual TLS, and the request came without its certificate.",
    remedy: "Send the request to the mutual-TLS address of the service, with your certificate."
  },
  UNKNOWN_ROUTE: {
    status: 404,
    title: "There is nothing at this path",
    meaning: "No version has a path like this. Case, doubled slashes and a slash at the end count.",
    remedy: "Compare the path with the OpenAPI document of the version."
  },
  NOT_IN_THIS_VERSION: {
    status: 404,
    title: "The path belongs to another version",
    meaning:
      "The version that answers has no such path, but another one has. Without the header `Service-Version` the " +
      "lowest running version answers.",
    remedy: "Name the version that `detail` names in the header `Service-Version`."
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: "The method is not allowed at this path",
    meaning: "The path exists, but not with this method.",
    remedy: "Use one of the methods in the header `Allow` of the answer."
  }
} as const satisfies Record<string, ProblemRow>
