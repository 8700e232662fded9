/**
 * The response to a request that matches no route of its version. Checks the path, then the version, the method and the
 * credentials (spec 7, 8, 9). Also dispatches requests to open paths, which belong to no version.
 */
import { Effect } from "effect"
import { keyOf } from "../limits/RateStage.ts"
import * as Authentication from "../pipeline/Authentication.ts"
import * as Net from "../pipeline/Net.ts"
import type { Exchange, RoutedVersion } from "../versions/Exchange.ts"
import type { Served } from "../versions/Served.ts"
import { table } from "./RequestRefusals.ts"

/** The routes of all versions and of open paths, and the ports that verify credentials. */
export interface Routes {
  /** The running versions, oldest first. */
  readonly versions: ReadonlyArray<RoutedVersion>
  readonly open: Served
  readonly doors: Authentication.Doors
}

const wrongMethod = (exchange: Exchange, methods: ReadonlyArray<string>) => {
  const allow = methods.join(", ")
  return Net.refuse(exchange, table.wrongMethod(allow), { allow })
}

const namesOf = (versions: ReadonlyArray<RoutedVersion>): string => versions.map(({ name }) => name).join(", ")

/** Lists the versions that have the path, but only for authenticated callers. */
const otherVersion = (
  exchange: Exchange,
  asked: RoutedVersion,
  routes: Routes,
  holders: ReadonlyArray<RoutedVersion>
) =>
  Effect.matchEffect(Authentication.identify(routes.doors, exchange.request), {
    onSuccess: (caller) =>
      Effect.flatMap(routes.doors.limiter.count("requests", keyOf(exchange.request, caller)), (counted) =>
        counted._tag === "RateExceeded"
          ? Net.refuse(exchange, counted, Authentication.headersOf(counted))
          : Net.refuse(exchange, table.otherVersion(asked.name, namesOf(holders)))
      ),
    onFailure: (reason) => Net.refuse(exchange, reason, Authentication.headersOf(reason))
  })

/** Holds a response while the request asks to wait for a status. */
export type HoldResponse = (handle: Served["handle"]) => Served["handle"]

const answerOpen = (exchange: Exchange, open: Served, hold: HoldResponse) =>
  Effect.matchCauseEffect(hold(open.handle), {
    onSuccess: (response) => Net.answer(exchange, response),
    onFailure: (cause) => Net.failure(exchange, cause)
  })

/** Responds to a request. `openMethods` contains the methods that the open path supports, if there is one. */
export const answer = (exchange: Exchange, routes: Routes, openMethods: ReadonlyArray<string>, hold: HoldResponse) => {
  const { url, method } = exchange.request
  if (openMethods.length > 0) {
    const opened: Exchange = { ...exchange, open: true }
    return openMethods.includes(method) ? answerOpen(opened, routes.open, hold) : wrongMethod(opened, openMethods)
  }
  const holders = routes.versions.filter(({ methodsOf }) => methodsOf(url).length > 0)
  if (holders.length === 0) return Net.refuse(exchange, table.noRoute)
  const asked = exchange.version
  if (asked === undefined) return Net.refuse(exchange, table.noVersion(namesOf(routes.versions)))
  const methods = asked.methodsOf(url)
  if (methods.length > 0) return wrongMethod(exchange, methods)
  // A method that no version supports is wrong for every version and every caller.
  const all = [...new Set(holders.flatMap(({ methodsOf }) => methodsOf(url)))].sort()
  return all.includes(method) ? otherVersion(exchange, asked, routes, holders) : wrongMethod(exchange, all)
}
