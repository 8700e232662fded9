/** A rejected request, and the problem that the service returns. */

/** The objects in the service that the tables refer to. */
export interface TestObjects {
  /** A company with the login methods USERNAME_AND_PASSWORD and EMAIL. */
  readonly company: string
  /** One of the caller's collections that waits for its user to sign and accepts no input: WAITING_FOR_USER_ACTION. */
  readonly signing: string
  /** One of the caller's collections that waits for a numeric two-factor code. */
  readonly waiting: string
  /** A collection that has ended as COMPLETED. */
  readonly completed: string
}

interface Request {
  /** `GET` unless set. */
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

interface Problem {
  readonly status: number
  readonly code: string
  /** The pointers and codes of `errors`, in any order. Absent if the problem has no `errors`. */
  readonly errors?: Readonly<Record<string, string>>
  /** Text that the detail must contain. */
  readonly names?: string
}

export interface BadRequest extends Request, Problem {
  readonly name: string
}

/** A row: a request, or the path of a GET request, and its problem. */
export const badRequest = (name: string, request: Request | string, expected: Problem): BadRequest => ({
  name,
  ...(typeof request === "string" ? { path: request } : request),
  ...expected
})

/** A problem with status 400, whose code all of these pointers share. */
export const badRequestProblem = (code: string, ...pointers: ReadonlyArray<string>): Problem => ({
  status: 400,
  code,
  errors: Object.fromEntries(pointers.map((pointer) => [pointer, code]))
})

const withCode =
  (code: string) =>
  (name: string, request: Request | string, ...pointers: ReadonlyArray<string>): BadRequest =>
    badRequest(name, request, badRequestProblem(code, ...pointers))

/** Rows whose request has invalid values, missing members or unknown members at these pointers. */
export const invalidFields = withCode("INVALID_FIELD")
export const missingFields = withCode("MISSING_FIELD")
export const unknownFields = withCode("UNKNOWN_FIELD")

/** Rows with parameters of unknown types at these pointers. */
export const unknownParameter = withCode("UNKNOWN_PARAMETER")

/** Rows whose query has unknown or repeated parameters at these pointers. */
export const unknownQuery = withCode("UNKNOWN_QUERY")

/** A row whose problem has no `errors`. The detail must contain `names`. */
export const problemWithoutErrors = (
  name: string,
  request: Request | string,
  status: number,
  code: string,
  names?: string
): BadRequest => badRequest(name, request, { status, code, ...(names !== undefined && { names }) })

/** Rows whose company is unknown: one that is like no other, and a misspelled one, whose problem names the right one. */
export const unknownCompanies = (requestOf: (company: string) => Request): ReadonlyArray<BadRequest> => {
  const expected = { ...badRequestProblem("UNKNOWN_COMPANY", "/company"), status: 404 }
  return [
    badRequest("an unknown company", requestOf("se-nowhere"), expected),
    badRequest("a misspelled company", requestOf("se-nordhm"), { ...expected, names: "The nearest one is se-nordhem." })
  ]
}
