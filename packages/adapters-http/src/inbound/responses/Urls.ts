/** Builds the URLs in `Location` and `Link` from the newest version's contract. */
import { HeadApi } from "@sheaf/http-contract"
import { HttpApiClient } from "effect/http-api"

export const headUrlBuilder = HttpApiClient.urlBuilder(HeadApi)
