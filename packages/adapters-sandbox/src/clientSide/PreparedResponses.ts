/** Prepares a device's responses for the scenario list (spec 12). */
import type { RequestObject } from "@sheaf/domain/ExtraInformation"
import type { ResponseObject } from "@sheaf/domain/SupplementInfo"
import type { SiteScenario } from "../scenarios/SiteScript.ts"
import * as DeviceLogin from "./DeviceLogin.ts"
import * as CompanySite from "./CompanySite.ts"

/** The responses do not depend on the URL. */
const address = new URL("https://localhost")

const executed = ({ cookies = [], etag, headers, method, url }: RequestObject, visit: SiteScenario) => {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ")
  const answer = CompanySite.handleRequest(
    { method, path: new URL(url).pathname, headers: { ...headers, cookie } },
    () => visit
  )
  const response: ResponseObject = {
    type: "RESPONSE_OBJECT",
    etag,
    statusCode: answer.statusCode,
    headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, [value]])),
    response: answer.body
  }
  return response
}

/**
 * Returns a scenario's responses in order, until the login ends or the script has no more responses to signature polls.
 */
export const preparedResponses = (
  company: string,
  scenario: string,
  visit: SiteScenario
): ReadonlyArray<ResponseObject> => {
  const all: Array<ResponseObject> = []
  let login: DeviceLogin.DeviceLogin = DeviceLogin.firstRound
  for (;;) {
    const responses = DeviceLogin.requestsOf(login, { address, company, scenario }).map((request) =>
      executed(request, visit)
    )
    all.push(...responses)
    const outcome = DeviceLogin.readResponses(login, responses)
    if (outcome.type === "NEXT") login = outcome.login
    else if (outcome.type === "PAUSE" && outcome.login.asked < visit.script.signatures.length) {
      login = DeviceLogin.resumeAfterPause(outcome.login)
    } else return all
  }
}
