/**
 * Units on PostgreSQL. A unit has a transaction of its own, or shares one with other frequent units ({@link SharedUnits}).
 */
import type { PgPool } from "@effect/sql-pg"
import { Effect, Option } from "effect"
import type { SqlError } from "effect/sql"
import { Isolation } from "../database/Isolation.ts"
import { Around } from "../units/Around.ts"
import type { Unit, Units } from "../units/Units.ts"
import * as SharedUnits from "./SharedUnits.ts"
import * as Transacting from "./Transacting.ts"
import * as UnitTransaction from "./UnitTransaction.ts"

/** The sessions for units. */
export interface Pools {
  readonly alone: Pick<PgPool.PgPool, "get">
  /** The sessions for shared transactions. They must give up a lock early. */
  readonly shared: Pick<PgPool.PgPool, "get">
}

const inOwnTransaction =
  (pool: Pools["alone"], isolation: Isolation) =>
  <A>(unit: Unit<A>): Effect.Effect<A, SqlError.SqlError> =>
    Transacting.repeated(
      Effect.flatMap(
        UnitTransaction.run(pool, () => [unit], isolation, false),
        (ended) =>
          ended._tag === "RolledBack"
            ? Effect.failCause(ended.cause)
            : // The only result is the unit's.
              Effect.succeed(Option.getOrThrow(ended.results[0] ?? Option.none()) as A)
      )
    )

/** It is a defect to run a unit inside a transaction of the same fiber. */
export const make = ({ alone, shared }: Pools, isInTransaction: Effect.Effect<boolean>): Units["Service"] => {
  const share = SharedUnits.make(shared, inOwnTransaction(alone, "READ COMMITTED"))
  const checked =
    (run: <A>(unit: Unit<A>, isolation: Isolation) => Effect.Effect<A, SqlError.SqlError>) =>
    <A>(unit: Unit<A>): Effect.Effect<A, SqlError.SqlError> =>
      Effect.flatMap(isInTransaction, (isNested) =>
        isNested
          ? Effect.die(new Error("a unit of work cannot run inside another transaction"))
          : Effect.withFiber((fiber) => run(fiber.getRef(Around)(unit), fiber.getRef(Isolation)))
      )
  return {
    run: checked((unit, isolation) => inOwnTransaction(alone, isolation)(unit)),
    share: checked((unit, isolation) =>
      isolation === "READ COMMITTED" ? share(unit) : inOwnTransaction(alone, isolation)(unit)
    )
  }
}
