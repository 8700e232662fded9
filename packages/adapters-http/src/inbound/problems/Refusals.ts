/** The one table from the errors of the driving ports to the problems of the interface (decisions 12). */
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { CompanyId } from "@sheaf/domain/Company"
import type { Violation } from "@sheaf/domain/Violation"
import { Problem, ProblemCode } from "@sheaf/http-contract"
import type {
  CollectionNotCompleted,
  CollectionNotEnded,
  CollectionNotFound,
  ConsentNotExpirable,
  ConsentNotFound,
  ConsentNotUsable,
  ConsentOfAnotherCompany,
  DataExpired,
  DocumentNotFound,
  InvalidCursor,
  InvalidParameters,
  InvalidSupplement,
  NotAwaitingInput,
  NothingToExpire,
  ProductNotCollected,
  ProductNotSupported,
  UnattendedLimit,
  UnknownCompany,
  UnknownConsent,
  UserErased,
  UserNotFound,
  UserTokenRequired
} from "@sheaf/ports"
import { Effect } from "effect"
import { HttpApiSchema } from "effect/http-api"
import * as BrokenRules from "./BrokenRules.ts"
import * as BearerToken from "../pipeline/BearerToken.ts"
import { RequestId } from "../pipeline/CurrentRequest.ts"

/** The names that the answering version has for rules and statuses of the newest version. */
export interface VersionWords {
  /** A rule that the request breaks as the port saw it, as it is for the request that was sent. */
  readonly violationOf: (violation: Violation) => Violation
  /** The name of a status, which can depend on the company. */
  readonly statusOf: (status: CollectionStatus, company: CompanyId) => string
}

/** What a row of the table knows beside the error. */
interface Telling extends VersionWords {
  readonly requestId: string
}

export const headWords: VersionWords = { violationOf: (violation) => violation, statusOf: (status) => status }

