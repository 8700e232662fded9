/** Collections: one resource for all products (spec 4; decisions 2, 4, 5, 8, 11). */
import { Api, CollectionsGroup } from "@sheaf/http-contract"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { Rendering } from "../versions/Rendering.ts"
import * as CollectionOperations from "./CollectionOperations.ts"

export const layer = <Version extends string>(rendering: Rendering<Version>) =>
  HttpApiBuilder.group(Api.of(rendering.version).add(CollectionsGroup), "collections", (handlers) =>
    Effect.map(CollectionOperations.make(rendering), ({ erase, list, start, status, supplementInfo }) =>
      handlers.handleAll({ start, list, status: status(CollectionsGroup.endpoints.status), supplementInfo, erase })
    )
  )
