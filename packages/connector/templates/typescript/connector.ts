/** The connector for COMPANY. See docs/connector-kit.md in Sheaf's repository. */
import { askCode, complete, fail, readForm, RequestError, show } from "@sheaf/connector"
import type { Connector, Cookies, InsuranceRecord } from "@sheaf/connector"

/** What one call passes to the next. The session seals it, so that only this connector can read it. */
interface State {
  readonly at: "CODE_WANTED" | "CODE_ACCEPTED" | "COLLECTED" | "ENDED"
  readonly cookies: Cookies
}

interface Policy {
  readonly policyNumber: string
  readonly registration: string
  readonly startDate: string
  readonly brand: string
}

const recordOf = ({ brand, policyNumber, registration, startDate }: Policy, index: number): InsuranceRecord => ({
  id: String(index + 1),
  recordKey: policyNumber,
  insurance: {
    market: "MARKET",
    insuranceCompany: "COMPANY",
    insuranceType: "vehicleInsurance",
    insuranceSubType: "car",
    insuranceNumber: policyNumber,
    startDate,
    brand,
    registrationNo: registration
  },
  documents: [{ documentId: policyNumber, name: `Policy ${policyNumber}`, contentType: "text/plain" }]
})

export const makeConnector = (home: string): Connector<State> => ({
  companies: ["COMPANY"],

  begin: async ({ login }, { site }) => {
    if (login.type !== "USERNAME_PASSWORD") throw new RequestError(422, "Unsupported login")
    const visit = site()
    const { action, fields } = readForm(await visit.get(`${home}/login`), "csrf", "username", "password")
    const form = { ...fields, username: login.username, password: login.password }
    const answer = await visit.post(action, { form })
    if (answer.status === 403) return fail("INCORRECT_CREDENTIALS", { at: "ENDED", cookies: {} })
    if (answer.status !== 200) throw new RequestError(502, "The company's login failed")
    return askCode("Enter the code on your phone.", { at: "CODE_WANTED", cookies: visit.cookies })
  },

  resume: async ({ at, cookies }, signal, { site }) => {
    const visit = site(cookies)
    if (at === "CODE_WANTED" && signal.type === "INPUT" && signal.input.type === "TWO_FACTOR_CODE") {
      const answer = await visit.post(`${home}/code`, { form: { code: signal.input.value } })
      if (answer.status === 403) return fail("INCORRECT_TWO_FACTOR_CODE", { at: "ENDED", cookies: {} })
      if (answer.status !== 200) throw new RequestError(502, "The company does not accept codes")
      return show("COLLECTING", { at: "CODE_ACCEPTED", cookies: visit.cookies }, { afterMillis: 0 })
    }
    if (at === "CODE_ACCEPTED" && signal.type === "TICK") {
      const answer = await visit.get(`${home}/api/policies`)
      if (answer.status !== 200) throw new RequestError(502, "The company shows no policies")
      const policies: { readonly policies: ReadonlyArray<Policy> } = JSON.parse(answer.text)
      return complete({ insurance: policies.policies.map(recordOf) }, { at: "COLLECTED", cookies: visit.cookies })
    }
    throw new RequestError(422, "The session does not wait for this")
  },

  document: async ({ at, cookies }, documentId, { site }) => {
    if (at !== "COLLECTED") throw new RequestError(422, "Unknown document")
    const answer = await site(cookies).get(`${home}/policies/${encodeURIComponent(documentId)}/terms`)
    if (answer.status === 404) throw new RequestError(422, "Unknown document")
    if (answer.status !== 200) throw new RequestError(502, "The company shows no document")
    return { contentType: "text/plain", content: answer.bytes }
  }
})
