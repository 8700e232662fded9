/** A rejected request, and the problem that the service returns. */

/** The objects in the service that the tables refer to. */
export interface Facts {
  /** A company with the login methods USERNAME_AND_PASSWORD and EMAIL. */
  readonly company: string
  /** One of the caller's collections that waits for its user to sign and accepts no input: WAITING_FOR_USER_ACTION. */
  readonly signing: string
  /** One of the caller's collections that waits for a numeric two-factor code. */
  readonly waiting: string
  /** A collection that has ended as COMPLETED. */
  readonly completed: string
}

export interface BadRequest {
  readonly name: string
  /** `GET` unless set. */
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly status: number
  readonly code: string
  /** The pointers and codes of `errors`, in any order. Absent if the problem has no `errors`. */
  readonly errors?: Readonly<Record<string, string>>
  /** Text that the detail must contain. */
  readonly names?: string
}

/** A problem with status 400, whose code all of these pointers share. */
export const refusal = (code: string, ...pointers: ReadonlyArray<string>) => ({
  status: 400,
  code,
  errors: Object.fromEntries(pointers.map((pointer) => [pointer, code]))
})
