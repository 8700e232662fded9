/**
 * The limit on interim responses (1xx; RFC 9110 §15.2). A server can send any number of them before the final response,
 * and each costs time. Node limits only the size of each.
 */
import type { Agent, ClientRequest } from "node:http"

/** The largest number of interim responses to a request. No server needs more than a few. */
const most = 16

/** The server sent too many interim responses. */
export class TooManyInterimResponsesError extends Error {
  readonly code = "TOO_MANY_INTERIM_RESPONSES"
}

/** Every agent gets its requests through this method, which Node's types omit. */
interface RequestReceiver {
  addRequest: (request: ClientRequest, ...options: ReadonlyArray<unknown>) => void
}

const limit = (request: ClientRequest): void => {
  let count = 0
  const onInformation = (): void => {
    if (++count <= most) return
    request.off("information", onInformation)
    request.destroy(new TooManyInterimResponsesError("too many interim responses"))
  }
  request.on("information", onInformation)
}

/** Makes an agent close the connection of a request that gets too many interim responses. */
export const limitInterimResponses = (agent: Agent): void => {
  // The cast adds only the method that Node's types omit.
  const receiver = agent as Agent & RequestReceiver
  const addRequest = receiver.addRequest.bind(agent)
  receiver.addRequest = (request, ...options) => {
    limit(request)
    addRequest(request, ...options)
  }
}
