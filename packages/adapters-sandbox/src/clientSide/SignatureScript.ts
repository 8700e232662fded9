/** The script of a login from a client's own device (spec 2.7; decisions 16). */
import { Schema } from "effect"
import { Signer } from "../electronicId/OrderScript.ts"

export const SignatureScript = Schema.Struct({
  /** The company's answers to polls for the signature. The company repeats the last one. */
  signatures: Schema.NonEmptyArray(Schema.Literals(["PENDING", "COMPLETE", "CANCELLED"])),
  /** The person whose number the company reports when the signature is complete. */
  signer: Signer,
  /** The company refuses to start the electronic ID. */
  refused: Schema.optionalKey(Schema.Literal(true))
})
export type SignatureScript = typeof SignatureScript.Type
