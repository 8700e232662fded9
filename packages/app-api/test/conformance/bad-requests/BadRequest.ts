/** A rejected request, and the problem that the service returns. */

export interface TestObjects {
  /** A company with the login methods USERNAME_AND_PASSWORD and EMAIL. */
  readonly company: string
  /**
   * A collection of the caller in the status WAITING_FOR_USER_ACTION: it waits for a signature and accepts no input.
   */
  readonly signing: string
  readonly waiting: string
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

/** Returns a row of a table. A string stands for a GET request to that path. */
export const badRequest = (name: string, request: Request | string, expected: Problem): BadRequest => ({
  name,
  ...(typeof request === "string" ? { path: request } : request),
  ...expected
})

export const badRequestProblem = (code: string, ...pointers: ReadonlyArray<string>): Problem => ({
  status: 400,
  code,
  errors: Object.fromEntries(pointers.map((pointer) => [pointer, code]))
})

const withCode =
  (code: string) =>
  (name: string, request: Request | string, ...pointers: ReadonlyArray<string>): BadRequest =>
    badRequest(name, request, badRequestProblem(code, ...pointers))

export const invalidFields = withCode("INVALID_FIELD")
export const missingFields = withCode("MISSING_FIELD")
export const unknownFields = withCode("UNKNOWN_FIELD")

export const unknownParameter = withCode("UNKNOWN_PARAMETER")

export const unknownQuery = withCode("UNKNOWN_QUERY")

export const problemWithoutErrors = (
  name: string,
  request: Request | string,
  status: number,
  code: string,
  names?: string
): BadRequest => badRequest(name, request, { status, code, ...(names !== undefined && { names }) })

/**
 * Rows for unknown companies: one with no similar name, and a misspelling for which the problem suggests the right
 * name.
 */
export const unknownCompanies = (requestOf: (company: string) => Request): ReadonlyArray<BadRequest> => {
  const expected = { ...badRequestProblem("UNKNOWN_COMPANY", "/company"), status: 404 }
  return [
    badRequest("an unknown company", requestOf("se-nowhere"), expected),
    badRequest("a misspelled company", requestOf("se-nordhm"), { ...expected, names: "The nearest one is se-nordhem." })
  ]
}