const pointed = (violations: ReadonlyArray<Violation>, { violationOf }: VersionWords): ReadonlyArray<Violation> =>
  violations.map(violationOf)

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
  UnknownCompany: (_: UnknownCompany, { requestId, violationOf }: Telling) => {
    const detail = "No company has this identifier."
    const errors = [violationOf({ pointer: "/company", code: "UNKNOWN_COMPANY", detail })]
    return Problem.make("UNKNOWN_COMPANY", { detail, requestId, errors })
  },
  InvalidParameters: ({ violations }: InvalidParameters, telling: Telling) =>
    BrokenRules.toProblemOfValues(pointed(violations, telling), telling.requestId),
  ProductNotSupported: ({ product }: ProductNotSupported, { requestId, violationOf }: Telling) => {
    const detail = `The company does not offer ${product}.`
    const errors = [violationOf({ pointer: "/company", code: "PRODUCT_NOT_SUPPORTED", detail })]
    return Problem.make("PRODUCT_NOT_SUPPORTED", { detail, requestId, errors })
  },
  UserTokenRequired: (_: UserTokenRequired, { requestId }: Telling) =>
    HttpApiSchema.withHeaders({
      body: Problem.make("USER_TOKEN_REQUIRED", {
        detail: "A stored consent needs the bearer token of its user beside the API key.",
        requestId
      }),
      headers: { "www-authenticate": BearerToken.challenge }
    }),
  UserErased: (_: UserErased, { requestId }: Telling) =>
    HttpApiSchema.withHeaders({
      body: Problem.make("INVALID_TOKEN", { detail: "The token is not accepted.", requestId }),
      headers: { "www-authenticate": BearerToken.challengeAgain }
    }),
  UserNotFound: (_: UserNotFound, { requestId }: Telling) =>
    Problem.make("NOT_FOUND", { detail: "There is no such user.", requestId }),
  UnknownConsent: ({ pointer }: UnknownConsent, { requestId, violationOf }: Telling) => {
    const detail = "The user of the token has no such consent."
    const violation = violationOf({ pointer, code: "UNKNOWN_CONSENT", detail })
    return Problem.make("UNKNOWN_CONSENT", { detail, requestId, errors: [violation] })
  },
  ConsentOfAnotherCompany: ({ pointer }: ConsentOfAnotherCompany, { requestId, violationOf }: Telling) => {
    const detail = "The consent was given for another company than the one of this start."
    return BrokenRules.toProblem([violationOf({ pointer, code: "CONSENT_OF_ANOTHER_COMPANY", detail })], requestId)
  },
  ConsentNotUsable: ({ status }: ConsentNotUsable, { requestId }: Telling) =>
    Problem.make("CONSENT_NOT_USABLE", { detail: `The consent is in status ${status}, not AUTHORIZED.`, requestId }),
  UnattendedLimit: ({ retryAfterSeconds }: UnattendedLimit, { requestId }: Telling) =>
    HttpApiSchema.withHeaders({
      body: Problem.make("UNATTENDED_LIMIT", {
        detail: "Without its user, nothing more can be read under the consent on this day (UTC).",
        requestId
      }),
      headers: { "retry-after": String(retryAfterSeconds) }
    }),
  ConsentNotFound: (_: ConsentNotFound, { requestId }: Telling) =>
    Problem.make("NOT_FOUND", { detail: "There is no such consent.", requestId }),
  ConsentNotExpirable: ({ status }: ConsentNotExpirable, { requestId }: Telling) =>
    Problem.make("NOTHING_TO_EXPIRE", {
      detail: `The consent is in status ${status} and waits for nothing that could time out.`,
      requestId
    }),
  CollectionNotEnded: ({ company, status }: CollectionNotEnded, { requestId, statusOf }: Telling) =>
    Problem.make("COLLECTION_NOT_ENDED", {
      detail: `The collection is in status ${statusOf(status, company)}, which is not its last.`,
      requestId
    }),
  CollectionNotFound: (_: CollectionNotFound, { requestId }: Telling) =>
    Problem.make("NOT_FOUND", { detail: "There is no such collection.", requestId }),
  CollectionNotCompleted: ({ company, status }: CollectionNotCompleted, { requestId, statusOf }: Telling) =>
    Problem.make("COLLECTION_NOT_COMPLETED", {
      detail: `The collection is in status ${statusOf(status, company)}, which has no data.`,
      requestId
    }),
  ProductNotCollected: ({ product }: ProductNotCollected, { requestId }: Telling) =>
    Problem.make("PRODUCT_NOT_COLLECTED", { detail: `The collection does not cover ${product}.`, requestId }),
  DataExpired: (_: DataExpired, { requestId }: Telling) =>
    Problem.make("DATA_EXPIRED", {
      detail: "The data of the collection was erased: after its retention time, or because it was asked for.",
      requestId
    }),
  DocumentNotFound: (_: DocumentNotFound, { requestId }: Telling) =>
    Problem.make("NOT_FOUND", { detail: "The collection has no such document.", requestId }),
  NotAwaitingInput: ({ company, status }: NotAwaitingInput, { requestId, statusOf }: Telling) =>
    Problem.make("NOT_AWAITING_INPUT", {
      detail: `The collection is in status ${statusOf(status, company)} and waits for no input.`,
      requestId
    }),
  NothingToExpire: ({ company, status }: NothingToExpire, { requestId, statusOf }: Telling) =>
    Problem.make("NOTHING_TO_EXPIRE", {
      detail: `The collection is in status ${statusOf(status, company)} and waits for nothing that could time out.`,
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

/** The problem of an error. */
const tell = <E extends Refusable>(error: E, telling: Telling): ProblemOf<E> => {
  // A row takes the error by whose tag it is found, which the type of a lookup cannot say.
  const row: unknown = table[error._tag]
  return (row as (error: E, telling: Telling) => ProblemOf<E>)(error, telling)
}

/** Turns the errors of a port into the problems that its endpoint declares, in the words of the version that answers. */
export const orRefuse = <A, E extends Refusable, R>(
  self: Effect.Effect<A, E, R>,
  words: VersionWords = headWords
): Effect.Effect<A, ProblemOf<E>, R> =>
  Effect.catch(self, (error) =>
    Effect.flatMap(RequestId, (requestId) => Effect.fail(tell(error, { ...words, requestId })))
  )
