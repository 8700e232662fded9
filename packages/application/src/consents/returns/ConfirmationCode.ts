/**
 * The code that proves that a consent's user is the person who returned from the bank (decisions 9). Sheaf stores only
 * the code's hash, and derives the code from the return state each time the person returns.
 */
import { Sealer } from "@sheaf/ports"
import type { ConsentView } from "@sheaf/ports"
import { Effect, Redacted, Schema } from "effect"

type Named = Pick<ConsentView, "clientId" | "consentId">

const base64Url = Schema.encodeSync(Schema.Uint8ArrayFromBase64Url)

const derived = ({ clientId, consentId }: Named, purpose: string, text: string) =>
  Effect.map(Sealer, (sealer) =>
    base64Url(sealer.blindIndex({ tenant: clientId, record: `${consentId}/${purpose}` }, text))
  )

/** Derives a consent's code. */
export const of = (consent: Named, returnState: string) =>
  Effect.map(derived(consent, "confirmation code", returnState), (code) => Redacted.make(code))

/** Derives the secret for the browser in which the person first returned. Only this browser gets the code again. */
export const browserOf = (consent: Named, returnState: string) =>
  Effect.map(derived(consent, "browser of the return", returnState), (secret) => Redacted.make(secret))

/** Returns the hash of the authorization code in a visit's address. */
export const visitOf = (consent: Named, code: Redacted.Redacted) =>
  derived(consent, "authorization code hash", Redacted.value(code))

/**
 * Returns the hash of a code or of a browser's secret. Without the service's key, nobody can predict a hash, so the
 * timing of a comparison reveals nothing.
 */
export const hashOf = (consent: Named, code: Redacted.Redacted) =>
  derived(consent, "confirmation code hash", Redacted.value(code))
