/** Start requests and input that version 2025-01-01 rejects. Errors use the names of that version (spec 2.1, 2.2, 7). */
import { invalid, refusal, refused, rejected, unknown, unknownCompany } from "./BadRequest.ts"
import type { BadRequest, Facts } from "./BadRequest.ts"

const input = { USERNAME: "maja", PASSWORD: "a-password" }

export const starts20250101 = ({ company, waiting }: Facts): ReadonlyArray<BadRequest> => {
  const postTo = (path: string, body: object) => ({ method: "POST", path, body: JSON.stringify(body) })
  const post = (body: object) => postTo("/wealth/collection", body)
  const start = (more: object) => post({ company, loginMethod: "USERNAME_AND_PASSWORD", input, ...more })
  const startWith = (more: object) => start({ input: { ...input, ...more } })
  const contactForm = (body: object) => postTo(`/wealth/collection/${waiting}/add-contact-form-input`, body)
  return [
    rejected("an unknown input", startWith({ SHOE_SIZE: "44" }), refusal("UNKNOWN_INPUT", "/input/SHOE_SIZE")),
    rejected(
      "an input in lower case, and one whose name needs escaping",
      start({ input: { username: "maja", "A/B": "1" } }),
      refusal("UNKNOWN_INPUT", "/input/username", "/input/A~1B")
    ),
    unknown(
      "an answer with the id of a question, which only newer versions have",
      postTo(`/wealth/collection/${waiting}/supplement-info`, {
        type: "TWO_FACTOR_CODE",
        value: "123456",
        inputId: "1"
      }),
      "/inputId"
    ),
    unknown("an unknown member", start({ colour: "red" }), "/colour"),
    rejected(
      "an input that is given twice",
      {
        method: "POST",
        path: "/insurance/collection",
        body: `{"company":"${company}","loginMethod":"EMAIL","input":{"USERNAME":"a@example.com","USERNAME":"b@example.com"}}`
      },
      refusal("DUPLICATE_MEMBER", "/input/USERNAME")
    ),
    invalid("an input that is not a string", startWith({ SESSION_ID: 7 }), "/input/SESSION_ID"),
    rejected("no input for the login method", start({ input: undefined }), refusal("MISSING_PARAMETER", "/input")),
    unknown(
      "a misspelled member of a consent that would open all accounts",
      start({ consents: [{ psuIpAddress: "192.0.2.1", accountIDs: ["1"] }] }),
      "/consents/0/accountIDs"
    ),
    unknownCompany(start({ company: "se-nowhere" })),
    refused("a method that the path does not support", "/wealth/collection", 405, "METHOD_NOT_ALLOWED", "POST"),
    rejected("a contact form that was not asked for", contactForm({ email: "maja@example.com" }), {
      ...refusal("WRONG_INPUT_TYPE", ""),
      status: 422
    }),
    unknown("a contact form with an unknown field", contactForm({ email: "maja@example.com", fax: "1" }), "/fax"),
    invalid("a contact form with a number as the address", contactForm({ email: 5 }), "/email")
  ]
}
