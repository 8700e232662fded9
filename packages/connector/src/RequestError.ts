/** Rejects a call with an HTTP status and a message for people, which must not quote the call. */
export class RequestError extends Error {
  readonly status: number

  constructor(status: number, title: string) {
    super(title)
    this.name = "Refusal"
    this.status = status
  }
}
