/** Codes of sound requests that the state of Sheaf or of an object rules out (decisions 12). */
import type { ProblemRow } from "./ProblemRow.ts"

export const stateProblems = {
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
    remedy: "Poll the status until the collection has ended, and erase its data then."
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
} as const satisfies Record<string, ProblemRow>
