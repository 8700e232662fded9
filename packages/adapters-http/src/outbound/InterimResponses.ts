/**
 * Limits the number of interim responses (1xx; RFC 9110 §15.2) per request. Node limits only their size, so a hostile
 * server could send them forever.
 */
import type { Agent, ClientRequest } from "node:http"

/** The maximum number of interim responses per request. Servers need only a few. */
const maxInterim = 16

export class TooManyInterimResponsesError extends Error {
  readonly code = "TOO_MANY_INTERIM_RESPONSES"
}

/** The internal method through which agents receive requests. Node's types omit it. */
interface RequestReceiver {
  addRequest: (request: ClientRequest, ...options: ReadonlyArray<unknown>) => void
}

const limit = (request: ClientRequest): void => {
  let count = 0
  const onInformation = (): void => {
    if (++count <= maxInterim) return
    request.off("information", onInformation)
    request.destroy(new TooManyInterimResponsesError("too many interim responses"))
  }
  request.on("information", onInformation)
}

export const limitInterimResponses = (agent: Agent): void => {
  const receiver = agent as Agent & RequestReceiver
  const addRequest = receiver.addRequest.bind(agent)
  receiver.addRequest = (request, ...options) => {
    limit(request)
    addRequest(request, ...options)
  }
}
