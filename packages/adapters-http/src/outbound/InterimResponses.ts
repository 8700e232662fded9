/**
 * Limits interim responses (1xx; RFC 9110 §15.2). A server can send any number of interim responses before the final
 * one. Each costs time, and Node limits only their size.
 */
import type { Agent, ClientRequest } from "node:http"

/** How many interim responses a request may get. Servers need only a few. */
const most = 16

/** The server sent too many interim responses. */
export class TooManyInterimResponsesError extends Error {
  readonly code = "TOO_MANY_INTERIM_RESPONSES"
}

/** The method through which every agent gets its requests. Node's types omit it. */
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

/** Makes an agent close a request's connection after too many interim responses. */
export const limitInterimResponses = (agent: Agent): void => {
  // The cast adds only the method that Node's types omit.
  const receiver = agent as Agent & RequestReceiver
  const addRequest = receiver.addRequest.bind(agent)
  receiver.addRequest = (request, ...options) => {
    limit(request)
    addRequest(request, ...options)
  }
}
