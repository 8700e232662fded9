/**
 * Every code that a problem can carry, in one table (decisions 12): its HTTP status, its title for developers, what it
 * means and what to do about it. The page of each code and `docs/errors.md` are made from it.
 */
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import type { ViolationCode } from "@sheaf/domain/Violation"

interface Row {
  readonly status: 400 | 401 | 403 | 404 | 405 | 406 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503
  /** What is wrong, the same for every occurrence (RFC 9457 §3.1.3). */
  readonly title: string
  /** When it occurs, in a sentence or two. */
  readonly meaning: string
  /** What the developer of a client does about it. */
  readonly remedy: string
  /** The first version that answers with it; absent: it has been there from the beginning. */
  readonly since?: ApiVersion
  /** The first version that answers with it no more; absent: it is still there. */
  readonly until?: ApiVersion
}

/** The table. What a single occurrence adds is said in `detail`. A rule that a request breaks can give a problem its code. */
export const table = {
  MALFORMED_REQUEST: {
    status: 400,
    title: "The request is not one that HTTP knows",
    meaning: "The bytes that arrived are no request, or one whose header fields are too large.",
    remedy: "Look at what sends them: a broken client, or something in between."
  },
  MALFORMED_JSON: {
    status: 400,
    title: "The body is not JSON that can be read",
    meaning: "The body is cut off, is no JSON, or has arrays and objects that lie too deep in each other.",
    remedy: "Write the body with a JSON library, and send all of it."
  },
  INVALID_TEXT: {
    status: 400,
    title: "A text holds code points that do not exist",
    meaning:
      "A text in the body holds half of a surrogate pair, or the body is not UTF-8. `errors` points at each text.",
    remedy: "Send UTF-8, and do not cut texts between two halves of a character."
  },
  INVALID_FIELD: {
    status: 400,
    title: "A field has a wrong value",
    meaning:
      "A member of the body or a query parameter has a value of the wrong type or form. `errors` points at each of " +
      "them.",
    remedy: "Compare the value with the schema of the operation in its OpenAPI document."
  },
  MISSING_FIELD: {
    status: 400,
    title: "A required field is missing",
    meaning: "The body lacks a member that is required. `errors` points at each of them.",
    remedy: "Add the member. A value that you do not know cannot be sent as null."
  },
  UNKNOWN_FIELD: {
    status: 400,
    title: "A field is not known",
    meaning:
      "The body has a member that the version does not know, at some depth. It is refused because a misspelt " +
      "member could ask for more than was meant.",
    remedy:
      "Compare the names with the schema of the operation; also whether the request names the version that you " +
      "wrote it for."
  },
  UNKNOWN_QUERY: {
    status: 400,
    title: "A query parameter is not known, or is repeated",
    meaning: "The query has a parameter that the operation does not know, or one twice that may be given once.",
    remedy: "Compare the query with the parameters of the operation."
  },
  INVALID_CURSOR: {
    status: 400,
    title: "The cursor does not belong to this list",
    meaning: "A cursor goes on with the list that it came from: the same client and the same filters.",
    remedy: "Follow the `Link` of the page before as it is, or begin anew without a cursor."
  },
  UNKNOWN_PARAMETER: {
    status: 400,
    title: "The type of a parameter is not known",
    meaning: "An entry of `parameters` has a `type` that the version does not know.",
    remedy: "Use one of the types in the OpenAPI document of the version."
  },
  DUPLICATE_PARAMETER: {
    status: 400,
    title: "A parameter is given twice",
    meaning: "Two entries of `parameters` have the same `type`.",
    remedy: "Send one entry of each type."
  },
  MISSING_PARAMETER: {
    status: 400,
    title: "The login method needs a parameter that is missing",
    meaning: "Each login method needs the parameter that holds its credentials.",
    remedy: "Add the parameter that goes with the login method, or choose another method."
  },
  UNEXPECTED_PARAMETER: {
    status: 400,
    title: "A parameter does not go with the login method",
    meaning: "An entry of `parameters` belongs to another login method than the one that is asked for.",
    remedy: "Leave it out, or choose the login method that it belongs to."
  },
  UNKNOWN_INPUT: {
    status: 400,
    title: "The key of an input is not known",
    meaning: "The map `input` of a start in version 2025-01-01 has a key that the version does not know.",
    remedy: "Use the keys in the OpenAPI document of the version. They are written in upper case.",
    until: "2026-04-01"
  },
  NOT_A_PDF: {
    status: 400,
    title: "The document is not a PDF",
    meaning: "The content of a document is not the base64 of a file that begins as PDF files do.",
    remedy: "Send the bytes of the file itself as base64, without a line break or a data address."
  },
  PRODUCT_NOT_SUPPORTED: {
    status: 400,
    title: "The company does not offer the product",
    meaning: "What was asked for cannot be collected from this company.",
    remedy: "Read from the supported products what can, and choose another company or product."
  },
  CONSENT_OF_ANOTHER_COMPANY: {
    status: 400,
    title: "The consent was given for another company",
    meaning: "A start names a stored consent of another company than the one that it is made at.",
    remedy: "Start the collection at the company of the consent, or create a consent for this one."
  },
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
  NOT_FOUND: {
    status: 404,
    title: "There is no such object",
    meaning:
      "Nothing has this identifier, or it is another client's: which of the two is not told. What is kept is " +
      "erased after its retention time.",
    remedy: "Check the identifier, and that the API key is the one that the object was made with."
  },
  UNKNOWN_COMPANY: {
    status: 404,
    title: "The company is not known",
    meaning: "No company has this identifier.",
    remedy: "Take the identifier from the company availability."
  },
  UNKNOWN_CONSENT: {
    status: 404,
    title: "There is no such consent",
    meaning: "A start names a stored consent that the user of the token does not have.",
    remedy: "Check the identifier, and that the token is the one of the consent's user."
  },
  PRODUCT_NOT_COLLECTED: {
    status: 404,
    title: "The collection does not cover the product",
    meaning: "The collection was made for other products than the one whose data is asked for.",
    remedy: "Read the data of a product that it covers, or start a new collection."
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: "The method is not allowed at this path",
    meaning: "The path exists, but not with this method.",
    remedy: "Use one of the methods in the header `Allow` of the answer."
  },
  NOT_ACCEPTABLE: {
    status: 406,
    title: "The answer has no form that is accepted",
    meaning: "The answer is JSON, which the header `Accept` excludes.",
    remedy: "Accept `application/json`, or leave the header out."
  },
  COLLECTION_NOT_COMPLETED: {
    status: 409,
    title: "The collection has no data in its status",
    meaning:
      "Data is there once the collection has completed. This one goes on still, or has failed; `detail` names its " +
      "status.",
    remedy: "Poll the status until the collection has ended, and fetch the data if it has completed."
  },
  COLLECTION_NOT_ENDED: {
    status: 409,
    title: "The collection has not ended",
    meaning:
      "The data of a collection can be erased once it has ended. A client cannot end it; `detail` names its status.",
    remedy: "Poll the status until the collection has ended, and erase its data then.",
    since: "2026-04-01"
  },
  CONSENT_NOT_USABLE: {
    status: 409,
    title: "The consent is not authorised",
    meaning: "Accounts can be read under a consent that is AUTHORIZED. `detail` names the status that this one is in.",
    remedy: "Wait until the user has authorised the consent; after it has ended, create a new one."
  },
  NOT_AWAITING_INPUT: {
    status: 409,
    title: "The collection does not wait for input",
    meaning: "The collection asks for nothing, or its question was answered or given up before this answer came.",
    remedy: "Read the status, and answer what it asks for now."
  },
  NOTHING_TO_EXPIRE: {
    status: 409,
    title: "Nothing is waited for that could time out",
    meaning:
      "The sandbox can end a wait before its time. This collection, or this consent, is not waiting; `detail` names its " +
      "status.",
    remedy: "Poll the status until it waits for something, and try again then."
  },
  DATA_EXPIRED: {
    status: 410,
    title: "The data was erased",
    meaning:
      "The collection had data. It was erased: after its retention time, or because it was asked for, of the collection " +
      "or of its user.",
    remedy: "Start a new collection, and fetch its data soon after it has completed."
  },
  BODY_TOO_LARGE: {
    status: 413,
    title: "The body is too large",
    meaning:
      "The body has more bytes than the operation reads, or a file in it is larger than is taken. `detail` names " +
      "the limit.",
    remedy: "Send less."
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    title: "The body has a media type that is not read here",
    meaning: "The body is not announced as JSON, or is compressed.",
    remedy: "Send `Content-Type: application/json`, without `Content-Encoding`."
  },
  WRONG_INPUT_TYPE: {
    status: 422,
    title: "The input is of another kind than was asked for",
    meaning: "The collection waits for another kind of input than the one that was posted.",
    remedy: "Read from the status what it asks for, and post that kind."
  },
  INVALID_INPUT: {
    status: 422,
    title: "The input has a wrong value",
    meaning:
      "The input is of the right kind, and has a value that cannot be right. `errors` points at it. The collection " +
      "still waits.",
    remedy: "Ask the user again, and post the new value before the time is up."
  },
  UNKNOWN_INSTRUCTION: {
    status: 422,
    title: "The response answers no request that was made",
    meaning:
      "The `etag` of a response object is that of none of the requests that this collection has shown in " +
      "INSTRUCTIONS.",
    remedy: "Answer each request of INSTRUCTIONS with the etag that it came with, unchanged."
  },
  UNATTENDED_LIMIT: {
    status: 429,
    title: "The consent was used too often without its user",
    meaning:
      "On one day, in UTC, accounts can be read only a few times under a consent while its user is not there: in starts " +
      "whose STORED_CONSENT has no `psuIpAddress`.",
    remedy: "Wait as long as the header `Retry-After` says, or read while the user is there."
  },
  INTERNAL: {
    status: 500,
    title: "The service failed",
    meaning: "The request could not be answered through a fault of the service. What happened inside is not told.",
    remedy: "Try again later. When it lasts, tell the operator the `requestId`, which finds the request in the log."
  },
  NOT_READY: {
    status: 503,
    title: "The service cannot serve now",
    meaning: "The service is starting or shutting down.",
    remedy: "Try again in a moment."
  },
  TOO_MANY_LARGE_BODIES: {
    status: 503,
    title: "Too many large bodies are being read",
    meaning: "Starts with files are read a few at a time, and as many as that are being read. Nothing was started.",
    remedy: "Wait as long as the header `Retry-After` says, and send it again."
  }
} as const satisfies Record<string, Row> & Record<ViolationCode, Row>

