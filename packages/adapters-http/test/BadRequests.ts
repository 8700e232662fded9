/**
 * Every request that is refused before a use case accepts it, and what it is told (decisions 2, 5, 10 to 14). Data only: the
 * table is sent to the interface without a socket, and can be sent to any server that knows the facts.
 */
import type { BadRequest, Facts } from "./bad-requests/BadRequest.ts"
import { inputs } from "./bad-requests/Inputs.ts"
import { queries } from "./bad-requests/Queries.ts"
import { reads } from "./bad-requests/Reads.ts"
import { credentials, routes } from "./bad-requests/Routes.ts"
import { starts } from "./bad-requests/Starts.ts"
import { starts20250101 } from "./bad-requests/Starts20250101.ts"
import * as Speaker from "./bad-requests/Speaker.ts"

export type { BadRequest, Facts } from "./bad-requests/BadRequest.ts"

/** The whole table. Sent with a valid API key and `Service-Version: 2026-04-01` unless a row says otherwise. */
export const badRequests = (facts: Facts): ReadonlyArray<BadRequest> => [
  ...starts(facts),
  ...starts20250101(facts),
  ...queries,
  ...routes,
  ...Speaker.all.flatMap((speaker) => [
    ...inputs(facts, speaker),
    ...reads(facts, speaker),
    ...credentials(facts, speaker)
  ])
]
