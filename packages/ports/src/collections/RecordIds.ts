/** The stable identifiers of records and documents (decisions 10). */
import { Context } from "effect"

export class RecordIds extends Context.Service<
  RecordIds,
  {
    /**
     * Returns a UUID of version 8 (RFC 9562) that depends on all parts and on a secret key. The same parts always give
     * the same UUID, also after a restart. Without the key, no one can compute a UUID or relate two of them.
     */
    readonly of: (parts: ReadonlyArray<string>) => string
  }
>()("@sheaf/ports/RecordIds") {}
