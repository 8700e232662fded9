/** The order of the cases. */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import * as Cases from "./requests/Cases.ts"
import type { Case } from "./requests/Cases.ts"
import type { Documents } from "./service/Judge.ts"
import type { Operation, Published } from "./service/Published.ts"
import type { Random } from "../workshop/driver/Random.ts"

/** An operation with all its cases. */
export interface Tried {
  /** The name in reports. */
  readonly where: string
  readonly published: Published
  readonly operation: Operation
  readonly sweep: ReadonlyArray<Case>
}

export interface Next {
  readonly tried: Tried
  readonly one: Case
}

/** Returns every operation of every version. Unversioned operations occur only once. */
export const triedOf = (documents: Documents, random: Random): ReadonlyArray<Tried> =>
  ApiVersion.running.flatMap((version) => {
    const published = documents[version]
    return published.operations
      .filter(({ isOpen }) => !isOpen || version === ApiVersion.head)
      .map((operation) => ({
        where: operation.isOpen ? `open ${operation.id}` : `${version} ${operation.id}`,
        published,
        operation,
        sweep: Cases.sweep(operation, published, random)
      }))
  })

/** Returns the valid cases of each operation first, and then an even mix of all others. */
export const make = (all: ReadonlyArray<Tried>): ReadonlyArray<Next> => [
  ...all.flatMap((tried) => Cases.usual(tried.operation).map((one) => ({ tried, one }))),
  ...all
    .flatMap((tried) => tried.sweep.map((one, index) => ({ tried, one, place: (index + 1) / tried.sweep.length })))
    .sort((one, other) => one.place - other.place)
]
