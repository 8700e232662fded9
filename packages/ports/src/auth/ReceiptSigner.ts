/** Signs receipts for the permissions that people give (spec 18). */
import type { ReceiptContent } from "@sheaf/domain/Receipt"
import { Context } from "effect"
import type { Effect } from "effect"
import type { StoreError } from "../stores/StoreError.ts"
import type { PublicJwk } from "./Tokens.ts"

export class ReceiptSigner extends Context.Service<
  ReceiptSigner,
  {
    /** Returns the receipt as a signed JWT. Dies if the content has unknown members. */
    readonly sign: (content: ReceiptContent) => Effect.Effect<string, StoreError>
    /** The public keys that verify unexpired receipts, newest first. */
    readonly publicKeys: Effect.Effect<ReadonlyArray<PublicJwk>, StoreError>
  }
>()("@sheaf/ports/ReceiptSigner") {}
