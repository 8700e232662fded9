/** The sandbox's pages, which replace the authenticator app (spec 12). */
import { Context } from "effect"
import type { Effect } from "effect"

export interface SandboxPageRequest {
  readonly method: string
  /** The last part of the page's address: the order's autostart token, which nobody can guess. */
  readonly token: string
  /** The value of `Accept-Language`, for pages that belong to no company. */
  readonly acceptLanguage: string
  /** The language that the person asked for. Default: the language of the company's market. */
  readonly language?: string
  /** The URL-encoded form that the person submitted. Empty if the request has no form. */
  readonly form: string
}

export interface SandboxPageResponse {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export class SandboxPages extends Context.Service<
  SandboxPages,
  {
    /** Responds to a request for the page of an electronic-ID order, with 404 if the token is unknown. */
    readonly respond: (request: SandboxPageRequest) => Effect.Effect<SandboxPageResponse>
  }
>()("@sheaf/ports/SandboxPages") {}