export type ProblemCode = keyof typeof table

/** The HTTP status of a code. */
export type StatusOf<Code extends ProblemCode> = (typeof table)[Code]["status"]

/** Every status that a problem can have. */
export type ProblemStatus = StatusOf<ProblemCode>

/** The codes of one status. */
export type CodeOf<Status extends ProblemStatus> = {
  [Code in ProblemCode]: StatusOf<Code> extends Status ? Code : never
}[ProblemCode]

// The keys of a constant object are its own: Object.keys forgets that.
/** Every code, in the order of the table. */
export const all = Object.keys(table) as ReadonlyArray<ProblemCode>

/** Whether a version ever answers with this code. Versions are dates: as texts, an earlier one is smaller. */
export const returnedBy = (code: ProblemCode, version: ApiVersion): boolean => {
  const { since, until }: Row = table[code]
  return (since === undefined || since <= version) && (until === undefined || version < until)
}

/** Whether a text is the code of a problem with this status. */
export const isOf = <Status extends ProblemStatus>(status: Status, text: string): text is CodeOf<Status> =>
  all.some((code) => code === text && table[code].status === status)

/** The codes of one status, in the order of the table. */
export const of = <Status extends ProblemStatus>(status: Status): ReadonlyArray<CodeOf<Status>> =>
  all.filter((code): code is CodeOf<Status> => isOf(status, code))

/** The code as it stands in addresses. */
export const slugOf = (code: ProblemCode): string => code.toLowerCase().replaceAll("_", "-")

/** The problem's `type`: a stable identifier of the code, and the address of its page (RFC 9457 §3.1.1). */
export const typeOf = (code: ProblemCode): string => `/problems/${slugOf(code)}`
