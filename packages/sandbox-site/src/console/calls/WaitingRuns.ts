/** Runs that wait for a person. A person can have only a few of them, in all tabs together. */
import { credentialHeaders, makeClient } from "./ServiceClient.ts"

/** Lets all collections and consents of the demonstration client that wait for a person expire. */
export const expireWaitingRuns = async (): Promise<void> => {
  const { collections, consents } = makeClient()
  const paths: Array<string> = []
  for await (const { collectionId } of collections.list({ status: ["WAITING_FOR_USER_ACTION"] })) {
    paths.push(`/sandbox/collections/${collectionId}/expire`)
  }
  for await (const { consentId } of consents.list({ status: ["AWAITING_AUTHORIZATION"] })) {
    paths.push(`/sandbox/consents/${consentId}/expire`)
  }
  await Promise.all(paths.map((path) => fetch(path, { method: "POST", headers: { ...credentialHeaders } })))
}
