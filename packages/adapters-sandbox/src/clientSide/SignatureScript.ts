/** The login from a client's own device, as data (spec 2.7; decisions 16). */
import { Schema } from "effect"
import { Signer } from "../electronicId/OrderScript.ts"

export const SignatureScript = Schema.Struct({
  /** The company's answers to the question whether the person has signed; it repeats the last one. */
  signatures: Schema.NonEmptyArray(Schema.Literals(["PENDING", "COMPLETE", "CANCELLED"])),
  /** The person whose number the company tells when the signature is complete. */
  signer: Signer,
  /** The company refuses to let the electronic ID begin. */
  refused: Schema.optionalKey(Schema.Literal(true))
})
export type SignatureScript = typeof SignatureScript.Type
