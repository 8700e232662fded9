/**
 * A confirmation code proves that a consent's or collection's user is the person who returned from the bank (spec 2.4).
 * At each return, Sheaf derives the code from the return state again, so it stores only the code's hash.
 */
import { Sealer } from "@sheaf/ports"
import type { ConsentReturn } from "@sheaf/ports"
import { Effect, Redacted } from "effect"

interface Named {
  readonly clientId: string
  readonly id: string
}

const derived = (named: Named, purpose: string, text: string) =>
  Effect.map(Sealer, ({ blindIndex }) => blindIndex({ tenant: named.clientId, record: `${named.id}/${purpose}` }, text))

const purpose = "confirmation code"

export const deriveCode = (named: Named, returnState: string) =>
  Effect.map(derived(named, purpose, returnState), ({ written }) => Redacted.make(written.text))

/** Returns true if {@link deriveCode} returns this code under the current or an earlier pepper. */
export const isDerivedCode = (named: Named, returnState: string, given: Redacted.Redacted) =>
  Effect.map(derived(named, purpose, returnState), (code) => code.matches(Redacted.value(given)))

/** Returns the code that has this stored hash. Works even if the pepper has been rotated in the meantime. */
export const rederiveCode = Effect.fnUntraced(function* (named: Named, returnState: string, codeHash: string) {
  for (const text of (yield* derived(named, purpose, returnState)).texts) {
    const code = Redacted.make(text)
    if ((yield* codeHashOf(named, code)).matches(codeHash)) return code
  }
  return undefined
})

/**
 * Derives the return state for the page on which the person authorizes the consent after the login. The state is not
 * random, so a repeated step asks the bank for the same consent.
 */
export const nextReturn = Effect.fnUntraced(function* (named: Named, { _tag, state = "" }: ConsentReturn) {
  const { written } = yield* derived(named, "return after the login", state)
  const next = written.text
  if (_tag === "Page") return { _tag, state: next } satisfies ConsentReturn
  const codeHash = yield* codeHashOf(named, yield* deriveCode(named, next))
  return { _tag, state: next, codeHash: codeHash.written.text } satisfies ConsentReturn
})

/** Derives the secret of the browser where the person first returned. Only that browser gets the code again. */
export const browserSecretOf = (named: Named, returnState: string) =>
  derived(named, "browser of the return", returnState)

export const authorizationCodeHashOf = (named: Named, code: Redacted.Redacted) =>
  derived(named, "authorization code hash", Redacted.value(code))

export const codeHashOf = (named: Named, code: Redacted.Redacted) =>
  derived(named, "confirmation code hash", Redacted.value(code))
