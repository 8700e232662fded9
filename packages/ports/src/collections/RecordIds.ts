/** The stable identifiers of records and documents (spec 10). */
import { Context } from "effect"

export class RecordIds extends Context.Service<
  RecordIds,
  {
    /**
     * Returns a version 8 UUID (RFC 9562) that is a function of the parts and a secret key. The same parts give the
     * same UUID, even after a restart. Whoever does not have the key cannot compute a UUID or tell that two are
     * related.
     */
    readonly of: (parts: ReadonlyArray<string>) => string
  }
>()("@sheaf/ports/RecordIds") {}
