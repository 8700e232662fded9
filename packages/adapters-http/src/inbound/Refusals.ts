/** The one table from the errors of the driving ports to the problems of the interface (decisions 12). */
import type { AnyStatus, CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { Violation } from "@sheaf/domain/Violation"
import { Problem, ProblemCode } from "@sheaf/http-contract"
import type {
  CollectionNotCompleted,
  CollectionNotFound,
  DataExpired,
  DocumentNotFound,
  InvalidCursor,
  InvalidParameters,
  InvalidSupplement,
  NotAwaitingInput,
  NothingToExpire,
  ProductNotCollected,
  ProductNotSupported,
  UnknownCompany,
  UserTokenRequired
} from "@sheaf/ports"
import { Effect } from "effect"
import { HttpApiSchema } from "effect/http-api"
import * as BrokenRules from "./BrokenRules.ts"
import { RequestId } from "./RequestId.ts"

/** The words of the version that answers, for what the errors name in those of the newest. */
export interface Terms {
  /** A rule that the request breaks as the port saw it, as it is for the request that was sent. */
  readonly violationOf: (violation: Violation) => Violation
  readonly statusOf: (status: CollectionStatus) => AnyStatus
}

/** What a row of the table knows beside the error. */
interface Telling extends Terms {
  readonly requestId: string
}

const headTerms: Terms = { violationOf: (violation) => violation, statusOf: (status) => status }

const pointed = (violations: ReadonlyArray<Violation>, { violationOf }: Terms): ReadonlyArray<Violation> =>
  violations.map(violationOf)

/** What a request without the token of a user is told. */
const bearer = 'Bearer realm="sheaf"'

const unprocessable = (
  { violations }: InvalidSupplement,
  telling: Telling
): Problem.Problem<ProblemCode.CodeOf<422>> => {
  const first = violations[0]?.code ?? "INVALID_INPUT"
  return Problem.make(ProblemCode.isOf(422, first) ? first : "INVALID_INPUT", {
    detail: "The input does not answer what the collection asked for.",
    requestId: telling.requestId,
    errors: pointed(violations, telling)
  })
}

const table = {
  UnknownCompany: (_: UnknownCompany, { requestId }: Telling) =>
    Problem.make("UNKNOWN_COMPANY", { detail: "No company has this identifier.", requestId }),
  InvalidParameters: ({ violations }: InvalidParameters, telling: Telling) =>
    BrokenRules.toProblemOfValues(pointed(violations, telling), telling.requestId),
  ProductNotSupported: ({ product }: ProductNotSupported, { requestId }: Telling) =>
    Problem.make("PRODUCT_NOT_SUPPORTED", { detail: `The company does not offer ${product}.`, requestId }),
  UserTokenRequired: (_: UserTokenRequired, { requestId }: Telling) =>
    HttpApiSchema.withHeaders({
      body: Problem.make("USER_TOKEN_REQUIRED", {
        detail: "A stored consent needs the bearer token of its user beside the API key.",
        requestId
      }),
      headers: { "www-authenticate": bearer }
    }),
  CollectionNotFound: (_: CollectionNotFound, { requestId }: Telling) =>
    Problem.make("NOT_FOUND", { detail: "There is no such collection.", requestId }),
  CollectionNotCompleted: ({ status }: CollectionNotCompleted, { requestId, statusOf }: Telling) =>
    Problem.make("COLLECTION_NOT_COMPLETED", {
      detail: `The collection is in status ${statusOf(status)}, which has no data.`,
      requestId
    }),
  ProductNotCollected: ({ product }: ProductNotCollected, { requestId }: Telling) =>
    Problem.make("PRODUCT_NOT_COLLECTED", { detail: `The collection does not cover ${product}.`, requestId }),
  DataExpired: (_: DataExpired, { requestId }: Telling) =>
    Problem.make("DATA_EXPIRED", {
      detail: "The data of the collection was erased after its retention time.",
      requestId
    }),
  DocumentNotFound: (_: DocumentNotFound, { requestId }: Telling) =>
    Problem.make("NOT_FOUND", { detail: "The collection has no such document.", requestId }),
  NotAwaitingInput: ({ status }: NotAwaitingInput, { requestId, statusOf }: Telling) =>
    Problem.make("NOT_AWAITING_INPUT", {
      detail: `The collection is in status ${statusOf(status)} and waits for no input.`,
      requestId
    }),
  NothingToExpire: ({ status }: NothingToExpire, { requestId, statusOf }: Telling) =>
    Problem.make("NOTHING_TO_EXPIRE", {
      detail: `The collection is in status ${statusOf(status)} and waits for nothing that could time out.`,
      requestId
    }),
  InvalidSupplement: unprocessable,
  InvalidCursor: (_: InvalidCursor, { requestId }: Telling) =>
    BrokenRules.toProblem(
      [
        {
          pointer: BrokenRules.pointerOf(["query", "cursor"]),
          code: "INVALID_CURSOR",
          detail: "Not a cursor of this list with these filters."
        }
      ],
      requestId
    )
}

type Table = typeof table

/** The errors that the table knows. */
export type Refusable = { [Tag in keyof Table]: Parameters<Table[Tag]>[0] }[keyof Table]

/** The problems that an error becomes. */
export type ProblemOf<E extends Refusable> = E extends Refusable ? ReturnType<Table[E["_tag"]]> : never

/** The problem of an error. A row takes the error by whose tag it is found, which the type of a lookup cannot say. */
const tell = <E extends Refusable>(error: E, telling: Telling): ProblemOf<E> => {
  const row: (error: never, telling: Telling) => unknown = table[error._tag]
  return row(error as never, telling) as ProblemOf<E>
}

/** Turns the errors of a port into the problems that its endpoint declares, in the terms of the version that answers. */
export const orRefuse = <A, E extends Refusable, R>(
  self: Effect.Effect<A, E, R>,
  terms: Effect.Effect<Terms> = Effect.succeed(headTerms)
): Effect.Effect<A, ProblemOf<E>, R> =>
  Effect.catch(self, (error) =>
    Effect.flatMap(Effect.zip(terms, RequestId), ([known, requestId]) =>
      Effect.fail(tell(error, { ...known, requestId }))
    )
  )
