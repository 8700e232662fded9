/**
 * The code that proves that the user of a consent or a collection is the person who returned from the bank (decisions 9).
 * Sheaf derives the code from the return state each time the person returns, and stores at most its hash.
 */
import { Sealer } from "@sheaf/ports"
import { Effect, Redacted, Schema } from "effect"

/** A consent or a collection. */
type Named = { readonly clientId: string } & ({ readonly consentId: string } | { readonly collectionId: string })

const idOf = (named: Named): string => ("consentId" in named ? named.consentId : named.collectionId)

const base64Url = Schema.encodeSync(Schema.Uint8ArrayFromBase64Url)

const placeOf = (named: Named, purpose: string) => ({ tenant: named.clientId, record: `${idOf(named)}/${purpose}` })

const derived = (named: Named, purpose: string, text: string) =>
  Effect.map(Sealer, (sealer) => base64Url(sealer.blindIndex(placeOf(named, purpose), text)))

/** Derives a consent's code. */
export const of = (consent: Named, returnState: string) =>
  Effect.map(derived(consent, "confirmation code", returnState), (code) => Redacted.make(code))

/** Derives the secret for the browser in which the person first returned. Only this browser gets the code again. */
export const browserOf = (consent: Named, returnState: string) =>
  Effect.map(derived(consent, "browser of the return", returnState), (secret) => Redacted.make(secret))

/** Returns true if a code is the one that {@link of} derives, also under an older pepper. */
export const isOf = Effect.fnUntraced(function* (named: Named, returnState: string, given: Redacted.Redacted) {
  const { blindIndex, olderIndexes } = yield* Sealer
  const at = placeOf(named, "confirmation code")
  const codes = [blindIndex(at, returnState), ...olderIndexes(at, returnState)].map((index) => base64Url(index))
  const hash = yield* hashOf(named, given)
  // Nobody can predict a hash, so the timing of the comparison reveals nothing.
  const hashes = yield* Effect.forEach(codes, (code) => hashOf(named, Redacted.make(code)))
  return hashes.includes(hash)
})

/** Returns true if {@link visitOf} returned this hash for a code, also under an older pepper. */
export const isVisit = (named: Named, { code, hash }: { readonly code: Redacted.Redacted; readonly hash: string }) =>
  Effect.map(Sealer, ({ blindIndex, olderIndexes }) => {
    const [at, text] = [placeOf(named, visitPurpose), Redacted.value(code)]
    return [blindIndex(at, text), ...olderIndexes(at, text)].some((index) => base64Url(index) === hash)
  })

const visitPurpose = "authorization code hash"

/** Returns the hash of the authorization code in a visit's address. */
export const visitOf = (consent: Named, code: Redacted.Redacted) => derived(consent, visitPurpose, Redacted.value(code))

/**
 * Returns the hash of a code or of a browser's secret. Without the service's key, nobody can predict a hash, so the
 * timing of a comparison reveals nothing.
 */
export const hashOf = (consent: Named, code: Redacted.Redacted) =>
  derived(consent, "confirmation code hash", Redacted.value(code))
