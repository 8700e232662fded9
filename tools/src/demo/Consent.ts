/** Creates a consent, authorizes it, collects under it and revokes it. Prints every step. */
import { SheafProblem } from "@sheaf/client"
import type { CreateConsentRequest, SheafClient } from "@sheaf/client"
import { printRecords } from "./Collections.ts"
import { printLine, makeStatusPrinter } from "./Output.ts"

const company = "se-fjallbanken"

const request: CreateConsentRequest = {
  company,
  loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE_TEST",
  parameters: [
    { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17", psuLocale: "sv-se" },
    { type: "SWEDISH_EID", personalNumber: "198112189876" }
  ]
}

export const showConsent = async (sheaf: SheafClient): Promise<void> => {
  const { userId } = await sheaf.users.create({ externalId: "demo" })
  const { token } = await sheaf.users.openSession(userId)
  const person = sheaf.asUser(token)

  printLine(`\nA consent to read accounts: ${company}, ${request.loginMethod}`)
  const consent = await person.consents.create(request)
  const print = makeStatusPrinter()
  await consent.decided({ onStatus: ({ authInstructions, status }) => print(status, authInstructions) })
  const granted = await consent.get()
  printLine(`   granted until ${granted.expiresAt}: ${JSON.stringify(granted.scope)}`)

  printLine("\nA collection under this consent")
  const stored = { type: "STORED_CONSENT", consentId: consent.id, psuIpAddress: "192.0.2.17" } as const
  const collection = await person.collections.start({ company, parameters: [stored] })
  const printNext = makeStatusPrinter()
  await collection.finished({ onStatus: ({ status }) => printNext(status) })
  await printRecords(collection)

  printLine("\nThe consent is revoked")
  printLine(`   ${(await consent.revoke()).status}`)
  await person.collections.start({ company, parameters: [stored] }).catch((error: unknown) => {
    if (!(error instanceof SheafProblem)) throw error
    printLine(`   another collection: ${error.status} ${error.code}`)
  })
}
