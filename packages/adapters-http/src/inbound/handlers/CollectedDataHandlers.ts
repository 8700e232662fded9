/** What a collection found: records by product, and their documents (spec 4; decisions 10). */
import { Api, CollectedDataGroup } from "@sheaf/http-contract"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { Rendering } from "../versions/Rendering.ts"
import * as CollectionOperations from "./CollectionOperations.ts"

export const layer = <Version extends string>(rendering: Rendering<Version>) =>
  HttpApiBuilder.group(Api.of(rendering.version).add(CollectedDataGroup), "collectedData", (handlers) =>
    Effect.map(CollectionOperations.make(rendering), ({ document, insuranceData, wealthData }) =>
      handlers.handleAll({
        insuranceData,
        wealthData,
        insuranceDocument: document("INSURANCE"),
        wealthDocument: document("WEALTH")
      })
    )
  )
