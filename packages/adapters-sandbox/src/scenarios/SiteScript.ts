/** The script of a login at a company's site (spec 2.7, 12). */
import { Schema } from "effect"
import { Signer } from "./OrderScript.ts"

/** The path segment for people whose personal number selects no scenario. */
export const defaultScenario = "anybody"

/** The script of a login at the site. */
export const SignatureScript = Schema.Struct({
  /** The company's responses to polls for the signature. The company repeats the last response. */
  signatures: Schema.NonEmptyArray(Schema.Literals(["PENDING", "COMPLETE", "CANCELLED"])),
  /** The person whose personal number the company reports once the signature is complete. */
  signer: Signer,
  /** The company refuses to start the login by electronic ID. */
  refused: Schema.optionalKey(Schema.Literal(true))
})

/** A person's behavior at the site. */
export interface SiteScenario {
  readonly script: typeof SignatureScript.Type
  readonly personalNumber?: string
}
