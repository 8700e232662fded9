/** Checks at startup that the database belongs to the service's environment (spec 14.1). */
import { ClientStore } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import * as Demo from "./Demo.ts"
import { failWith } from "../errors/OperatorError.ts"
import type { Settings } from "../config/Settings.ts"

/**
 * Rejects a database with clients of the other environment, because test and production are separate services. In
 * production mode, also rejects a database with the demonstration client.
 */
export const layerCheck = ({ environment, mode }: Settings) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const clients = yield* (yield* ClientStore).clients
      const other = clients.find((client) => client.environment !== environment)
      if (other !== undefined) {
        return yield* failWith(
          `the database belongs to another service: it has clients of the environment ${other.environment}, and ` +
            `SHEAF_ENVIRONMENT is ${environment}`
        )
      }
      if (mode.isProduction && clients.some(({ id }) => id === Demo.clientId)) {
        return yield* failWith("the database has the demonstration client: use a new database for production mode")
      }
    })
  )
