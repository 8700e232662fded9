/** The addresses in `Location` and `Link`, derived from the paths and queries of the newest version's contract. */
import { HeadApi } from "@sheaf/http-contract"
import { HttpApiClient } from "effect/http-api"

export const headUrlBuilder = HttpApiClient.urlBuilder(HeadApi)
