/** The banks' consent pages, and the return from them to providers, with or without OAuth. */
import { Effect } from "effect"
import type { PageAnswer } from "@sheaf/ports"
import * as ConsentDesk from "./ConsentDesk.ts"
import * as AuthorizationServer from "./oauth/AuthorizationServer.ts"

/** Responds to a request for a page. After a decision, people who came through OAuth return with its parameters. */
export const answer = Effect.fnUntraced(function* (request: ConsentDesk.DeskRequest) {
  const shown = yield* ConsentDesk.answer(request)
  const { location } = shown.headers
  if (location === undefined) return shown
  const result = new URL(location).searchParams.get("result")
  const back = yield* AuthorizationServer.returnOf(request.path, result)
  const answered: PageAnswer = back === undefined ? shown : { ...shown, headers: { ...shown.headers, location: back } }
  return answered
})
