/**
 * Start requests and input that version 2025-01-01 rejects, with errors in that version's own names (spec 2.1, 2.2, 7).
 */
import { invalidFields, badRequestProblem, badRequest, unknownFields } from "./BadRequest.ts"
import type { BadRequest, TestObjects } from "./BadRequest.ts"

const input = { USERNAME: "maja", PASSWORD: "a-password" }

export const starts20250101 = ({ company, waiting }: TestObjects): ReadonlyArray<BadRequest> => {
  const postTo = (path: string, body: object) => ({ method: "POST", path, body: JSON.stringify(body) })
  const post = (body: object) => postTo("/wealth/collection", body)
  const start = (more: object) => post({ company, loginMethod: "USERNAME_AND_PASSWORD", input, ...more })
  const contactForm = (body: object) => postTo(`/wealth/collection/${waiting}/add-contact-form-input`, body)
  return [
    badRequest(
      "an unknown input",
      start({ input: { ...input, SHOE_SIZE: "44" } }),
      badRequestProblem("UNKNOWN_INPUT", "/input/SHOE_SIZE")
    ),
    unknownFields(
      "an answer with the id of a question, which only newer versions have",
      postTo(`/wealth/collection/${waiting}/supplement-info`, {
        type: "TWO_FACTOR_CODE",
        value: "123456",
        inputId: "1"
      }),
      "/inputId"
    ),
    invalidFields(
      "every wrong input of electronic IDs",
      start({
        loginMethod: "MOBILE_ID",
        input: {
          END_USER_IP: "192.0.2.17\u0000",
          PERSONAL_CODE: 50001029996,
          COUNTRY: "SE",
          DOCUMENT_NUMBER: "",
          PHONE_NUMBER: "1".repeat(300)
        }
      }),
      "/input/END_USER_IP",
      "/input/PERSONAL_CODE",
      "/input/COUNTRY",
      "/input/DOCUMENT_NUMBER",
      "/input/PHONE_NUMBER"
    ),
    badRequest(
      "no country with the personal code",
      start({ company: "ee-rannakindlustus", loginMethod: "SMART_ID", input: { PERSONAL_CODE: "50001029996" } }),
      badRequestProblem("MISSING_FIELD", "/input/COUNTRY")
    ),
    unknownFields("an unknown member", start({ colour: "red" }), "/colour"),
    badRequest(
      "no input for the login method",
      start({ input: undefined }),
      badRequestProblem("MISSING_PARAMETER", "/input")
    ),
    badRequest("a contact form that was not asked for", contactForm({ email: "maja@example.com" }), {
      ...badRequestProblem("WRONG_INPUT_TYPE", ""),
      status: 422
    }),
    unknownFields("a contact form with an unknown field", contactForm({ email: "maja@example.com", fax: "1" }), "/fax")
  ]
}
