/** Start requests and contact forms that version 2025-01-01 rejects. Errors use the names of that version (decisions 2, 3, 12). */
import { refusal } from "./BadRequest.ts"
import type { BadRequest, Facts } from "./BadRequest.ts"

const input = { USERNAME: "maja", PASSWORD: "a-password" }

export const starts20250101 = ({ company, waiting }: Facts): ReadonlyArray<BadRequest> => {
  const post = (body: object) => ({
    method: "POST",
    path: "/wealth/collection",
    body: JSON.stringify(body)
  })
  const start = (more: object) => post({ company, loginMethod: "USERNAME_AND_PASSWORD", input, ...more })
  const contactForm = (body: object) => ({
    method: "POST",
    path: `/wealth/collection/${waiting}/add-contact-form-input`,
    body: JSON.stringify(body)
  })
  return [
    {
      name: "an unknown input",
      ...start({ input: { ...input, SHOE_SIZE: "44" } }),
      ...refusal("UNKNOWN_INPUT", "/input/SHOE_SIZE")
    },
    {
      name: "an input in lower case, and one whose name needs escaping",
      ...start({ input: { username: "maja", "A/B": "1" } }),
      ...refusal("UNKNOWN_INPUT", "/input/username", "/input/A~1B")
    },
    { name: "an unknown member", ...start({ colour: "red" }), ...refusal("UNKNOWN_FIELD", "/colour") },
    {
      name: "typed parameters, which only newer versions have",
      ...post({ company, loginMethod: "EMAIL", parameters: [] }),
      ...refusal("UNKNOWN_FIELD", "/parameters")
    },
    {
      name: "an input that is not a string",
      ...start({ input: { ...input, SESSION_ID: 7 } }),
      ...refusal("INVALID_FIELD", "/input/SESSION_ID")
    },
    {
      name: "a user name without a password",
      ...start({ input: { USERNAME: "maja" } }),
      ...refusal("INVALID_FIELD", "/input/PASSWORD")
    },
    {
      name: "a user name for EMAIL that is not an address",
      ...start({ loginMethod: "EMAIL", input: { USERNAME: "maja" } }),
      ...refusal("INVALID_FIELD", "/input/USERNAME")
    },
    {
      name: "no input for the login method",
      ...post({ company, loginMethod: "USERNAME_AND_PASSWORD" }),
      ...refusal("MISSING_PARAMETER", "/input")
    },
    {
      name: "an input of another login method",
      ...start({ input: { ...input, SWEDISH_PERSONAL_NUMBER: "198112189876" } }),
      ...refusal("UNEXPECTED_PARAMETER", "/input/SWEDISH_PERSONAL_NUMBER")
    },
    {
      name: "a personal number with a wrong check digit",
      ...start({
        loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE",
        input: { SWEDISH_PERSONAL_NUMBER: "199001012386" }
      }),
      ...refusal("INVALID_FIELD", "/input/SWEDISH_PERSONAL_NUMBER")
    },
    {
      name: "a document that is not a PDF",
      ...start({ loginMethod: "PDF_UPLOAD", input: { PDF_FILE_NAME: "policy.pdf", PDF_CONTENT: "aGVsbG8=" } }),
      ...refusal("NOT_A_PDF", "/input/PDF_CONTENT")
    },
    {
      name: "a misspelled member of a consent that would open all accounts",
      ...start({ consents: [{ psuIpAddress: "192.0.2.1", accountIDs: ["1"] }] }),
      ...refusal("UNKNOWN_FIELD", "/consents/0/accountIDs")
    },
    {
      name: "a stored consent with extra members",
      ...post({
        company,
        consents: [{ consentId: "8a7a9a5e-9d3a-4c0e-8a4e-000000000001", balances: true, colour: 1 }]
      }),
      ...refusal("UNKNOWN_FIELD", "/consents/0/balances", "/consents/0/colour")
    },
    {
      name: "a consent that is not an object",
      ...start({ consents: ["8a7a9a5e"] }),
      ...refusal("INVALID_FIELD", "/consents/0")
    },
    {
      name: "a filter with a misspelled type",
      ...start({ filter: { insuranceTypes: ["vehicleInsurance", "boatInsurance"], productTypes: ["isk"] } }),
      ...refusal("INVALID_FIELD", "/filter/insuranceTypes/1", "/filter/productTypes/0")
    },
    {
      name: "a filter with an unknown member",
      ...start({ filter: { productTypes: ["ISK"], colours: [] } }),
      ...refusal("UNKNOWN_FIELD", "/filter/colours")
    },
    {
      name: "an unknown company",
      ...start({ company: "se-nowhere" }),
      ...refusal("UNKNOWN_COMPANY", "/company"),
      status: 404
    },
    {
      name: "a method that the path does not support",
      path: "/wealth/collection",
      status: 405,
      code: "METHOD_NOT_ALLOWED",
      names: "POST"
    },
    {
      name: "a contact form that was not asked for",
      ...contactForm({ email: "maja@example.com" }),
      ...refusal("WRONG_INPUT_TYPE", ""),
      status: 422
    },
    {
      name: "a contact form with an unknown field",
      ...contactForm({ email: "maja@example.com", fax: "1" }),
      ...refusal("UNKNOWN_FIELD", "/fax")
    },
    {
      name: "a contact form with a number as the address",
      ...contactForm({ email: 5 }),
      ...refusal("INVALID_FIELD", "/email")
    }
  ]
}
