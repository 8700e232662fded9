/** The sealed columns of consents and the shapes of their values. A change here is a new number, see {@link StoredShape}. */
import { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import { LoginMethod } from "@sheaf/domain/LoginMethod"
import { AnimatedQrSource } from "@sheaf/ports"
import type { ConsentProgress, ConsentShown } from "@sheaf/ports"
import { Schema } from "effect"
import type { SealedColumn } from "../sealed/SealedColumns.ts"
import * as StoredShape from "../sealed/StoredShape.ts"

/** The terms of a consent: those of a stored one, or of one for a single collection. */
export const StoredTerms = Schema.Struct({
  scope: Psd2AisConsentScope,
  psuIpAddress: Schema.String,
  psuLocale: Schema.String,
  validUntil: Schema.String
})

/** The accounts that can be read. */
export const scope: SealedColumn<Psd2AisConsentScope> = {
  name: "scope",
  shape: StoredShape.first(Psd2AisConsentScope)
}

/** What the person needs to authorize. */
export const shown: SealedColumn<ConsentShown> = {
  name: "shown",
  shape: StoredShape.first(
    Schema.Struct({
      autoStartToken: Schema.optionalKey(Schema.String),
      animatedQr: Schema.optionalKey(AnimatedQrSource),
      redirectUrl: Schema.optionalKey(Schema.String)
    })
  )
}

/** What the steps of a consent know of it. */
export const progress: SealedColumn<ConsentProgress> = {
  name: "progress",
  shape: StoredShape.first(
    Schema.Struct({
      terms: StoredTerms,
      identity: Schema.optionalKey(Schema.Struct({ loginMethod: LoginMethod, personalNumber: Schema.String })),
      returnState: Schema.optionalKey(Schema.String),
      bankConsentId: Schema.optionalKey(Schema.String),
      orderRef: Schema.optionalKey(Schema.String),
      attempts: Schema.Finite
    })
  )
}
