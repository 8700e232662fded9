/** A call that the connector rejects, with an HTTP status and a sentence for people, which never quotes the call. */
export class RequestError extends Error {
  readonly status: number

  constructor(status: number, title: string) {
    super(title)
    this.name = "Refusal"
    this.status = status
  }
}
