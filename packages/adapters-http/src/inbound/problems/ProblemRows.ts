/**
 * The kinds of rows in the problem table. A row turns an error into a problem, and uses the names that statuses and
 * request members have in the client's API version.
 */
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { CompanyId } from "@sheaf/domain/Company"
import type { Violation, ViolationCode } from "@sheaf/domain/Violation"
import { Problem } from "@sheaf/http-contract"
import type { ProblemCode } from "@sheaf/http-contract"
import { HttpApiSchema } from "effect/http-api"

export interface ApiVersionTranslator {
  readonly violationOf: (violation: Violation) => Violation
  /** Returns the status's name in the client's version. The name may depend on the company. */
  readonly statusOf: (status: CollectionStatus, company: CompanyId) => string
}

export interface ProblemContext extends ApiVersionTranslator {
  readonly requestId: string
}

export const noTranslation: ApiVersionTranslator = {
  violationOf: (violation) => violation,
  statusOf: (status) => status
}

export const simpleRow =
  <Code extends ProblemCode.ProblemCode, R = unknown>(
    code: Code,
    detail: string | ((error: R, context: ProblemContext) => string)
  ) =>
  (error: R, context: ProblemContext) =>
    Problem.make(code, {
      detail: typeof detail === "string" ? detail : detail(error, context),
      requestId: context.requestId
    })

export const pointerRow =
  <Code extends ProblemCode.ProblemCode & ViolationCode, R = unknown>(
    code: Code,
    at: string | ((error: R) => string),
    detail: string | ((error: R) => string)
  ) =>
  (error: R, { requestId, violationOf }: ProblemContext) => {
    const pointer = typeof at === "string" ? at : at(error)
    const told = typeof detail === "string" ? detail : detail(error)
    return Problem.make(code, { detail: told, requestId, errors: [violationOf({ pointer, code, detail: told })] })
  }

/** Adds the challenge that every 401 needs (RFC 9110 §11.6.1). */
export const challengeRow =
  <Code extends ProblemCode.CodeOf<401>>(code: Code, detail: string, challenge: string) =>
  (_: unknown, { requestId }: ProblemContext) =>
    HttpApiSchema.withHeaders({
      body: Problem.make(code, { detail, requestId }),
      headers: { "www-authenticate": challenge }
    })

export const retryAfterRow =
  <Code extends ProblemCode.CodeOf<429 | 503>, R = unknown>(
    code: Code,
    detail: string | ((error: R) => string),
    seconds: string | ((error: R) => string)
  ) =>
  (error: R, { requestId }: ProblemContext) =>
    HttpApiSchema.withHeaders({
      body: Problem.make(code, { detail: typeof detail === "string" ? detail : detail(error), requestId }),
      headers: { "retry-after": typeof seconds === "string" ? seconds : seconds(error) }
    })

export const violationsRow =
  <Code extends ProblemCode.CodeOf<400>>(code: Code, detail: string) =>
  ({ errors }: { readonly errors: ReadonlyArray<Violation> }, { requestId }: ProblemContext) =>
    Problem.make(code, { detail, requestId, errors })
