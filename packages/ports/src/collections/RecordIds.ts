/** The stable identifiers of records and documents (spec 10). */
import { Context } from "effect"

export class RecordIds extends Context.Service<
  RecordIds,
  {
    /**
     * Returns a version 8 UUID (RFC 9562) that depends on all parts and on a secret key. The same parts always give the
     * same UUID, even after a restart. Without the key, no one can compute a UUID or link two UUIDs.
     */
    readonly of: (parts: ReadonlyArray<string>) => string
  }
>()("@sheaf/ports/RecordIds") {}
