/** The script of a login on a company's site (spec 2.7, 12). */
import { Schema } from "effect"
import { Signer } from "./OrderScript.ts"

/** The path segment used when the personal number selects no scenario. */
export const defaultScenario = "anybody"

export const SignatureScript = Schema.Struct({
  /** The company's responses to successive signature polls. The last one repeats. */
  signatures: Schema.NonEmptyArray(Schema.Literals(["PENDING", "COMPLETE", "CANCELLED"])),
  signer: Signer,
  /** Present if the company refuses to start the electronic-ID login. */
  refused: Schema.optionalKey(Schema.Literal(true))
})

export interface SiteScenario {
  readonly script: typeof SignatureScript.Type
  readonly personalNumber?: string
}
