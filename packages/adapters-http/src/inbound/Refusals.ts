/** The one table from the errors of the driving ports to the problems of the interface (decisions 12). */
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
  ProductNotCollected,
  ProductNotSupported,
  UnknownCompany,
  UserTokenRequired
} from "@sheaf/ports"
import { Effect } from "effect"
import { HttpApiSchema } from "effect/http-api"
import * as BrokenRules from "./BrokenRules.ts"
import { RequestId } from "./RequestId.ts"

/** What a request without the token of a user is told. */
const bearer = 'Bearer realm="sheaf"'

const unprocessable = (
  { violations }: InvalidSupplement,
  requestId: string
): Problem.Problem<ProblemCode.CodeOf<422>> => {
  const first = violations[0]?.code ?? "INVALID_INPUT"
  return Problem.make(ProblemCode.isOf(422, first) ? first : "INVALID_INPUT", {
    detail: "The input does not answer what the collection asked for.",
    requestId,
    errors: violations
  })
}

const table = {
  UnknownCompany: (_: UnknownCompany, requestId: string) =>
    Problem.make("UNKNOWN_COMPANY", { detail: "No company has this identifier.", requestId }),
  InvalidParameters: ({ violations }: InvalidParameters, requestId: string) =>
    BrokenRules.toProblemOfValues(violations, requestId),
  ProductNotSupported: ({ product }: ProductNotSupported, requestId: string) =>
    Problem.make("PRODUCT_NOT_SUPPORTED", { detail: `The company does not offer ${product}.`, requestId }),
  UserTokenRequired: (_: UserTokenRequired, requestId: string) =>
    HttpApiSchema.withHeaders({
      body: Problem.make("USER_TOKEN_REQUIRED", {
        detail: "A stored consent needs the bearer token of its user beside the API key.",
        requestId
      }),
      headers: { "www-authenticate": bearer }
    }),
  CollectionNotFound: (_: CollectionNotFound, requestId: string) =>
    Problem.make("NOT_FOUND", { detail: "There is no such collection.", requestId }),
  CollectionNotCompleted: ({ status }: CollectionNotCompleted, requestId: string) =>
    Problem.make("COLLECTION_NOT_COMPLETED", {
      detail: `The collection is in status ${status}, which has no data.`,
      requestId
    }),
  ProductNotCollected: ({ product }: ProductNotCollected, requestId: string) =>
    Problem.make("PRODUCT_NOT_COLLECTED", { detail: `The collection does not cover ${product}.`, requestId }),
  DataExpired: (_: DataExpired, requestId: string) =>
    Problem.make("DATA_EXPIRED", {
      detail: "The data of the collection was erased after its retention time.",
      requestId
    }),
  DocumentNotFound: (_: DocumentNotFound, requestId: string) =>
    Problem.make("NOT_FOUND", { detail: "The collection has no such document.", requestId }),
  NotAwaitingInput: ({ status }: NotAwaitingInput, requestId: string) =>
    Problem.make("NOT_AWAITING_INPUT", {
      detail: `The collection is in status ${status} and waits for no input.`,
      requestId
    }),
  InvalidSupplement: unprocessable,
  InvalidCursor: (_: InvalidCursor, requestId: string) =>
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

/** Turns the errors of a port into the problems that its endpoint declares. */
export const orRefuse = <A, E extends Refusable, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, ProblemOf<E>, R> =>
  Effect.catch(self, (error) =>
    Effect.withFiber((fiber) => {
      // A row is found by the tag of the error that it takes, which the type of a lookup cannot say.
      const row = table[error._tag] as (error: E, requestId: string) => ProblemOf<E>
      return Effect.fail(row(error, fiber.getRef(RequestId)))
    })
  )
