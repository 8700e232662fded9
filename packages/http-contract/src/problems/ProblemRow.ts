/** One row of the table of problem codes (decisions 12). */
export interface ProblemRow {
  readonly status: 400 | 401 | 403 | 404 | 405 | 406 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503
  /** What is wrong, the same for every occurrence (RFC 9457 §3.1.3). */
  readonly title: string
  /** When it occurs, in a sentence or two. */
  readonly meaning: string
  /** What the developer of a client does about it. */
  readonly remedy: string
}
