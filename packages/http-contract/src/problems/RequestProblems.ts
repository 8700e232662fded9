/** Codes of requests that are wrong in themselves: their bytes, body, query and parameters (decisions 12). */
import type { ProblemRow } from "./ProblemRow.ts"

export const requestProblems = {
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
    meaning: "The map `input` of a start in an older version has a key that the version does not know.",
    remedy: "Use the keys in the OpenAPI document of the version. They are written in upper case."
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
  NOT_ACCEPTABLE: {
    status: 406,
    title: "The answer has no form that is accepted",
    meaning: "The answer is JSON, which the header `Accept` excludes.",
    remedy: "Accept `application/json`, or leave the header out."
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
  }
} as const satisfies Record<string, ProblemRow>
