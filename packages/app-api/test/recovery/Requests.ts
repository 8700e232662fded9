/** The sandbox collections and consents that the recovery tests start and follow. */
import { waitFor } from "@sheaf/sandbox-site/testing"
import type { TestUser } from "@sheaf/sandbox-site/testing"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import type { StartCollection } from "@sheaf/domain/StartCollection"

const bank = "se-fjallbanken"
const consent = { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }
export const byPage = { company: bank, parameters: [consent] }

export const byElectronicId = (personalNumber: string) => ({
  company: bank,
  loginMethod: "SWEDISH_MOBILE_EID_SAME_DEVICE_MOCK",
  parameters: [consent, { type: "SWEDISH_EID", personalNumber }]
})

export const people = {
  signs: "199001012385",
  takesTime: "199001142398"
}

export const username = (name: string): StartCollection => ({
  company: "se-nordhem",
  loginMethod: "USERNAME_AND_PASSWORD",
  parameters: [{ type: "USERNAME_PASSWORD", username: name, password: "a-password" }]
})

export const create = async (person: TestUser, request: object): Promise<string> => {
  const answer = await person.post("/consents", request)
  return answer.expect(201).read<ConsentStatusObject>().consentId
}

export const statusOf = ({ client }: TestUser, consentId: string): Promise<ConsentStatusObject> =>
  client.read(`/consents/${consentId}/status`)

export const poll = (person: TestUser, consentId: string, wanted: string): Promise<ConsentStatusObject> =>
  waitFor(
    () => statusOf(person, consentId),
    ({ status }) => status === wanted
  )
