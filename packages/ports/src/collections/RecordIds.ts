/** The stable identifiers of records and documents (spec 10). */
import { Context } from "effect"

export class RecordIds extends Context.Service<
  RecordIds,
  {
    /**
     * Returns a version 8 UUID (RFC 9562) computed from the parts and a secret key. The same parts always give the same
     * UUID. Without the key, nobody can compute a UUID or tell that two are related.
     */
    readonly of: (parts: ReadonlyArray<string>) => string
  }
>()("@sheaf/ports/RecordIds") {}
