/** In version 2025-01-01, contact forms had their own route (spec 2.2, 4, 9). */
import { Schema, SchemaTransformation } from "effect"
import { CollectionInput } from "../2026-04-01/Collections.ts"
import * as Annotations from "../../shared/Annotations.ts"
import { describeLosses } from "../changes/VersionChange.ts"
import type { CodecLoss, VersionChange } from "../changes/VersionChange.ts"

export const ContactForm = Schema.Struct({
  email: Annotations.optional(
    Schema.String,
    "The value for EMAIL in REQUIRED_INPUT_TYPES: one @, and a dot in the domain."
  ),
  phoneNumber: Annotations.optional(
    Schema.String,
    "The value for MOBILE_PHONE_NUMBER in REQUIRED_INPUT_TYPES: digits only, including the country prefix."
  )
}).pipe(Annotations.annotate("ContactFormInput", "The values that the company's contact form requires."))
export type ContactForm = typeof ContactForm.Type

type HeadInput = typeof CollectionInput.Type

const decode = ({ email, phoneNumber }: ContactForm): HeadInput => ({
  type: "COLLECTION_INPUT",
  inputs: {
    ...(email !== undefined && { EMAIL: email }),
    ...(phoneNumber !== undefined && { MOBILE_PHONE_NUMBER: phoneNumber })
  }
})

const encode = ({ inputs: { EMAIL, MOBILE_PHONE_NUMBER } }: HeadInput): ContactForm => ({
  ...(EMAIL !== undefined && { email: EMAIL }),
  ...(MOBILE_PHONE_NUMBER !== undefined && { phoneNumber: MOBILE_PHONE_NUMBER })
})

export const ContactFormInput20250101 = ContactForm.pipe(
  Schema.decodeTo(Schema.toType(CollectionInput), SchemaTransformation.transform({ decode, encode }))
)

const pointers: Readonly<Record<string, string>> = {
  "/inputs/EMAIL": "/email",
  "/inputs/MOBILE_PHONE_NUMBER": "/phoneNumber"
}

/**
 * Translates a JSON pointer in the input to the corresponding pointer in the contact form. If there is none, returns
 * the empty string, which points to the whole form.
 */
export const toOldPointer = (pointer: string): string => pointers[pointer] ?? ""

const forgetOtherInputs = (input: HeadInput): HeadInput =>
  Object.keys(input.inputs).every((type) => Object.hasOwn(pointers, `/inputs/${type}`)) ? input : decode(encode(input))

export const codecLosses: ReadonlyArray<CodecLoss<HeadInput>> = [
  {
    description: "Inputs other than an email address and a mobile number.",
    example: { type: "COLLECTION_INPUT", inputs: { ACCOUNT_OWNER_NAME: "Maja Lind" } },
    forget: forgetOtherInputs
  }
]

export const change: VersionChange = {
  title: "Contact form values are posted to supplement-info.",
  description:
    "Post every requested input to supplement-info. Contact form values are a COLLECTION_INPUT with EMAIL and " +
    "MOBILE_PHONE_NUMBER. One route takes all input, including types that companies add later.",
  affects: [
    "POST /collections/{collectionId}/supplement-info",
    "POST /wealth/collection/{collectionId}/add-contact-form-input",
    "POST /insurance/collection/{collectionId}/add-contact-form-input"
  ],
  losses: describeLosses(codecLosses)
}
