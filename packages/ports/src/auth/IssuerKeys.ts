/** The public keys of other token issuers (spec 5). */
import { Context, Schema } from "effect"
import type { Effect } from "effect"

export class IssuerUnreachable extends Schema.TaggedError<IssuerUnreachable>()("IssuerUnreachable", {
  cause: Schema.optionalKey(Schema.Defect())
}) {}

export class IssuerKeys extends Context.Service<
  IssuerKeys,
  {
    /** Fetches the JSON document at an issuer's configured key URL, without validating the document. */
    readonly read: (issuer: string) => Effect.Effect<unknown, IssuerUnreachable>
  }
>()("@sheaf/ports/IssuerKeys") {}
