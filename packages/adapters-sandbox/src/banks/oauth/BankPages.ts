/** The banks' consent pages, and how people return from them to the provider, with or without OAuth. */
import { Effect } from "effect"
import type { PageResponse } from "../../pages/PageLayout.ts"
import * as ConsentPageHandler from "../ConsentPageHandler.ts"
import * as AuthorizationServer from "./AuthorizationServer.ts"

/** People who came through OAuth return with the OAuth response parameters. */
export const handleRequest = Effect.fnUntraced(function* (request: ConsentPageHandler.PageRequest) {
  const shown = yield* ConsentPageHandler.handleRequest(request)
  const { location } = shown.headers
  if (location === undefined) return shown
  const result = new URL(location).searchParams.get("result")
  const back = yield* AuthorizationServer.redirectUriOf(request.path, result)
  const answered: PageResponse =
    back === undefined ? shown : { ...shown, headers: { ...shown.headers, location: back } }
  return answered
})
