/** What happens while a client logs in from its own device, as data (spec 2.7; decisions 16). */
import type { Signer } from "../electronicId/OrderScript.ts"

/** What a company answers when it is asked whether the person has signed. */
export type Signature = "PENDING" | "COMPLETE" | "CANCELLED"

export interface SignatureScript {
  /** One each time that it is asked; the last one from then on. */
  readonly signatures: readonly [Signature, ...ReadonlyArray<Signature>]
  /** Whose personal number it tells when it is complete. */
  readonly signer: Signer
  /** It refuses to let the electronic ID begin. */
  readonly refused?: true
}
