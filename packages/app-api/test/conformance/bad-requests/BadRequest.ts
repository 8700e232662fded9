/** A rejected request, and the problem that the service returns. */

/** The objects that the tables need in the service. */
export interface Facts {
  /** A company with the login methods USERNAME_AND_PASSWORD and EMAIL. */
  readonly company: string
  /** A collection of the caller that waits for its user to sign, and takes no input: WAITING_FOR_USER_ACTION. */
  readonly signing: string
  /** A collection of the caller that waits for a two-factor code of digits. */
  readonly waiting: string
  /** A collection that has ended COMPLETED. */
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
  /** The pointers and codes of `errors`, in any order; absent: the problem has none. */
  readonly errors?: Readonly<Record<string, string>>
  /** Text that the detail must contain. */
  readonly names?: string
}

/** A status of 400 with one code, which each of these pointers repeats. */
export const refusal = (code: string, ...pointers: ReadonlyArray<string>) => ({
  status: 400,
  code,
  errors: Object.fromEntries(pointers.map((pointer) => [pointer, code]))
})
