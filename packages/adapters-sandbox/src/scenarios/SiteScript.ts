/** The script for a login on a company's site (spec 2.7, 12). */
import { Schema } from "effect"
import { Signer } from "./OrderScript.ts"

/** The path segment for people whose personal number selects no scenario. */
export const defaultScenario = "anybody"

/** The script for a login on the site. */
export const SignatureScript = Schema.Struct({
  /** What the company responds when the signature is polled. The last response repeats. */
  signatures: Schema.NonEmptyArray(Schema.Literals(["PENDING", "COMPLETE", "CANCELLED"])),
  /** Whose personal number the company reports when the signature is complete. */
  signer: Signer,
  /** The company refuses to start the login with an electronic ID. */
  refused: Schema.optionalKey(Schema.Literal(true))
})

/** A person's behavior at the site. */
export interface SiteScenario {
  readonly script: typeof SignatureScript.Type
  readonly personalNumber?: string
}
